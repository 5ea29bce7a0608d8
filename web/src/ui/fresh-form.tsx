import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { afterClosing } from './after-closing.ts';
import { useShown } from './use-shown.ts';

type Props<Record> = {
  /** What the dialog is for; null while it is closed. */
  record: Record | null;
  /** The dialog with its form; `opened` follows `record`. */
  children: (record: Record, opened: boolean) => ReactNode;
};

/**
 * A dialog with a form about one record: every opening begins with a fresh form, and the last one stays to be seen
 * while it fades out. Before and after nothing of it is there: what is closed reads no record and holds no key.
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
  // What is open is there, whatever the time of an earlier closing does in this very moment.
  if (shown === null || (isGone && !opened)) return null;
  const id = typeof shown === 'string' ? shown : shown._id;
  return <Fragment key={`${openings} ${id}`}>{children(shown, opened)}</Fragment>;
};
