import styles from './key-hint.module.css';

/**
 * A shortcut shown at its button: "C", "Ctrl ↵", "G O". Hidden from assistive technology, so that the button's
 * accessible name is its label; `?` lists the shortcuts in words.
 */
export const KeyHint = ({ keys, plain }: { keys: string; plain?: boolean }) => (
  <kbd className={styles.key} data-plain={plain || undefined} aria-hidden="true">
    {keys}
  </kbd>
);
