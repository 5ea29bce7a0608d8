import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  name: ReactNode;
  /** Names of a phone's list are larger. */
  isLarge?: boolean;
  /** Below the name: times, e-mail, role. */
  children?: ReactNode;
};

/** A person or file in a list: the name, and details below it. */
export const PersonLines = ({ name, isLarge = false, children }: Props) => (
  <Stack component="span" gap={0} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
    <Text component="strong" variant={isLarge ? 'title' : 'button'} c="bright">
      {name}
    </Text>
    {children && (
      <Text span variant="meta" c="dimmed">
        {children}
      </Text>
    )}
  </Stack>
);
