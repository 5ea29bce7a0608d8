import type { ButtonHTMLAttributes } from 'react';
import styles from './word-button.module.css';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>;

/** A button that looks like the surrounding text: a number that opens the rows it counts. */
export const WordButton = ({ className, ...props }: Props) => (
  <button {...props} type="button" className={[styles.word, className].filter(Boolean).join(' ')} />
);
