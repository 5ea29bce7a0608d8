import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A group of students in a list, with its number at the right. */
export const GroupRow = ({ count, children }: { count: number; children: ReactNode }) => (
  <Group component="li" mih={40} c="bright">
    {children}
    <Text span ml="auto" miw={28} variant="strong" ta="right" data-figures>
      {count}
    </Text>
  </Group>
);
