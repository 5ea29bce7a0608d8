import { useState } from 'react';
import { SearchBox } from './search-box.tsx';

type Props = {
  /** Shown in the empty box and its accessible name: "E-mail, phone or name". */
  label: string;
  /** The term in force, as the address holds it. */
  term: string | undefined;
  /** Called on Enter with the trimmed term; an empty one ends the search. */
  onSearch: (term: string | undefined) => void;
  width?: number;
};

/** A search whose term stands in the address; what is typed counts on Enter. */
export const TermSearch = ({ term, onSearch, ...rest }: Props) => {
  const [typed, setTyped] = useState(term ?? '');
  const [shownTerm, setShownTerm] = useState(term);
  if (shownTerm !== term) {
    setShownTerm(term);
    setTyped(term ?? '');
  }
  return (
    <SearchBox
      {...rest}
      value={typed}
      onChange={setTyped}
      onSearch={(value) => onSearch(value.trim() || undefined)}
    />
  );
};
