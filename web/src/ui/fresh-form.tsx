import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { afterClosing } from './after-closing.ts';
import { useShown } from './use-shown.ts';

type Props<Record> = {
  /** The subject of the dialog; null while it is closed. */
  record: Record | null;
  /** The dialog with its form; `opened` is true while `record` is set. */
  children: (record: Record, opened: boolean) => ReactNode;
};

/**
 * A dialog with a form about one record. Every opening mounts a fresh form; after closing, the form stays mounted until
 * it has faded out. While unmounted it runs no queries and no shortcuts.
 */
export const FreshForm = <Record extends { _id: string } | string>({
  record,
  children,
}: Props<Record>) => {
  const shown = useShown(record);
  const opened = record !== null;
  const [openings, setOpenings] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  const [isGone, setGone] = useState(true);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setGone(false);
    if (opened) setOpenings(openings + 1);
  }
  useEffect(() => {
    if (opened) return undefined;
    const fading = setTimeout(() => setGone(true), afterClosing);
    return () => clearTimeout(fading);
  }, [opened]);
  // An open dialog is shown even if the timer of an earlier closing fires in this render.
  if (shown === null || (isGone && !opened)) return null;
  const id = typeof shown === 'string' ? shown : shown._id;
  return <Fragment key={`${openings} ${id}`}>{children(shown, opened)}</Fragment>;
};
