import { Box, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

const icons = {
  negative: IconAlertCircle,
  warning: IconAlertTriangle,
  positive: IconCircleCheck,
};

type Props = {
  tone: keyof typeof icons;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

/** A prominent message: an error, a warning, a success. Announced when it appears. */
export const Banner = ({ tone, title, children, action }: Props) => {
  const Icon = icons[tone];
  return (
    <Group
      className={styles.banner}
      gap="md"
      align="flex-start"
      p="md"
      c="secondary"
      data-tone={tone}
      role={tone === 'negative' ? 'alert' : 'status'}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
      <Box flex={1} miw={0}>
        <Text variant="strong" c="bright">
          {title}
        </Text>
        {children}
      </Box>
      {action}
    </Group>
  );
};
