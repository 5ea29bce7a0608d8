import { Button, SegmentedControl, Stack, Group, Text, Box } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount, formatDayRange } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { discardQuestion } from '../../../ui/use-close-guard.ts';
import { useNarrow, useWide } from '../../../ui/use-narrow.ts';
import { useGuardedBack } from '../../../ui/use-guarded-back.ts';
import { activeLessonsQuery } from '../class-lessons.api.ts';
import { clashingRows, holidaysFor, skipHolidays, unusualRows } from './batch-checks.ts';
import { BatchHead } from './batch-head.tsx';
import {
  changeRow,
  clashChoices,
  mostLessons,
  removeRow,
  tutorsOf,
  valueAbove,
  withoutRows,
  withRowCount,
  type Batch,
  type BatchCell,
} from './batch-rows.ts';
import { BatchHeadings, BatchRow } from './batch-table.tsx';
import styles from './batch.module.css';
import { useBatch, useBatchBookings, type BatchState, type Bookings } from './use-batch.ts';

type Props = { opened: boolean; tuitionClass: Class; onClose: () => void };

/** The full-screen form of Add batch lessons. */
export const BatchForm = ({ opened, tuitionClass, onClose }: Props) => {
  const state = useBatch(tuitionClass);
  const { batch, isSaving, failure } = state;
  const { name } = tuitionClass;
  const asked = useBatchBookings(state.planned, { enabled: opened && !isSaving });
  const clashing = clashingKeys(state.planned, asked.bookings);
  const leftOut = batch.clashes === 'leave' ? clashing : [];
  const planned =
    leftOut.length > 0 ? state.plan(withoutRows(batch, leftOut, name)) : state.planned;
  const notes = useRowNotes(state, planned, tuitionClass);
  const narrow = useNarrow();
  const isTable = useWide();
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const isLocked = isSaving || isChecking;
  const question = questionOf(state);
  const confirm = useConfirm();
  const close = useGuardedBack({ opened, dirty: state.isDirty, question, onClose });
  const isReady =
    planned.every(({ body }) => body !== undefined) && leftOut.length < batch.rows.length;

  const change: BatchState['change'] = (next) => {
    setProblem(null);
    state.change(next);
  };
  const save = async () => {
    if (!isReady || isLocked) return;
    setProblem(null);
    setIsChecking(true);
    const checked = await asked.check().then(
      (bookings) => clashingKeys(state.planned, bookings),
      (error: unknown) => sentenceOf(error),
    );
    const found = typeof checked === 'string' ? checked : clashProblem(batch, checked.length);
    const unusual = notes.unusual();
    const isWanted =
      found === null && (unusual.length === 0 || (await confirm(unusualQuestion(unusual))));
    setIsChecking(false);
    setProblem(found);
    const saved = isWanted
      ? await state.save({ allow_unusual: unusual.length > 0 }, leftOut)
      : null;
    if (saved === null) return;
    showSnackbar(`${formatCount(saved, 'lesson')} added`);
    close();
  };
  const fillDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'd') return;
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const at = planned.findIndex(({ row }) => row.key === cell?.dataset['row']);
    const [above, here] = [planned[at - 1], planned[at]];
    if (!cell) return;
    // Prevents the browser's own Ctrl+D (bookmark).
    event.preventDefault();
    if (!above || !here || here.row.sent || isLocked) return;
    const value = valueAbove(above, cell.dataset['cell'] as BatchCell);
    change(changeRow(batch, here.row.key, value));
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
      footerStart={<span aria-live="polite">{footerWords(state, planned, isReady)}</span>}
      cancelLabel={state.isUnderWay ? 'Close' : 'Cancel'}
      actions={
        <>
          {state.isUnderWay && (
            <Button disabled={isLocked} onClick={() => void askToDrop()}>
              Drop the others
            </Button>
          )}
          <PrimaryButton keys="Ctrl ↵" busy={isLocked} disabled={!isReady}>
            Save {formatCount(planned.length, 'lesson')}
          </PrimaryButton>
        </>
      }
    >
      {problem !== null && <FormProblem text={problem} />}
      <BatchHead {...{ batch, planned, change, isLocked, className: name }} />
      {clashing.length > 0 && (
        <Banner
          tone="warning"
          title={`${formatCount(clashing.length, 'lesson clashes', 'lessons clash')} with another lesson of ${clashing.length === 1 ? 'its' : 'their'} tutor${leftOut.length > 0 ? ' and will be left out' : ''}.`}
          action={
            <SegmentedControl
              className={styles.choice ?? ''}
              aria-label="Lessons that clash"
              orientation={narrow ? 'vertical' : 'horizontal'}
              disabled={isLocked}
              data={clashChoices.map((value) => ({ value, label: clashLabels[value] }))}
              value={batch.clashes}
              onChange={(clashes) => change({ ...batch, clashes })}
            />
          }
        >
          <p>One choice for all; a row that is changed is checked again.</p>
        </Banner>
      )}
      <Stack
        gap={0}
        mt="md"
        bd="1px solid var(--line)"
        bdrs="md"
        role="group"
        aria-label="Lessons"
        onKeyDown={fillDown}
      >
        <BatchHeadings />
        {planned.map((lesson, at) => (
          <BatchRow
            key={lesson.row.key}
            lesson={lesson}
            position={batch.saved + at + 1}
            isTable={isTable}
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
        <Group justify="space-between" wrap="wrap" py="sm" px="md">
          <Button
            leftSection={<IconPlus size={16} stroke={1.7} />}
            disabled={isLocked || batch.rows.length >= mostLessons}
            onClick={() => change(withRowCount(batch, batch.rows.length + 1))}
          >
            Add a row
          </Button>
          <Text span visibleFrom="sm" variant="meta" c="secondary" aria-hidden="true">
            <KeyHint keys="Tab" /> next field <KeyHint keys="Ctrl D" /> same as above
          </Text>
        </Group>
      </Stack>
    </FullScreenDialog>
  );
};

/** Warnings per row about other rows, the class and its existing lessons. */
const useRowNotes = (
  { batch }: BatchState,
  planned: BatchState['planned'],
  tuitionClass: Class,
) => {
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
    /** The warnings to confirm before saving, one line per row. */
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

/** The question on closing; a batch that is partly saved is kept, not discarded. */
const questionOf = ({ batch, isUnderWay }: BatchState) =>
  isUnderWay
    ? {
        title: 'Close half-way?',
        message: `${formatCount(batch.saved, 'lesson is', 'lessons are')} added. The other ${batch.rows.length} are kept: 'Resume batch' continues with them, and no lesson is added twice.`,
        confirmLabel: 'Close',
        cancelLabel: 'Stay',
      }
    : discardQuestion;

/** The question before dropping the lessons that are not saved yet. */
const dropQuestion = ({ batch }: BatchState) => ({
  title: 'Drop the others?',
  message: `${formatCount(batch.rows.length, 'lesson')} will not be added. Lessons that are added stay.`,
  confirmLabel: 'Drop',
  danger: true,
});

const unusualQuestion = (unusual: readonly string[]) => ({
  title: 'Unusual lessons',
  message: (
    <Box component="ul" pl="lg">
      {unusual.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Box>
  ),
  confirmLabel: 'Save anyway',
});

const clashLabels: Record<Batch['clashes'], string> = {
  leave: 'Leave them out',
  change: 'Change them first',
  save: 'Save anyway',
};

/** Keys of the unsent rows whose tutor teaches an overlapping lesson, saved or in this batch. */
const clashingKeys = (planned: BatchState['planned'], bookings: Bookings): string[] => {
  const clashes = clashingRows(planned);
  return planned.flatMap(({ row: { key, sent } }) =>
    sent === null &&
    (clashes.has(key) || bookings.get(key)?.some((booking) => booking.as === 'tutor'))
      ? [key]
      : [],
  );
};

/** Error while lessons clash and the user has neither changed them nor chosen to save or leave them out. */
const clashProblem = ({ clashes }: Batch, count: number): string | null =>
  count === 0 || clashes !== 'change'
    ? null
    : `${formatCount(count, 'lesson clashes', 'lessons clash')} with another lesson of ${count === 1 ? 'its' : 'their'} tutor. Choose another time, or choose above what to do with ${count === 1 ? 'it' : 'them'}.`;

/** Footer text: progress while saving, else the number of lessons and their range of days. */
const footerWords = (
  { batch, isSaving }: BatchState,
  planned: BatchState['planned'],
  isReady: boolean,
) => {
  if (isSaving || batch.saved > 0)
    return `${formatCount(batch.saved, 'lesson')} added, ${batch.rows.length} left.`;
  if (!isReady) return 'Please check the marked fields.';
  const days = planned.map(({ day }) => day).toSorted();
  const range = formatDayRange(days[0] ?? '', days.at(-1) ?? '');
  return `${formatCount(planned.length, 'lesson')}, ${range}. Kept on this computer until saved or discarded.`;
};
