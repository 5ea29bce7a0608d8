import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { SearchBox } from './search-box.tsx';

type Props = {
  /** Shown in the empty box and its accessible name: "E-mail, phone or name". */
  label: string;
  /** What is searched, where there may be two searches at once. */
  of?: string;
  /** The term in force, as the address holds it. */
  term: string | undefined;
  /** Called on Enter with the trimmed term; an empty one ends the search. */
  onSearch: (term: string | undefined) => void;
  /** Where a term counts while somebody types too: called after a pause. */
  onPause?: (term: string | undefined) => void;
  width?: number;
  /** The button that searches; it needs text. */
  button?: string | undefined;
};

const pauseMs = 300;

/** A search whose term stands in the address; what is typed counts on Enter, and after a pause where that is wanted. */
export const TermSearch = ({ term, onSearch, onPause, ...rest }: Props) => {
  const [typed, setTyped] = useState(term ?? '');
  const [shownTerm, setShownTerm] = useState(term);
  const [sent, setSent] = useState<{ term: string | undefined } | null>(null);
  const pause = useDebouncedCallback((value: string) => {
    const next = termOf(value);
    if (next === term) return;
    setSent({ term: next });
    onPause?.(next);
  }, pauseMs);
  if (shownTerm !== term) {
    setShownTerm(term);
    setSent(null);
    // Until a term that was typed here is in force, more may have been typed.
    if (sent === null || sent.term !== term) setTyped(term ?? '');
  }
  return (
    <SearchBox
      {...rest}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        if (onPause) pause(value);
      }}
      onSearch={(value) => {
        pause.cancel();
        onSearch(termOf(value));
      }}
    />
  );
};

const termOf = (typed: string) => typed.trim() || undefined;
