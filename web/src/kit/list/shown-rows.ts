import type { ReactNode } from 'react';
import type { ListState } from '../../ui/list-states.tsx';

/** The rows of a page, or their placeholder while there are no rows. */
export type ShownRows<Row> = {
  rows: readonly Row[];
  state: ListState;
  noun: string;
  empty: ReactNode;
};

export const idOf = (row: unknown): string => (row as { _id: string })._id;
