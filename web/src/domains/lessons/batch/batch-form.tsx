import { Button, Checkbox, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import {
  hostingPlatforms,
  hostingTypes,
} from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { numberProblem } from '../../../kit/form/typed-number.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { discardQuestion } from '../../../ui/use-close-guard.ts';
import { useGuardedBack } from '../../../ui/use-guarded-back.ts';
import { activeLessonsQuery } from '../class-lessons.api.ts';
import { clashingRows, holidaysFor, skipHolidays, undoSkip, unusualRows } from './batch-checks.ts';
import {
  changeRow,
  mostLessons,
  removeRow,
  tutorsOf,
  withRowCount,
  type Batch,
} from './batch-rows.ts';
import { BatchHeadings, BatchRow } from './batch-table.tsx';
import styles from './batch.module.css';
import { useBatch, useBatchBookings, type BatchState, type Bookings } from './use-batch.ts';

type Props = { opened: boolean; tuitionClass: Class; onClose: () => void };

/** The full-screen form of Add batch lessons. */
export const BatchForm = ({ opened, tuitionClass, onClose }: Props) => {
  const state = useBatch(tuitionClass);
  const { batch, planned, isSaving, failure } = state;
  const { name } = tuitionClass;
  const asked = useBatchBookings(planned, { enabled: opened && !isSaving });
  const notes = useRowNotes(state, tuitionClass);
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const isLocked = isSaving || isChecking;
  const question = questionOf(state);
  const confirm = useConfirm();
  const close = useGuardedBack({ opened, dirty: state.isDirty, question, onClose });
  const isReady = planned.every(({ body }) => body !== undefined);
  const booked = bookedRows(state, asked.bookings);

  const change: BatchState['change'] = (next) => {
    setProblem(null);
    state.change(next);
  };
  const save = async () => {
    if (!isReady || isLocked) return;
    setProblem(null);
    setIsChecking(true);
    const found = await asked.check().then(
      (bookings) => doubleBookingProblem(batch, bookedRows(state, bookings)),
      (error: unknown) => sentenceOf(error),
    );
    const unusual = notes.unusual();
    const isWanted =
      found === null && (unusual.length === 0 || (await confirm(unusualQuestion(unusual))));
    setIsChecking(false);
    setProblem(found);
    const saved = isWanted ? await state.save({ allow_unusual: unusual.length > 0 }) : null;
    if (saved === null) return;
    showSnackbar(`${formatCount(saved, 'lesson')} added`);
    close();
  };
  const dropAll = () => {
    state.forget();
    close();
  };
  const askToDrop = async () => {
    if (await confirm(dropQuestion(state))) dropAll();
  };

  return (
    <FullScreenDialog
      title="Add batch lessons"
      opened={opened}
      dirty={state.isDirty}
      busy={isChecking}
      question={question}
      onClose={() => {
        state.stop();
        if (state.isUnderWay) close();
        else dropAll();
      }}
      onSubmit={() => void save()}
      footerStart={<span aria-live="polite">{footerWords(state, isReady)}</span>}
      cancelLabel={state.isUnderWay ? 'Close' : 'Cancel'}
      actions={
        <>
          {state.isUnderWay && (
            <Button disabled={isLocked} onClick={() => void askToDrop()}>
              Drop the others
            </Button>
          )}
          <PrimaryButton keys="Ctrl ↵" busy={isLocked} disabled={!isReady}>
            Save
          </PrimaryButton>
        </>
      }
    >
      {problem !== null && <FormProblem text={problem} />}
      <Head {...{ batch, planned, change, isLocked, className: name }} />
      {booked > 0 && (
        <Banner
          tone="warning"
          title={`${formatCount(booked, 'lesson has', 'lessons have')} a tutor who is booked twice.`}
          action={
            <Checkbox
              label="Save these although booked"
              disabled={isLocked}
              checked={batch.allowOverlap}
              onChange={(event) => change({ ...batch, allowOverlap: event.currentTarget.checked })}
            />
          }
        >
          <p>One choice for all; a row that is changed is checked again.</p>
        </Banner>
      )}
      <div className={styles.table}>
        <BatchHeadings />
        {planned.map((lesson, at) => (
          <BatchRow
            key={lesson.row.key}
            lesson={lesson}
            position={batch.saved + at + 1}
            tutors={tutorsOf(lesson.row, tuitionClass)}
            holidays={holidaysFor(batch, lesson.day)}
            bookings={asked.bookings.get(lesson.row.key) ?? []}
            unusual={notes.of(lesson.row.key)}
            failure={failure?.key === lesson.row.key ? failure : null}
            isLocked={isLocked}
            isOnly={planned.length === 1}
            onChange={(changes) => change(changeRow(batch, lesson.row.key, changes))}
            onSkip={() => change(skipHolidays(batch, name, lesson.row.key))}
            onRemove={() => change(removeRow(batch, lesson.row.key, name))}
          />
        ))}
        <Button
          className={styles.add ?? ''}
          leftSection={<IconPlus size={16} stroke={1.7} />}
          disabled={isLocked || batch.rows.length >= mostLessons}
          onClick={() => change(withRowCount(batch, batch.rows.length + 1))}
        >
          Add a row
        </Button>
      </div>
    </FullScreenDialog>
  );
};

/** What to mind about rows beside each other, the class and its lessons. */
const useRowNotes = ({ batch, planned }: BatchState, tuitionClass: Class) => {
  const { business_time_zone: zone } = useSettings();
  const lessons = useQuery({ ...activeLessonsQuery(tuitionClass._id), staleTime: 0 }).data ?? [];
  const now = Temporal.Now.instant().toString();
  const unusual = unusualRows(planned, { tuitionClass, lessons, now, zone });
  const clashes = clashingRows(planned);
  return {
    of: (key: string): readonly string[] => {
      const other = clashes.get(key);
      return [
        ...(unusual.get(key) ?? []),
        ...(other === undefined
          ? []
          : [`Its tutor teaches lesson ${batch.saved + other + 1} then.`]),
      ];
    },
    /** What has to be seen before it is saved, row by row. */
    unusual: (): string[] =>
      planned.flatMap(({ row, day }, at) => {
        const publicDays = holidaysFor(batch, day).filter(({ kind }) => kind === 'public');
        const words = [
          ...(row.sent ? [] : publicDays.map((holiday) => `On ${holiday.name}.`)),
          ...(unusual.get(row.key) ?? []),
        ];
        return words.length > 0 ? [`Lesson ${batch.saved + at + 1}: ${words.join(' ')}`] : [];
      }),
  };
};

type HeadProps = Pick<BatchState, 'batch' | 'planned' | 'change'> & {
  className: string;
  isLocked: boolean;
};

/** What holds for all rows: how many, where they take place, and how many fall on holidays. */
const Head = ({ batch, planned, change, className, isLocked }: HeadProps) => {
  const { product_name: productName } = useSettings();
  const onHolidays = planned.filter(({ day }) => holidaysFor(batch, day).length > 0).length;
  return (
    <div className={styles.head}>
      <CountInput
        value={batch.rows.length}
        disabled={isLocked}
        onChange={(count) => change(withRowCount(batch, count))}
      />
      <Select
        label="Hosting platform"
        disabled={isLocked}
        allowDeselect={false}
        data={[...new Set([...hostingPlatforms(productName), batch.platform])]}
        value={batch.platform}
        onChange={(platform) => platform !== null && change({ ...batch, platform })}
      />
      <Select
        label="Type"
        disabled={isLocked}
        allowDeselect={false}
        data={[...hostingTypes]}
        value={batch.type}
        onChange={(type) => type !== null && change({ ...batch, type })}
      />
      <div className={styles.holidays}>
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
      </div>
    </div>
  );
};

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
    else if (typed === '') setTyped(value);
  };
  return (
    <NumberInput
      label="Number of lessons"
      className={styles.count ?? ''}
      disabled={disabled}
      decimals={0}
      min={1}
      max={mostLessons}
      value={typed}
      onChange={setTyped}
      error={numberProblem(typed, true)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        commit();
      }}
    />
  );
};

/** What closing asks: half-way nothing is thrown away. */
const questionOf = ({ batch, isUnderWay }: BatchState) =>
  isUnderWay
    ? {
        title: 'Close half-way?',
        message: `${formatCount(batch.saved, 'lesson is', 'lessons are')} added. The other ${batch.rows.length} stay here: 'Resume batch' goes on with them, and none is added twice.`,
        confirmLabel: 'Close',
        cancelLabel: 'Stay',
      }
    : discardQuestion;

/** What dropping the rest asks. */
const dropQuestion = ({ batch }: BatchState) => ({
  title: 'Drop the others?',
  message: `${formatCount(batch.rows.length, 'lesson')} will not be added. Lessons that are added stay.`,
  confirmLabel: 'Drop',
  danger: true,
});

const unusualQuestion = (unusual: readonly string[]) => ({
  title: 'Out of the ordinary',
  message: (
    <ul className={styles.reasons}>
      {unusual.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  ),
  confirmLabel: 'Save anyway',
});

/** How many rows have a tutor who teaches another lesson, saved or of this batch, at the same time. */
const bookedRows = ({ planned }: BatchState, bookings: Bookings): number => {
  const clashes = clashingRows(planned);
  return planned.filter(
    ({ row }) =>
      row.sent === null &&
      (clashes.has(row.key) || bookings.get(row.key)?.some((booking) => booking.as === 'tutor')),
  ).length;
};

/** Lessons whose tutor is booked twice are saved only when somebody has ticked so. */
const doubleBookingProblem = ({ allowOverlap }: Batch, booked: number): string | null =>
  booked === 0 || allowOverlap
    ? null
    : `${formatCount(booked, 'lesson has', 'lessons have')} a tutor who is booked twice. Tick 'Save these although booked', or choose another time.`;

/** How far the batch is. */
const footerWords = ({ batch, isSaving }: BatchState, isReady: boolean) => {
  const left = formatCount(batch.rows.length, 'lesson');
  if (isSaving || batch.saved > 0)
    return `${formatCount(batch.saved, 'lesson')} added, ${batch.rows.length} left.`;
  return isReady
    ? `${left} to add. Kept on this computer until saved or discarded.`
    : 'Some fields need another look.';
};
