import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = {
  /** The parameters of the address that open the row: `{ worksheet: _id }`. */
  opens: object;
  className?: string | undefined;
  children: ReactNode;
};

/** Opens a row on its own screen, also by Enter. */
export const RowLink = ({ opens, className, children }: Props) => (
  <Link
    to="."
    search={((search: object) => ({ ...search, ...opens })) as never}
    className={className}
    data-opens
  >
    {children}
  </Link>
);
