import { Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  term: string;
  /** The result in words: "12 students". */
  found?: string | undefined;
  /** Why there is no result; replaces the words. */
  problem?: string | false;
  clearLabel?: string;
  onClear: () => void;
  /** More at the right, before Clear. */
  end?: ReactNode;
};

/** In a toolbar: the active search with a button that ends it: "Showing results for **lim**, 2 students". */
export const SearchLine = ({ term, found, problem, clearLabel = 'Clear', onClear, end }: Props) => (
  <Group flex="1 1 auto" justify="space-between" miw={0}>
    {problem ? (
      <Text role="alert" variant="strong" c="negative" flex={1}>
        {problem}
      </Text>
    ) : (
      <Text c="secondary" truncate title={term}>
        Showing results for{' '}
        <Text span inherit fw={600} c="bright">
          {term}
        </Text>
        {found && `, ${found}`}
      </Text>
    )}
    <Group flex="none">
      {end}
      <Button variant="subtle" leftSection={<IconX size={16} stroke={1.7} />} onClick={onClear}>
        {clearLabel}
      </Button>
    </Group>
  </Group>
);
