import { Box, Flex, type MantineColor } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { icon: ReactNode; c: MantineColor; role?: string; children: ReactNode };

/** Words that may wrap, after an icon on their first line. */
export const IconLine = ({ icon, children, ...props }: Props) => (
  <Flex component="span" gap="xs" align="flex-start" variant="meta" {...props}>
    <Box component="span" flex="none" pt={2} lh={0} aria-hidden="true">
      {icon}
    </Box>
    <span>{children}</span>
  </Flex>
);
