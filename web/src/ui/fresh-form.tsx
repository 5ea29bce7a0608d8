import { Fragment, useState, type ReactNode } from 'react';
import { useShown } from './use-shown.ts';

type Props<Record> = {
  /** What the dialog is for; null while it is closed. */
  record: Record | null;
  /** The dialog with its form; `opened` follows `record`. */
  children: (record: Record, opened: boolean) => ReactNode;
};

/**
 * A dialog with a form about one record: every opening begins with a fresh form, and the last one stays to be seen
 * while it fades out. Nothing is rendered before the first opening.
 */
export const FreshForm = <Record extends { _id: string } | string>({
  record,
  children,
}: Props<Record>) => {
  const shown = useShown(record);
  const opened = record !== null;
  const [openings, setOpenings] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpenings(openings + 1);
  }
  if (shown === null) return null;
  const id = typeof shown === 'string' ? shown : shown._id;
  return <Fragment key={`${openings} ${id}`}>{children(shown, opened)}</Fragment>;
};
