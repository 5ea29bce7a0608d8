import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import {
  createLesson,
  type Booking,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { hostingPlatforms } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { callOperation } from '../../../lib/api-client.ts';
import { isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-keys.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useSettings } from '../../../lib/settings.ts';
import { bookingsQuery } from '../class-lessons.api.ts';
import { useRefusalQuestion, type Allowed } from '../lesson-questions.ts';
import {
  changeRow,
  isUnderWay,
  keptBatch,
  newBatch,
  planLessons,
  readLesson,
  withoutRows,
  withoutSaved,
  type Batch,
} from './batch-rows.ts';

/** The reason why a row was not saved. */
export type RowFailure = { key: string; sentence: string; isUnknown: boolean };

/**
 * State of the batch dialog, stored in the browser from the first change on. Saves lessons one by one, each with its
 * row's idempotency key, which is kept until the answer arrives (part 1 §2, Batch lesson dialog).
 */
export const useBatch = (tuitionClass: Class) => {
  const {
    business_time_zone: zone,
    business_day: today,
    product_name: productName,
  } = useSettings();
  const kept = keptBatch(useSessionUser()._id, tuitionClass._id);
  const [batch, setBatch] = useState(
    () =>
      kept.read() ??
      newBatch(tuitionClass, { today, zone, platform: hostingPlatforms(productName)[0] }),
  );
  const [isDirty, setIsDirty] = useState(() => kept.read() !== null);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<RowFailure | null>(null);
  const queryClient = useQueryClient();
  const askAfter = useRefusalQuestion();
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

  /** Sends the first row and returns the remaining batch; on failure sets `failure` and returns null. */
  const sendFirst = async (before: Batch, allowed: Allowed): Promise<Batch | null> => {
    const [first] = planLessons(before, tuitionClass.name);
    const { body } = first ? readLesson(before, first, tuitionClass, zone) : {};
    if (!first || !body) return null;
    const { key } = first.row;
    const request = first.row.sent ?? { ...body, ...allowed };
    // Stored before sending, so that any retry sends the same body.
    const sent = put(changeRow(before, key, { sent: request }));
    try {
      await callOperation(createLesson, { body: request }, { idempotencyKey: key });
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error);
      const nextKey = isUnknown ? key : newIdempotencyKey();
      if (!isUnknown) {
        const anew = put(changeRow(sent, key, { sent: null, key: nextKey }));
        // Problems that arose after the rows were checked.
        const answer = await askAfter(error);
        if (answer) return sendFirst(anew, { ...allowed, ...answer });
      }
      setFailure({ key: nextKey, sentence: sentenceOf(error), isUnknown });
      return null;
    }
    return put(withoutSaved(sent, tuitionClass.name));
  };

  /**
   * Saves the rows except `leftOut`, one by one. Returns the number of saved lessons when no rows remain, else null.
   */
  const save = async (allowed: Allowed, leftOut: readonly string[]): Promise<number | null> => {
    // Ignores a second press while running.
    if (isRunning.current) return null;
    isRunning.current = true;
    isStopped.current = false;
    setIsSaving(true);
    setFailure(null);
    let left: Batch | null =
      leftOut.length > 0 ? put(withoutRows(batch, leftOut, tuitionClass.name)) : batch;
    while (left && left.rows.length > 0 && !isStopped.current)
      left = await sendFirst(left, allowed);
    isRunning.current = false;
    setIsSaving(false);
    const isDone = left?.rows.length === 0;
    if (isDone) kept.clear();
    for (const domain of ['lessons', 'classes'])
      void queryClient.invalidateQueries({ queryKey: [domain] });
    return isDone && left ? left.saved : null;
  };

  /** Every row with its request or its problems. */
  const plan = (of: Batch) =>
    planLessons(of, tuitionClass.name).map((lesson) => ({
      ...lesson,
      ...readLesson(of, lesson, tuitionClass, zone),
    }));

  return {
    batch,
    planned: plan(batch),
    plan,
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

export type Bookings = ReadonlyMap<string, readonly Booking[]>;

/** Milliseconds; long enough to finish typing a time. */
const debounceMs = 400;

/** Double bookings by row key, looked up while the rows are edited and again before saving. */
export const useBatchBookings = (
  planned: readonly ReadLesson[],
  { enabled }: { enabled: boolean },
) => {
  const queryClient = useQueryClient();
  const asked = questionsOf(planned);
  const [settled] = useDebouncedValue(JSON.stringify(asked), debounceMs);
  const query = useQuery({
    ...bookingsQuery(JSON.parse(settled) as Question[]),
    enabled: enabled && settled !== '[]',
    placeholderData: keepPreviousData,
  });
  return {
    bookings: query.data ?? none,
    /** Checks now; throws the call's error. */
    check: async (): Promise<Bookings> =>
      asked.length === 0 ? none : queryClient.fetchQuery({ ...bookingsQuery(asked), staleTime: 0 }),
  };
};

const none: Bookings = new Map();

type Question = ReturnType<typeof questionsOf>[number];

const questionsOf = (planned: readonly ReadLesson[]) =>
  planned.flatMap(({ row, body }) => {
    if (!body || row.sent) return [];
    const { scheduled_on, ended_on, tutor, ta } = body;
    return [{ key: row.key, lesson: { scheduled_on, ended_on, tutor, ta } }];
  });
