import { Button, Checkbox, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { formatCount } from '../../../lib/formats.ts';
import { mostLessons } from './batch-rows.ts';
import styles from './batch.module.css';

type Props = {
  tuitionClass: Class;
  count: number;
  onHolidays: number;
  countsSchoolHolidays: boolean;
  canUndo: boolean;
  isLocked: boolean;
  onCount: (count: number) => void;
  onCountSchoolHolidays: (counts: boolean) => void;
  onSkipAll: () => void;
  onUndo: () => void;
};

/** What holds for all rows: how many, who teaches them, and how many fall on holidays. */
export const BatchHead = (props: Props) => (
  <div className={styles.head}>
    <CountInput value={props.count} disabled={props.isLocked} onChange={props.onCount} />
    <p className={styles.tutors}>
      {props.tuitionClass.tutor.length > 0
        ? `Taught by ${props.tuitionClass.tutor.map(({ name }) => name).join(', ')}, as the class says.`
        : 'The class has no tutor.'}
    </p>
    <div className={styles.holidays}>
      <Checkbox
        label="Count school holidays"
        disabled={props.isLocked}
        checked={props.countsSchoolHolidays}
        onChange={(event) => props.onCountSchoolHolidays(event.currentTarget.checked)}
      />
      <span aria-live="polite">
        {props.onHolidays > 0
          ? `${formatCount(props.onHolidays, 'lesson falls', 'lessons fall')} on holidays.`
          : 'No lesson falls on a holiday.'}
      </span>
      {props.onHolidays > 0 && (
        <Button disabled={props.isLocked} onClick={props.onSkipAll}>
          Skip all holidays
        </Button>
      )}
      {props.canUndo && (
        <Button disabled={props.isLocked} onClick={props.onUndo}>
          Undo skip
        </Button>
      )}
    </div>
  </div>
);

type CountProps = { value: number; disabled: boolean; onChange: (count: number) => void };

/** Counts when it is left or on Enter: while "40" is typed, a "4" must not take rows away. */
const CountInput = ({ value, disabled, onChange }: CountProps) => {
  const [typed, setTyped] = useState<number | string>(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const commit = () => {
    if (typeof typed === 'number' && typed !== value) onChange(typed);
    else setTyped(value);
  };
  return (
    <NumberInput
      label="Number of lessons"
      className={styles.count ?? ''}
      disabled={disabled}
      min={1}
      max={mostLessons}
      allowDecimal={false}
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        commit();
      }}
    />
  );
};
