import { Button, Checkbox, Select, Flex, Box } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import {
  hostingPlatforms,
  hostingTypes,
} from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { DayInput } from '../../../kit/form/day-input.tsx';
import { numberProblem } from '../../../kit/form/typed-number.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { holidaysFor, skipHolidays, undoSkip } from './batch-checks.ts';
import { changeRow, mostDaysBetween, mostLessons, withRowCount } from './batch-rows.ts';
import styles from './batch.module.css';
import type { BatchState } from './use-batch.ts';

type HeadProps = Pick<BatchState, 'batch' | 'planned' | 'change'> & {
  className: string;
  isLocked: boolean;
};

/** Settings for all rows: number of lessons, first day, interval, platform, holidays. */
export const BatchHead = ({ batch, planned, change, className, isLocked }: HeadProps) => {
  const { product_name: productName } = useSettings();
  const [first] = planned;
  const onHolidays = planned.filter(({ day }) => holidaysFor(batch, day).length > 0).length;
  return (
    <Flex
      rowGap="md"
      columnGap="lg"
      align="flex-start"
      wrap="wrap"
      mb="lg"
      role="group"
      aria-label="All lessons"
      onKeyDown={keepFromSaving}
    >
      <WholeInput
        label="Number of lessons"
        max={mostLessons}
        value={batch.rows.length}
        disabled={isLocked}
        onChange={(count) => change(withRowCount(batch, count))}
      />
      <Box
        className={styles.unframed}
        component="fieldset"
        w={170}
        disabled={isLocked || first?.row.sent != null}
      >
        <DayInput
          label="First lesson"
          value={first?.day ?? ''}
          onChange={(day) =>
            first && change(changeRow(batch, first.row.key, { day: day === '' ? null : day }))
          }
          error={first?.problems.day}
        />
      </Box>
      <WholeInput
        label="Days between"
        max={mostDaysBetween}
        value={batch.daysBetween}
        disabled={isLocked}
        onChange={(daysBetween) => change({ ...batch, daysBetween })}
      />
      <Select
        label="Hosting platform"
        className={styles.platform ?? ''}
        disabled={isLocked}
        allowDeselect={false}
        data={[...new Set([...hostingPlatforms(productName), batch.platform])]}
        value={batch.platform}
        onChange={(platform) => platform !== null && change({ ...batch, platform })}
      />
      <Select
        label="Type"
        className={styles.type ?? ''}
        disabled={isLocked}
        allowDeselect={false}
        data={[...hostingTypes]}
        value={batch.type}
        onChange={(type) => type !== null && change({ ...batch, type })}
      />
      <Flex
        className={styles.holidays}
        rowGap="sm"
        columnGap="md"
        align="center"
        wrap="wrap"
        flex={1}
        miw={280}
      >
        <Checkbox
          label="Count school holidays"
          disabled={isLocked}
          checked={batch.countsSchoolHolidays}
          onChange={(event) =>
            change({ ...batch, countsSchoolHolidays: event.currentTarget.checked })
          }
        />
        <span aria-live="polite">
          {onHolidays > 0
            ? `${formatCount(onHolidays, 'lesson falls', 'lessons fall')} on holidays.`
            : 'No lesson falls on a holiday.'}
        </span>
        {onHolidays > 0 && (
          <Button disabled={isLocked} onClick={() => change(skipHolidays(batch, className))}>
            Skip all holidays
          </Button>
        )}
        {batch.daysBefore !== null && (
          <Button disabled={isLocked} onClick={() => change(undoSkip(batch))}>
            Undo skip
          </Button>
        )}
      </Flex>
    </Flex>
  );
};

/** Enter commits this field; it must not submit the form. */
const keepFromSaving = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
};

type WholeProps = {
  label: string;
  value: number;
  max: number;
  disabled: boolean;
  onChange: (value: number) => void;
};

/** Commits on blur or Enter: while "40" is typed, "4" must not remove rows. */
const WholeInput = ({ value, onChange, ...rest }: WholeProps) => {
  const [typed, setTyped] = useState<number | string>(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const problem =
    typeof typed === 'number' && (typed < 1 || typed > rest.max)
      ? `1 to ${rest.max}`
      : numberProblem(typed, true);
  const commit = () => {
    if (typed === '') setTyped(value);
    else if (typeof typed === 'number' && !problem && typed !== value) onChange(typed);
  };
  return (
    <NumberInput
      {...rest}
      className={styles.count ?? ''}
      decimals={0}
      min={1}
      value={typed}
      onChange={setTyped}
      error={problem}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
};
