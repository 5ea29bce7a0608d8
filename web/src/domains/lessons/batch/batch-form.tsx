import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useGuardedBack } from '../../../ui/use-guarded-back.ts';
import { holidaysFor, skipHolidays, undoSkip } from './batch-holidays.ts';
import { changeRow, mostLessons, removeRow, withRowCount } from './batch-rows.ts';
import { BatchHead } from './batch-head.tsx';
import { BatchRow } from './batch-row.tsx';
import { doubleBookingProblem, dropQuestion, footerWords, questionOf } from './batch-words.ts';
import styles from './batch.module.css';
import { useBatch, type BatchState } from './use-batch.ts';
import { useBatchBookings } from './use-batch-bookings.ts';

type Props = { opened: boolean; tuitionClass: Class; onClose: () => void };

/** The full-screen form of Add batch lessons. */
export const BatchForm = ({ opened, tuitionClass, onClose }: Props) => {
  const state = useBatch(tuitionClass);
  const { batch, planned, isSaving, failure } = state;
  const { name } = tuitionClass;
  const asked = useBatchBookings(planned, { enabled: opened && !isSaving });
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const isLocked = isSaving || isChecking;
  const question = questionOf(state);
  const confirm = useConfirm();
  const close = useGuardedBack({ opened, dirty: state.isDirty, question, onClose });
  const isReady = planned.every(({ body }) => body !== undefined);

  const change: BatchState['change'] = (next) => {
    setProblem(null);
    state.change(next);
  };
  const save = async () => {
    if (!isReady || isLocked) return;
    setProblem(null);
    setIsChecking(true);
    const found = await asked
      .check()
      .then((bookings) => doubleBookingProblem(state, bookings), sentenceOf);
    setIsChecking(false);
    setProblem(found);
    const saved = found === null ? await state.save() : null;
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
      <BatchHead
        tuitionClass={tuitionClass}
        count={batch.rows.length}
        onHolidays={planned.filter(({ day }) => holidaysFor(batch, day).length > 0).length}
        countsSchoolHolidays={batch.countsSchoolHolidays}
        canUndo={batch.daysBefore !== null}
        isLocked={isLocked}
        onCount={(count) => change(withRowCount(batch, count))}
        onCountSchoolHolidays={(countsSchoolHolidays) => change({ ...batch, countsSchoolHolidays })}
        onSkipAll={() => change(skipHolidays(batch, name))}
        onUndo={() => change(undoSkip(batch))}
      />
      <div className={styles.rows}>
        {planned.map((lesson, at) => (
          <BatchRow
            key={lesson.row.key}
            lesson={lesson}
            position={batch.saved + at + 1}
            holidays={holidaysFor(batch, lesson.day)}
            bookings={asked.bookings.get(lesson.row.key) ?? []}
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
