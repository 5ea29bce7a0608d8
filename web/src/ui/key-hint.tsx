import styles from './key-hint.module.css';

/**
 * A key shown where it acts: "C", "Ctrl ↵", "G O". Hidden from assistive technology, so that the
 * button's accessible name stays its label; `?` lists the keys in words.
 */
export const KeyHint = ({ keys, plain }: { keys: string; plain?: boolean }) => (
  <kbd className={styles.key} data-plain={plain || undefined} aria-hidden="true">
    {keys}
  </kbd>
);
