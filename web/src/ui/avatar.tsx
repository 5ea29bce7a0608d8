import { initialsOf } from '../lib/formats.ts';
import styles from './avatar.module.css';

/** A person's initials in a circle; hidden from screen readers, since the name is beside it. */
export const Avatar = ({ name }: { name: string }) => (
  <span className={styles.avatar} data-initials={initialsOf(name) || '–'} aria-hidden="true" />
);
