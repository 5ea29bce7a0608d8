import { Box, Flex, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { signedWords } from './run-words.ts';
import rows from '../../ui/rows.module.css';
import styles from './payment-run.module.css';

/** The heading of a section of the side panel; what follows its words is at the right. */
export const SideHead = ({ children }: { children: ReactNode }) => (
  <Flex component="h2" align="center" justify="space-between" mih={26} variant="title">
    {children}
  </Flex>
);

type ListProps = { component: 'ul' | 'dl'; children: ReactNode };

/** Lines of the side panel, between hairlines. */
export const Lines = ({ component, children }: ListProps) => (
  <Box component={component} className={rows.rows}>
    {children}
  </Box>
);

/** A difference of pay: "+7.50". */
export const Signed = ({ amount }: { amount: number }) => (
  <Text component="strong" inherit c={amount < 0 ? 'negative' : undefined}>
    {signedWords(amount)}
  </Text>
);

type ItemProps = { before?: ReactNode; after?: ReactNode; children: ReactNode };

/** A row of the side panel's lists. */
export const Item = ({ before, after, children }: ItemProps) => (
  <Group component="li" align="flex-start" py="xs" variant="meta" c="secondary">
    {before}
    <Box flex={1} miw={0}>
      {children}
    </Box>
    {after}
  </Group>
);

/** A name that may be cut, then words or an amount at the right. */
export const Line = ({ children }: { children: ReactNode }) => (
  <Flex className={styles.line} component="p" gap="sm" align="baseline" variant="strong" c="bright">
    {children}
  </Flex>
);

type SumProps = { words: ReactNode; amount: string; about?: string | undefined };

/** A line of a calculation in a `dl`: what is added, why, and how much. */
export const Sum = ({ words, amount, about }: SumProps) => (
  <Flex gap="sm" justify="space-between" py="xs" c="secondary">
    <dt>
      {words}
      {about && (
        <Text span display="block" variant="meta">
          {about}
        </Text>
      )}
    </dt>
    <Text component="dd" flex="none" variant="strong" c="bright">
      {amount}
    </Text>
  </Flex>
);

/** The last line of a calculation. */
export const Total = ({ words, amount }: { words: string; amount: string }) => (
  <Flex component="p" align="baseline" justify="space-between" pt="sm">
    <span>{words}</span>
    <Text component="strong" variant="total">
      {amount}
    </Text>
  </Flex>
);

/** A consequence of an action, with an icon. */
export const Consequence = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Flex component="p" gap="sm" c="secondary">
    <Box component="span" pt={2} c="dimmed" aria-hidden="true">
      {icon}
    </Box>
    <span>{children}</span>
  </Flex>
);

type PairProps = {
  left?: ReactNode;
  right?: ReactNode;
  variant: 'title' | 'body' | 'meta';
  /** At most this many lines at the left. */
  lines?: number;
};

/** Words and an amount on one line. */
export const Pair = ({ left, right, variant, lines }: PairProps) => (
  <Group
    justify="space-between"
    align="baseline"
    variant={variant}
    c={variant === 'meta' ? 'dimmed' : 'bright'}
  >
    <Text span inherit miw={0} {...(lines && { lineClamp: lines })}>
      {left}
    </Text>
    <Text span inherit flex="none" data-figures>
      {right}
    </Text>
  </Group>
);
