import { initialsOf } from '../lib/formats.ts';
import styles from './avatar.module.css';

/** A person's initials in a circle; drawn, not read out, since the name stands beside it. */
export const Avatar = ({ name }: { name: string }) => (
  <span className={styles.avatar} data-initials={initialsOf(name) || '–'} aria-hidden="true" />
);
