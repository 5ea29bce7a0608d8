import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import { everyLayer, pageLayer, shortcutRegistry } from './shortcut-registry.ts';

/** The layer that shortcuts of the surrounding components belong to; a dialog sets its own. */
export const ShortcutLayer = createContext(pageLayer);

/**
 * Runs `action` when the keys are pressed: "c", "/", "g o". Never while somebody types, never below
 * an open dialog. `label` is what `?` says about it. Show the key where it acts with `KeyHint`.
 */
export const useShortcut = (
  keys: string,
  label: string,
  action: () => void,
  options: {
    enabled?: boolean;
    when?: () => boolean;
    /** Above dialogs too, unless something typed there would be lost. */
    everywhere?: boolean;
  } = {},
): void => {
  const { enabled = true, when } = options;
  const own = useContext(ShortcutLayer);
  const layer = options.everywhere ? everyLayer : own;
  const latest = useRef({ action, when });
  // Both in time for the first key after the screen is seen.
  useLayoutEffect(() => {
    latest.current = { action, when };
  });
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    return shortcutRegistry.add({
      keys,
      label,
      layer,
      action: () => latest.current.action(),
      when: () => latest.current.when?.() ?? true,
    });
  }, [keys, label, layer, enabled]);
};

/** While `active`, only shortcuts inside this layer act; `dirty` while something typed there would be lost. */
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
