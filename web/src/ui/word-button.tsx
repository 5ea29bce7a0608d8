import type { ButtonHTMLAttributes } from 'react';
import styles from './word-button.module.css';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>;

/** A button that stands within words and looks like one of them: a number that leads to what it counts. */
export const WordButton = ({ className, ...props }: Props) => (
  <button {...props} type="button" className={[styles.word, className].filter(Boolean).join(' ')} />
);
