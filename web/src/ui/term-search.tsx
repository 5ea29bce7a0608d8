import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { SearchBox } from './search-box.tsx';

type Props = {
  /** Placeholder and accessible name: "E-mail, phone or name". */
  label: string;
  /** The searched records, if a page has two searches. */
  of?: string;
  /** The active term, from the address. */
  term: string | undefined;
  /** Called on Enter with the trimmed term; undefined ends the search. */
  onSearch: (term: string | undefined) => void;
  /** Called after a pause in typing, for searches that apply during typing. */
  onPause?: (term: string | undefined) => void;
  width?: number;
  /** Takes the free width of its line. */
  grows?: boolean;
  /** Label of the search button; it is disabled without text. */
  button?: string | undefined;
  /** The typed text is kept outside, for a box that moves to another place, as on a tablet that is turned. */
  kept?: KeptText | null;
  onKeep?: (kept: KeptText | null) => void;
};

/** A text that was typed while the address had this term. */
export type KeptText = { term: string | undefined; typed: string };

const pauseMs = 300;

/** A search whose term is in the address. The term applies on Enter, and with `onPause` after a pause in typing. */
export const TermSearch = ({ term, onSearch, onPause, kept, onKeep, ...rest }: Props) => {
  const [typed, setTyped] = useState(kept && kept.term === term ? kept.typed : (term ?? ''));
  const [shownTerm, setShownTerm] = useState(term);
  const [sent, setSent] = useState<{ term: string | undefined } | null>(null);
  const pause = useDebouncedCallback((value: string) => {
    const next = termOf(value);
    if (next === term) return;
    onKeep?.(null);
    setSent({ term: next });
    onPause?.(next);
  }, pauseMs);
  if (shownTerm !== term) {
    setShownTerm(term);
    setSent(null);
    // More may have been typed before the sent term arrives in the address.
    if (sent === null || sent.term !== term) setTyped(term ?? '');
  }
  return (
    <SearchBox
      {...rest}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        onKeep?.({ term, typed: value });
        if (onPause) pause(value);
      }}
      onSearch={(value) => {
        pause.cancel();
        onKeep?.(null);
        onSearch(termOf(value));
      }}
    />
  );
};

const termOf = (typed: string) => typed.trim() || undefined;
