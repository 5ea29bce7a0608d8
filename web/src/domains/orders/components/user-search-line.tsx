import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ClearSearch, SearchLine, SearchProblem } from '../../../ui/search-line.tsx';

export type FoundStudents = { shown: number; count: number };

/** Stands in place of the filters while a user search is on: whom it found, and the way back. */
export const UserSearchLine = ({
  term,
  found,
  end,
  onClear,
}: {
  term: string;
  /** Undefined while the users are being looked up. */
  found: FoundStudents | undefined;
  end?: ReactNode;
  onClear: () => void;
}) =>
  found?.count === 0 ? (
    <SearchProblem>
      <Banner
        tone="negative"
        title="There are no users with that email"
        action={<ClearSearch label="Clear search" onClear={onClear} />}
      />
    </SearchProblem>
  ) : (
    <SearchLine
      term={term}
      found={found && foundWords(found)}
      clearLabel="Clear search"
      onClear={onClear}
      end={end}
    />
  );

const foundWords = ({ shown, count }: FoundStudents) =>
  shown < count
    ? `the first ${shown} of ${formatCount(count, 'student')}, by name`
    : formatCount(count, 'student');
