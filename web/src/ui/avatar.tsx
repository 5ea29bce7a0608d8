import { initialsOf } from '../lib/formats.ts';
import styles from './avatar.module.css';

/** A person's initials in a circle; hidden from screen readers, since the name is beside it. */
export const Avatar = ({ name, isSmall = false }: { name: string; isSmall?: boolean }) => (
  <span
    className={styles.avatar}
    data-initials={initialsOf(name) || '–'}
    data-small={isSmall || undefined}
    aria-hidden="true"
  />
);
