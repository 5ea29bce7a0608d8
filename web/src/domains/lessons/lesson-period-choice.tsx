import { SegmentedControl } from '@mantine/core';
import type { LessonCounts, LessonPeriod } from './lessons.api.ts';

type Props = {
  value: LessonPeriod;
  counts: LessonCounts;
  onChange: (period: LessonPeriod) => void;
};

/** Lessons to come, or those that have ended. */
export const LessonPeriodChoice = ({ value, counts, onChange }: Props) => (
  <SegmentedControl<LessonPeriod>
    aria-label="Period"
    fullWidth={false}
    value={value}
    onChange={onChange}
    data={[
      { value: 'coming', label: labelOf('Coming', counts.coming) },
      { value: 'past', label: labelOf('Past', counts.past) },
    ]}
  />
);

const labelOf = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} (${count})`;
