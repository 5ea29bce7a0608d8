import type { ReactNode } from 'react';
import { QuietLink } from '../../ui/quiet-link.tsx';

type Props = {
  /** The parameters of the address that open the row: `{ worksheet: _id }`. */
  opens: object;
  children: ReactNode;
};

/** Opens a row on its own screen, also by Enter. */
export const RowLink = ({ opens, children }: Props) => (
  <QuietLink to="." search={((search: object) => ({ ...search, ...opens })) as never} data-opens>
    {children}
  </QuietLink>
);
