import { Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import styles from './effects.module.css';

type Props = {
  title: string;
  items: readonly { icon: Icon; words: string }[];
};

/** The effects of saving a form, one sentence each: "When you create it". */
export const Effects = ({ title, items }: Props) => (
  <div>
    <Text component="h3" mb="sm" variant="button" fw={600} c="bright">
      {title}
    </Text>
    <Stack component="ul" gap={6}>
      {items.map(({ icon: EffectIcon, words }) => (
        <li key={words} className={styles.effect}>
          <EffectIcon size={15} stroke={1.7} aria-hidden="true" />
          {words}
        </li>
      ))}
    </Stack>
  </div>
);
