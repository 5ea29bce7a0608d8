import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './search-line.module.css';

type Props = {
  term: string;
  /** The result in words: "12 students". */
  found?: string | undefined;
  clearLabel?: string;
  onClear: () => void;
  /** More at the right, before Clear. */
  end?: ReactNode;
};

/** Shows the active search with a button that ends it: "Showing results for **lim**". */
export const SearchLine = ({ term, found, clearLabel = 'Clear', onClear, end }: Props) => (
  <div className={styles.line}>
    <p>
      Showing results for <strong>{term}</strong>
      {found && <span className={styles.found}>{found}</span>}
    </p>
    <div className={styles.end}>
      {end}
      <ClearSearch label={clearLabel} onClear={onClear} />
    </div>
  </div>
);

export const ClearSearch = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <Button
    variant="subtle"
    size="xs"
    leftSection={<IconX size={16} stroke={1.7} />}
    onClick={onClear}
  >
    {label}
  </Button>
);

/** Replaces the search line if nothing was found. */
export const SearchProblem = ({ children }: { children: ReactNode }) => (
  <div className={styles.alert}>{children}</div>
);
