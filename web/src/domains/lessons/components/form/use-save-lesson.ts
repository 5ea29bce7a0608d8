import { useEffect, useRef, useState } from 'react';
import type {
  Booking,
  Lesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { ApiError } from '../../../../lib/api-error.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { useCreateLesson, useUpdateLesson } from '../../lesson-record.api.ts';
import { lessonChangesOf, newLessonBodyOf } from './lesson-changes.ts';
import type { LessonValues } from './lesson-values.ts';

type Written = {
  classId: string;
  /** The record that the save is based on; null for a new lesson. */
  base: Lesson | null;
  values: LessonValues;
  /** Who would be booked twice, asked now. */
  check: () => Promise<readonly Booking[]>;
  onRefused: (failure: unknown) => void;
};

export type Saving = {
  /** Says whose time is taken; the lesson is saved only after a yes. */
  confirmBooked: (bookings: readonly Booking[]) => Promise<boolean>;
  onSaved: (lesson: Lesson, bookings: readonly Booking[]) => void;
};

/** Saves a lesson, new or changed; one whose tutor already teaches at the time only when that is confirmed. */
export const useSaveLesson = (written: Written) => {
  const { business_time_zone: timeZone } = useSettings();
  const create = useCreateLesson();
  const update = useUpdateLesson();
  const [isSaving, setSaving] = useState(false);
  /** What was confirmed: sent again as it was when its answer is lost, so that nothing is made twice. */
  const confirmed = useRef<string | null>(null);
  const refused = useRef(written.onRefused);
  useEffect(() => {
    // The latest, which knows what was typed while the save was on its way.
    refused.current = written.onRefused;
  });
  const error = update.error ?? create.error;

  const send = async (allow: { allow_overlap?: true }) => {
    const { base, classId, values } = written;
    if (base)
      return update.mutateAsync({
        params: { id: base._id },
        body: { ...lessonChangesOf(base, values, timeZone), ...allow },
      });
    const body = newLessonBodyOf(classId, values, timeZone);
    return body && create.mutateAsync({ body: { ...body, ...allow } });
  };
  const sendAsking = async (bookings: readonly Booking[], { confirmBooked }: Saving) => {
    const text = JSON.stringify([written.base?.version, written.values]);
    if (confirmed.current === text) return send({ allow_overlap: true });
    return send({}).catch(async (failure: unknown) => {
      const named = bookingOf(failure);
      if (!named) throw failure;
      const tutors = bookings.filter(({ as }) => as === 'tutor');
      if (!(await confirmBooked(tutors.length > 0 ? tutors : [named]))) return null;
      confirmed.current = text;
      return send({ allow_overlap: true });
    });
  };

  return {
    isSaving,
    error,
    /** Forgets the last failure. */
    reset: () => {
      if (!error || isSaving) return;
      create.reset();
      update.reset();
    },
    save: async (saving: Saving) => {
      setSaving(true);
      try {
        const bookings = await written.check();
        const answer = await sendAsking(bookings, saving);
        if (answer) saving.onSaved(answer.data, bookings);
      } catch (failure) {
        refused.current(failure);
      } finally {
        setSaving(false);
      }
    },
  };
};

/** The tutor's other lesson that a refused save names. */
const bookingOf = (failure: unknown) =>
  failure instanceof ApiError && failure.has('tutor_booked')
    ? (failure.current as Booking)
    : undefined;
