import { ActionIcon, Button, MultiSelect, TextInput, Text, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Holiday } from 'staffroom-contract/domains/lessons/holidays.ts';
import type { Booking } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { DayInput } from '../../../kit/form/day-input.tsx';
import type { Named } from '../../../kit/form/field.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { useSettings } from '../../../lib/settings.ts';
import { TimeInput } from '../../../ui/time-input.tsx';
import { TeacherOption } from '../../users/teacher-option.tsx';
import { useBusy } from '../../users/use-busy.ts';
import { teachersByTerm } from '../../users/users.api.ts';
import { BookingList } from '../bookings.tsx';
import { busyTeachersQuery } from '../busy-teachers.ts';
import { holidayWords, isBeyondHolidays } from './batch-checks.ts';
import styles from './batch.module.css';
import type { BatchCell, BatchRow as Row } from './batch-rows.ts';
import type { ReadLesson, RowFailure } from './use-batch.ts';

type RowProps = {
  lesson: ReadLesson;
  position: number;
  /** The fields are below the headings; otherwise each has its label above it. */
  isTable: boolean;
  tutors: readonly Named[];
  holidays: readonly Holiday[];
  bookings: readonly Booking[];
  /** Other warnings: in the past, after the class's end, number taken, clash with another row. */
  unusual: readonly string[];
  failure: RowFailure | null;
  /** True while lessons are being saved. */
  isLocked: boolean;
  isOnly: boolean;
  onChange: (changes: Partial<Row>) => void;
  onSkip: () => void;
  onRemove: () => void;
};

const headings = ['#', 'Lesson name', 'Date', 'From', 'To', 'Term', 'Index', 'Tutors', 'Notes', ''];

/** Visible column headings; each input has its own name for screen readers. */
export const BatchHeadings = () => (
  <div className={styles.headings} aria-hidden="true">
    {headings.map((heading) => (
      <span key={heading}>{heading}</span>
    ))}
  </div>
);

/** One lesson of a batch: its fields and warnings. */
export const BatchRow = (props: RowProps) => {
  const { lesson, position, isTable, isLocked, onChange } = props;
  const { row, problems } = lesson;
  const isFixed = isLocked || row.sent !== null;
  const isClash = props.bookings.some(({ as }) => as === 'tutor');
  const named = (label: string): Labelled => (isTable ? { 'aria-label': label } : { label });
  const cell = (name: BatchCell) => ({ 'data-cell': name, 'data-row': row.key });
  return (
    <div
      className={styles.row}
      role="group"
      aria-label={`Lesson ${position}`}
      data-clash={isClash || undefined}
    >
      <Text
        span
        visibleFrom="lg"
        data-figures
        inherit
        pt="sm"
        c="dimmed"
        ta="right"
        aria-hidden="true"
      >
        {position}
      </Text>
      <div {...cell('name')}>
        <TextInput
          {...named('Name')}
          required
          disabled={isFixed}
          value={lesson.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={problems.name}
        />
      </div>
      <fieldset className={styles.unframed} disabled={isFixed} {...cell('day')}>
        <DayInput
          {...named('Date')}
          required
          value={lesson.day}
          onChange={(day) => onChange({ day: day === '' ? null : day })}
          error={problems.day}
        />
      </fieldset>
      <div {...cell('start')}>
        <TimeInput
          {...named('Start')}
          required
          disabled={isFixed}
          value={row.start}
          onChange={(start) => onChange({ start })}
          error={problems.start}
        />
      </div>
      <div {...cell('end')}>
        <TimeInput
          {...named('End')}
          required
          disabled={isFixed}
          value={row.end}
          onChange={(end) => onChange({ end })}
          error={problems.end}
        />
      </div>
      <div {...cell('term')}>
        <NumberInput
          {...named('Lesson term')}
          {...whole}
          disabled={isFixed}
          value={lesson.term}
          // An emptied field is derived from the row above again.
          onChange={(term) => onChange({ term: term === '' ? null : term })}
          error={problems.term}
        />
      </div>
      <div {...cell('index')}>
        <NumberInput
          {...named('Lesson order')}
          {...whole}
          disabled={isFixed}
          value={lesson.index}
          onChange={(index) => onChange({ index: index === '' ? null : index })}
          error={problems.index}
        />
      </div>
      <div {...cell('tutor')}>
        <TutorsInput
          {...named('Tutors')}
          value={props.tutors}
          times={lesson.body}
          disabled={isFixed}
          onChange={(tutor) => onChange({ tutor })}
          error={problems.tutor}
        />
      </div>
      <Notes {...props} isFixed={isFixed} />
      <ActionIcon
        className={styles.remove ?? ''}
        aria-label="Remove"
        disabled={isFixed || props.isOnly}
        onClick={props.onRemove}
      >
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </div>
  );
};

/** In the table the headings are in sight, so that a field only has an accessible name. */
type Labelled = { label: string } | { 'aria-label': string };

const whole = { required: true, decimals: 0, min: 1, max: 1000 };

type TutorsProps = Labelled & {
  value: readonly Named[];
  onChange: (tutors: Named[]) => void;
  /** The lesson's times; null while they are incomplete. */
  times: ReadLesson['body'];
  disabled: boolean;
  error: string | undefined;
};

/** Delay before the search, in milliseconds. */
const debounceMs = 250;

/** Tutors of one row, searched by name or e-mail. */
const TutorsInput = ({ value, onChange, times, ...rest }: TutorsProps) => {
  const { business_time_zone: zone } = useSettings();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [term] = useDebouncedValue(typed.trim(), debounceMs);
  const { data } = useQuery({ ...teachersByTerm('Tutor', term), enabled: opened });
  const teachers = data?.data ?? [];
  const found = teachers.map(({ _id, name, email }) => ({ _id, name: name || email }));
  const known = [...value, ...found.filter(({ _id }) => !value.some((one) => one._id === _id))];
  const busy = useBusy(
    times && opened
      ? busyTeachersQuery({ scheduled_on: times.scheduled_on, ended_on: times.ended_on }, zone)
      : undefined,
    found.map(({ _id }) => _id),
  );
  return (
    <MultiSelect
      {...rest}
      classNames={{ inputField: styles.term ?? '' }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      // The server has already filtered.
      filter={({ options }) => options}
      data={known.map(({ _id, name }) => ({ value: _id, label: name || '–' }))}
      renderOption={({ option }) => (
        <TeacherOption
          label={option.label}
          teacher={teachers.find(({ _id }) => _id === option.value)}
          busy={busy && (busy.get(option.value) ?? null)}
        />
      )}
      value={value.map(({ _id }) => _id)}
      onChange={(ids) => onChange(known.filter(({ _id }) => ids.includes(_id)))}
      nothingFoundMessage="There were no tutors found matching your search"
    />
  );
};

/** The row's warnings: holidays, double bookings, unusual values, and why saving failed. */
const Notes = ({
  lesson: { row, day, problems },
  holidays,
  bookings,
  unusual,
  failure,
  isFixed,
  isLocked,
  onSkip,
}: RowProps & { isFixed: boolean }) => (
  <Stack
    className={styles.notes}
    gap="xs"
    justify="center"
    mih={34}
    fz={12}
    c="secondary"
    style={{ overflowWrap: 'anywhere' }}
  >
    {problems.form !== undefined && (
      <Text inherit c="negative">
        {problems.form}
      </Text>
    )}
    {holidays.length > 0 && (
      <Text inherit c="warning">
        <span>{`Falls on ${holidays.map(holidayWords).join(' and ')}.`}</span>{' '}
        <Button size="compact-xs" variant="subtle" disabled={isFixed} onClick={onSkip}>
          Skip holidays
        </Button>
      </Text>
    )}
    {isBeyondHolidays(day) && <p>The holidays of this year are not known yet.</p>}
    {unusual.map((words) => (
      <Text key={words} inherit c="warning">
        {words}
      </Text>
    ))}
    {bookings.length > 0 && (
      <Text component="div" inherit c="warning">
        <BookingList bookings={bookings} />
      </Text>
    )}
    {failure && (
      <Text inherit c="negative" role="alert">
        {failure.sentence}
      </Text>
    )}
    {row.sent !== null && (
      <p>
        {isLocked
          ? 'Being added…'
          : 'It is not known whether this lesson was added. Save checks again and never adds it twice.'}
      </p>
    )}
  </Stack>
);
