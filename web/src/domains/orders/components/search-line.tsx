import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import styles from './search-line.module.css';

export type FoundStudents = { shown: number; count: number };

/** Stands in place of the filters while a user search is on: whom it found, and the way back. */
export const SearchLine = ({
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
}) => {
  const clear = (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconX size={16} stroke={1.7} />}
      onClick={onClear}
    >
      Clear search
    </Button>
  );
  if (found?.count === 0)
    return (
      <div className={styles.alert}>
        <Banner tone="negative" title="There are no users with that email" action={clear} />
      </div>
    );
  return (
    <div className={styles.line}>
      <p>
        Showing results for <strong>{term}</strong>
        {found && <span className={styles.found}>{foundWords(found)}</span>}
      </p>
      <div className={styles.end}>
        {end}
        {clear}
      </div>
    </div>
  );
};

const foundWords = ({ shown, count }: FoundStudents) =>
  shown < count
    ? `the first ${shown} of ${formatCount(count, 'student')}, by name`
    : formatCount(count, 'student');
