import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { pageLayer, shortcutRegistry } from './shortcut-registry.ts';

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
  { enabled = true, when }: { enabled?: boolean; when?: () => boolean } = {},
): void => {
  const layer = useContext(ShortcutLayer);
  const latest = useRef({ action, when });
  useEffect(() => {
    latest.current = { action, when };
  });
  // In time for the first key after the screen is seen.
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

/** While `active`, only shortcuts inside this layer act. */
export const useShortcutLayer = (layer: string, active: boolean): void => {
  useLayoutEffect(() => (active ? shortcutRegistry.pushLayer(layer) : undefined), [layer, active]);
};
