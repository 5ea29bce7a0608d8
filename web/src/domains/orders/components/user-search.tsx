import { TermSearch } from '../../../ui/term-search.tsx';

/** The user search of the header: a trimmed, non-empty term; an empty one ends the search (part 2 §5). */
export const UserSearch = (props: {
  term: string | undefined;
  onSearch: (term: string | undefined) => void;
}) => <TermSearch label="E-mail, phone or name" {...props} />;
