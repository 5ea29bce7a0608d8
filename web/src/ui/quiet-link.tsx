import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import styles from './quiet-link.module.css';

type Props = ComponentProps<'a'> & { 'data-in-sentence'?: boolean | undefined };

// The router marks links to the pages above the open one as current, which only the menu does.
const QuietAnchor = ({ className, children, 'aria-current': _, ...rest }: Props) => (
  <a {...rest} className={[styles.link, className].filter(Boolean).join(' ')}>
    {children}
  </a>
);

/** A link in the colour of the text, underlined on hover: a record's name, a crumb, "All orders". */
export const QuietLink = createLink(QuietAnchor);
