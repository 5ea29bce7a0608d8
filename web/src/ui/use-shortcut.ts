import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import { everyLayer, pageLayer, shortcutRegistry } from './shortcut-registry.ts';

/** The layer that shortcuts of the surrounding components belong to; a dialog sets its own. */
export const ShortcutLayer = createContext(pageLayer);

/**
 * Runs `action` when the keys are pressed: "c", "/", "g o". Never while the user types, never below an open dialog.
 * `label` describes it under `?`. Show the key at its button with `KeyHint`.
 */
export const useShortcut = (
  keys: string,
  label: string,
  action: () => void,
  options: {
    enabled?: boolean;
    when?: () => boolean;
    /** Also above dialogs, unless typed input would be lost. */
    everywhere?: boolean;
    /** Acts on every screen: listed after those of the open one. */
    isGlobal?: boolean;
  } = {},
): void => {
  const { enabled = true, when, everywhere = false, isGlobal = everywhere } = options;
  const own = useContext(ShortcutLayer);
  const layer = everywhere ? everyLayer : own;
  const latest = useRef({ action, when });
  // Layout effects, so that the first key press after rendering is handled.
  useLayoutEffect(() => {
    latest.current = { action, when };
  });
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    return shortcutRegistry.add({
      keys,
      label,
      layer,
      isGlobal,
      action: () => latest.current.action(),
      when: () => latest.current.when?.() ?? true,
    });
  }, [keys, label, layer, isGlobal, enabled]);
};

/** While `active`, only shortcuts of this layer act; `dirty` while typed input would be lost. */
export const useShortcutLayer = (layer: string, active: boolean, dirty = false): void => {
  const isDirty = useRef(dirty);
  useLayoutEffect(() => {
    isDirty.current = dirty;
  });
  useLayoutEffect(
    () => (active ? shortcutRegistry.pushLayer(layer, () => isDirty.current) : undefined),
    [layer, active],
  );
};
