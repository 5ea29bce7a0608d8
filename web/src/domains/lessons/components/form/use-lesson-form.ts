import { useState } from 'react';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { placeAmong, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { differingFields } from '../../../../lib/merge-versions.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { unlessStale, useStale } from '../../../../ui/use-stale.ts';
import { lessonMissing, lessonPlaces, lessonProblems, timesOf } from './lesson-changes.ts';
import { lessonValuesOf, type LessonValues } from './lesson-values.ts';
import { useBookings } from './use-bookings.ts';
import { useSaveLesson } from './use-save-lesson.ts';

type Start = {
  classId: string;
  /** null for a new lesson. */
  lesson: Lesson | null;
  initial: LessonValues;
};

/** The form of a lesson, new or saved: its values, what is wrong with them, who is booked twice, and saving. */
export const useLessonForm = ({ classId, lesson, initial }: Start) => {
  const { business_time_zone: timeZone } = useSettings();
  const [values, setValues] = useState(initial);
  const { base, stale, noteRefusal, choose } = useStale(lesson, {
    values,
    setValues,
    valuesOf: (saved) => (saved ? lessonValuesOf(saved, timeZone) : initial),
  });
  const times = timesOf(values, { base, timeZone });
  const own = lessonProblems(values, { base, timeZone });
  const missing = lessonMissing(values);
  // An inactive lesson takes nobody's time.
  const isHeld = values.is_active && !own.scheduled_on && !own.ended_on;
  const { bookings, check } = useBookings(
    times && isHeld
      ? {
          ...(base && { _id: base._id }),
          ...times,
          tutor: values.tutor.map(({ _id }) => _id),
          ta: values.ta.map(({ _id }) => _id),
        }
      : null,
  );
  const saving = useSaveLesson({ classId, base, values, check, onRefused: noteRefusal });
  const refused = problemsOfFailure(unlessStale(saving.error), placeAmong(lessonPlaces));

  return {
    values,
    set: (changes: Partial<LessonValues>) => {
      setValues((before) => ({ ...before, ...changes }));
      // What stands under a field is about what was sent, not about what is typed now.
      saving.reset();
    },
    base,
    times,
    stale,
    choose,
    missing,
    bookings,
    problems: { ...refused, ...own },
    isReady: missing.length === 0 && Object.keys(own).length === 0,
    isDirty: differingFields(values, initial).length > 0,
    isSaving: saving.isSaving,
    error: saving.error,
    save: saving.save,
  };
};

export type LessonForm = ReturnType<typeof useLessonForm>;
