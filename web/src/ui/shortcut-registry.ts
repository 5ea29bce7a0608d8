export type Shortcut = {
  /** A key ("c", "/", "?"), a sequence ("g o"), both as typed in lower case, or a key with Ctrl or ⌘ ("mod k"). */
  keys: string;
  /** Its action in the words of the screen. */
  label: string;
  action: () => void;
  /** The layer (page or dialog) it belongs to. */
  layer: string;
  /** It acts on every screen; others are of the open one. */
  isGlobal?: boolean;
  /** Whether it applies now; otherwise the key keeps its default action. */
  when?: (() => boolean) | undefined;
};

export const pageLayer = 'page';
/** Layer of shortcuts that also act above any dialog, unless typed input would be lost. */
export const everyLayer = 'every';
const sequencePause = 1000;

type Layer = { name: string; isDirty: () => boolean };

/** True if a key press belongs to a text input or to an open list of options. */
const isTyping = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false;
  if (target.closest('[contenteditable=""], [contenteditable="true"], textarea, select'))
    return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type);
  return target.closest('[aria-expanded="true"], [role="listbox"], [role="menu"]') !== null;
};

/** Registry of the mounted screens' shortcuts; runs the one that matches a key press. */
export class ShortcutRegistry {
  readonly #shortcuts = new Set<Shortcut>();
  readonly #layers: Layer[] = [{ name: pageLayer, isDirty: () => false }];
  #pressed = '';
  #pressedAt = 0;

  /** Adds a shortcut; returns a function that removes it. */
  add(shortcut: Shortcut): () => void {
    this.#shortcuts.add(shortcut);
    return () => this.#shortcuts.delete(shortcut);
  }

  /** Puts a layer (a dialog) on top: only its own shortcuts act until the returned function removes it. */
  pushLayer(name: string, isDirty = () => false): () => void {
    const layer = { name, isDirty };
    this.#layers.push(layer);
    return () => {
      this.#layers.splice(this.#layers.indexOf(layer), 1);
    };
  }

  /** The shortcuts of a layer, each action once. */
  list(layer: string): Shortcut[] {
    const ofLayer = [...this.#shortcuts].filter((shortcut) =>
      [layer, everyLayer].includes(shortcut.layer),
    );
    return [...new Map(ofLayer.map((each) => [`${each.keys} ${each.label}`, each])).values()];
  }

  get topLayer(): string {
    return this.#layers.at(-1)?.name ?? pageLayer;
  }

  /** Handles a key press. Keys without Ctrl or ⌘ never act while typing, keys with Alt never. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey) {
      this.#pressed = '';
      this.#run([`mod ${event.key.toLowerCase()}`], event);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      this.#pressed = '';
      return;
    }
    const key = event.key.toLowerCase();
    if (key === 'shift') return;
    const inTime = event.timeStamp - this.#pressedAt < sequencePause;
    const sequence = this.#pressed && inTime ? `${this.#pressed} ${key}` : key;
    if (this.#run([sequence, key], event)) {
      this.#pressed = '';
      return;
    }
    this.#pressed = key;
    this.#pressedAt = event.timeStamp;
  }

  /** Runs the first of these keys that applies; of several shortcuts with the same key, the last added. */
  #run(keys: readonly string[], event: KeyboardEvent): boolean {
    const layers = [
      this.topLayer,
      ...(this.#layers.some(({ isDirty }) => isDirty()) ? [] : [everyLayer]),
    ];
    const candidates = [...this.#shortcuts]
      .filter(({ layer, when }) => layers.includes(layer) && (when?.() ?? true))
      .toReversed();
    const match = keys
      .map((key) => candidates.find((shortcut) => shortcut.keys === key))
      .find((shortcut) => shortcut !== undefined);
    if (!match) return false;
    event.preventDefault();
    match.action();
    return true;
  }
}

export const shortcutRegistry = new ShortcutRegistry();
