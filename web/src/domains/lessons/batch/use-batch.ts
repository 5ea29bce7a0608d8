import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { createLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { callOperation } from '../../../lib/api-client.ts';
import { isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-keys.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useSettings } from '../../../lib/settings.ts';
import { readLesson } from './batch-body.ts';
import {
  changeRow,
  isUnderWay,
  newBatch,
  planLessons,
  withoutSaved,
  type Batch,
} from './batch-rows.ts';
import { keptBatch } from './kept-batch.ts';

/** Why a row was not saved. */
export type RowFailure = { key: string; sentence: string; isUnknown: boolean };

/**
 * The lessons of the batch dialog, kept in this tab from the first change on, and their saving one after another:
 * each goes out with its row's key, which stays until its answer is here (part 1 §2, Batch lesson dialog).
 */
export const useBatch = (tuitionClass: Class) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const kept = keptBatch(useSessionUser()._id, tuitionClass._id);
  const [batch, setBatch] = useState(() => kept.read() ?? newBatch(tuitionClass, today, zone));
  const [isDirty, setIsDirty] = useState(() => kept.read() !== null);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<RowFailure | null>(null);
  const queryClient = useQueryClient();
  const isStopped = useRef(false);
  const isRunning = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const put = (next: Batch): Batch => {
    kept.write(next);
    setIsDirty(true);
    setBatch(next);
    return next;
  };

  /** Sends the first row; answers what is left. A failure is told at its row. */
  const sendFirst = async (before: Batch): Promise<Batch | null> => {
    const [first] = planLessons(before, tuitionClass.name);
    const { body } = first ? readLesson(first, tuitionClass, zone) : {};
    if (!first || !body) return null;
    const { key } = first.row;
    // Written down before it goes out: whatever happens meanwhile, it goes out the same way again.
    const sent = put(changeRow(before, key, { sent: body }));
    try {
      await callOperation(createLesson, { body }, { idempotencyKey: key });
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error);
      const nextKey = isUnknown ? key : newIdempotencyKey();
      if (!isUnknown) put(changeRow(sent, key, { sent: null, key: nextKey }));
      setFailure({ key: nextKey, sentence: sentenceOf(error), isUnknown });
      return null;
    }
    return put(withoutSaved(sent, tuitionClass.name));
  };

  /** Saves what is left, one after another; answers how many this batch had once nothing is left, else null. */
  const save = async (): Promise<number | null> => {
    // Two presses at once are one.
    if (isRunning.current) return null;
    isRunning.current = true;
    isStopped.current = false;
    setIsSaving(true);
    setFailure(null);
    let left: Batch | null = batch;
    while (left && left.rows.length > 0 && !isStopped.current) left = await sendFirst(left);
    isRunning.current = false;
    setIsSaving(false);
    const isDone = left?.rows.length === 0;
    if (isDone) kept.clear();
    for (const domain of ['lessons', 'classes'])
      void queryClient.invalidateQueries({ queryKey: [domain] });
    return isDone && left ? left.saved : null;
  };

  return {
    batch,
    planned: planLessons(batch, tuitionClass.name).map((lesson) => ({
      ...lesson,
      ...readLesson(lesson, tuitionClass, zone),
    })),
    isDirty,
    isSaving,
    failure,
    isUnderWay: isUnderWay(batch),
    change: (next: Batch) => {
      setFailure(null);
      put(next);
    },
    save,
    stop: () => {
      isStopped.current = true;
    },
    forget: () => kept.clear(),
  };
};

export type BatchState = ReturnType<typeof useBatch>;
export type ReadLesson = BatchState['planned'][number];
