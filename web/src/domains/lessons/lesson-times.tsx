import { Box, Stack } from '@mantine/core';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './lesson-times.module.css';

type Props = { lesson: { scheduled_on: string; ended_on: string } };

/** A phone's row: start above end, and the bar in the colour of the subject (`data-subject` around it). */
export const LessonTimes = ({ lesson: { scheduled_on: start, ended_on: end } }: Props) => {
  const { time } = useFormats();
  return (
    <>
      <Stack
        component="span"
        gap={0}
        flex="none"
        w={44}
        variant="meta"
        c="dimmed"
        ta="right"
        data-figures
      >
        <strong className={styles.start}>{time(start)}</strong>
        <span>{time(end)}</span>
      </Stack>
      <Box component="span" className={styles.bar} flex="none" w={3} />
    </>
  );
};
