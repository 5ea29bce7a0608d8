import { Box, Group } from '@mantine/core';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { Meter } from '../../ui/meter.tsx';

type Props = Pick<LessonSummary, 'seats' | 'trial_seats' | 'max_cap'> & {
  /** A short bar, for narrow columns. */
  isShort?: boolean;
};

/** A lesson's taken seats as a bar with the numbers. */
export const LessonSeats = ({
  seats,
  trial_seats: trials,
  max_cap: cap,
  isShort = false,
}: Props) => {
  const words = `${seats} of ${cap}`;
  return (
    <Group component="span" data-figures>
      <Box flex="none" w={isShort ? 28 : 72}>
        <Meter
          label={words}
          parts={[
            { value: seats - trials, tone: 'accent' },
            { value: trials, tone: 'cyan' },
          ]}
          total={Math.max(cap, seats)}
        />
      </Box>
      {isShort ? `${seats}/${cap}` : words}
    </Group>
  );
};
