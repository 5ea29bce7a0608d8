import { ActionIcon, NumberInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Holiday } from '@staffroom/contract/domains/lessons/holidays.ts';
import type { Booking } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { formatLongDay } from '../../../lib/formats.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import type { BatchRow as Row } from './batch-rows.ts';
import { BatchNotes } from './batch-notes.tsx';
import styles from './batch.module.css';
import type { ReadLesson, RowFailure } from './use-batch.ts';

type Props = {
  lesson: ReadLesson;
  position: number;
  holidays: readonly Holiday[];
  bookings: readonly Booking[];
  failure: RowFailure | null;
  isLocked: boolean;
  isOnly: boolean;
  onChange: (changes: Partial<Row>) => void;
  onSkip: () => void;
  onRemove: () => void;
};

/** One lesson of a batch: its fields, and below them what to mind about it. */
export const BatchRow = (props: Props) => {
  const { lesson, position, isLocked, onChange } = props;
  const { row, problems } = lesson;
  const isFixed = isLocked || row.sent !== null;
  const title = `Lesson ${position}`;
  return (
    <div className={styles.row} role="group" aria-label={title}>
      <div className={styles.rowHead}>
        <h3 className={styles.rowTitle}>{title}</h3>
        <span>{formatLongDay(lesson.day)}</span>
        <ActionIcon
          className={styles.remove ?? ''}
          aria-label="Remove"
          disabled={isFixed || props.isOnly}
          onClick={props.onRemove}
        >
          <IconTrash size={16} stroke={1.7} />
        </ActionIcon>
      </div>
      <div className={styles.fields}>
        <TextInput
          label="Name"
          required
          disabled={isFixed}
          value={lesson.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={problems.name}
        />
        <DayInput
          label="Date"
          required
          disabled={isFixed}
          value={lesson.day}
          onChange={(day) => onChange({ day })}
          error={problems.day}
        />
        <TimeInput
          label="Start"
          required
          disabled={isFixed}
          value={row.start}
          onChange={(start) => onChange({ start })}
          error={problems.start}
        />
        <TimeInput
          label="End"
          required
          disabled={isFixed}
          value={row.end}
          onChange={(end) => onChange({ end })}
          error={problems.end}
        />
        <OrderInput
          label="Lesson term"
          disabled={isFixed}
          value={lesson.term}
          onChange={(term) => onChange({ term })}
          error={problems.term}
        />
        <OrderInput
          label="Lesson order"
          disabled={isFixed}
          value={lesson.index}
          onChange={(index) => onChange({ index })}
          error={problems.index}
        />
      </div>
      <BatchNotes {...props} isFixed={isFixed} />
    </div>
  );
};

type OrderInputProps = {
  label: string;
  disabled: boolean;
  value: number;
  onChange: (value: number | null) => void;
  error: string | undefined;
};

/** A number from 1; an emptied field follows from the row above again. */
const OrderInput = ({ value, onChange, ...rest }: OrderInputProps) => (
  <NumberInput
    {...rest}
    required
    min={1}
    max={1000}
    allowDecimal={false}
    value={value}
    onChange={(next) => onChange(typeof next === 'number' ? next : null)}
  />
);
