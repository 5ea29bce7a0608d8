export type Shortcut = {
  /** One key ("c", "/", "?") or a sequence ("g o"), as typed, lower case. */
  keys: string;
  /** What it does, in the words of the screen. */
  label: string;
  action: () => void;
  /** The layer (page or dialog) it belongs to. */
  layer: string;
  /** Whether it means anything at the moment; until then the key keeps what it does anyway. */
  when?: (() => boolean) | undefined;
};

export const pageLayer = 'page';
const sequencePause = 1000;

/** Whether a key press belongs to a text that somebody is writing, or to an open list of options. */
export const isTyping = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false;
  if (target.closest('[contenteditable=""], [contenteditable="true"], textarea, select'))
    return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type);
  return target.closest('[aria-expanded="true"], [role="listbox"], [role="menu"]') !== null;
};

/** Holds the shortcuts of the mounted screens and runs the one that a key press means. */
export class ShortcutRegistry {
  readonly #shortcuts = new Set<Shortcut>();
  readonly #layers: string[] = [pageLayer];
  #pressed = '';
  #pressedAt = 0;

  /** Adds a shortcut; the answer removes it. */
  add(shortcut: Shortcut): () => void {
    this.#shortcuts.add(shortcut);
    return () => this.#shortcuts.delete(shortcut);
  }

  /** Puts a layer (a dialog) on top: only its own shortcuts act until it is removed. */
  pushLayer(layer: string): () => void {
    this.#layers.push(layer);
    return () => {
      const index = this.#layers.lastIndexOf(layer);
      if (index > 0) this.#layers.splice(index, 1);
    };
  }

  /** What the keys of a layer do, each act once. */
  list(layer: string): Shortcut[] {
    const ofLayer = [...this.#shortcuts].filter((shortcut) => shortcut.layer === layer);
    return [...new Map(ofLayer.map((each) => [`${each.keys} ${each.label}`, each])).values()];
  }

  get topLayer(): string {
    return this.#layers.at(-1) ?? pageLayer;
  }

  /** Runs what the key press means; never while typing, never with Ctrl, Alt or ⌘ held. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      this.#pressed = '';
      return;
    }
    const key = event.key.toLowerCase();
    if (key === 'shift') return;
    const inTime = event.timeStamp - this.#pressedAt < sequencePause;
    const sequence = this.#pressed && inTime ? `${this.#pressed} ${key}` : key;
    // Of several that share a key the last added acts, among those that mean anything at the moment.
    const candidates = [...this.#shortcuts]
      .filter(({ layer, when }) => layer === this.topLayer && (when?.() ?? true))
      .toReversed();
    const match =
      candidates.find((shortcut) => shortcut.keys === sequence) ??
      candidates.find((shortcut) => shortcut.keys === key);
    if (match) {
      this.#pressed = '';
      event.preventDefault();
      match.action();
      return;
    }
    this.#pressed = key;
    this.#pressedAt = event.timeStamp;
  }
}

export const shortcutRegistry = new ShortcutRegistry();
