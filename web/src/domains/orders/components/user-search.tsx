import { useState } from 'react';
import { SearchBox } from '../../../ui/search-box.tsx';

/** The user search of the header: a trimmed, non-empty term; an empty one ends the search (part 2 §5). */
export const UserSearch = ({
  term,
  onSearch,
}: {
  term: string | undefined;
  onSearch: (term: string | undefined) => void;
}) => {
  const [typed, setTyped] = useState(term ?? '');
  const [shownTerm, setShownTerm] = useState(term);
  if (shownTerm !== term) {
    setShownTerm(term);
    setTyped(term ?? '');
  }
  return (
    <SearchBox
      label="E-mail, phone or name"
      value={typed}
      onChange={setTyped}
      onSearch={(value) => onSearch(value.trim() || undefined)}
    />
  );
};
