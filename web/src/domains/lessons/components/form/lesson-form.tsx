import { useState } from 'react';
import type {
  Booking,
  Lesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { useConfirm } from '../../../../ui/confirm.tsx';
import { FormFrame } from '../../../../ui/form-frame.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { StaleNotice } from '../../../../ui/stale-notice.tsx';
import { useGuardedBack } from '../../../../ui/use-guarded-back.ts';
import { bookingLines, whoIsBooked } from './booking-lines.ts';
import { LessonFields } from './lesson-fields.tsx';
import { lessonStaleFields } from './lesson-stale-fields.ts';
import type { LessonValues } from './lesson-values.ts';
import { tutorBookedQuestion } from './tutor-booked-question.tsx';
import { useLessonForm } from './use-lesson-form.ts';

type Props = {
  title: string;
  className: string;
  classId: string;
  /** null for a new one. */
  lesson: Lesson | null;
  initial: LessonValues;
  opened: boolean;
  onClose: () => void;
  onSaved?: ((lesson: Lesson) => void) | undefined;
};

const saveLabel = 'Save Lesson';

/** The form of a lesson in its full-screen dialog. */
export const LessonForm = (props: Props) => {
  const { title, classId, lesson, opened, onClose, onSaved } = props;
  // What the class or lesson was when the form opened.
  const [initial] = useState(props.initial);
  const form = useLessonForm({ classId, lesson, initial });
  const close = useGuardedBack({ opened, dirty: form.isDirty, onClose });
  const confirm = useConfirm();
  const confirmBooked = (bookings: readonly Booking[]) => confirm(tutorBookedQuestion(bookings));
  const save = () =>
    void form.save({
      confirmBooked,
      onSaved: (saved, bookings) => {
        showSnackbar(savedWords(saved, bookings));
        close();
        onSaved?.(saved);
      },
    });
  return (
    <FormFrame
      title={title}
      opened={opened}
      form={{ ...form, save }}
      onClose={close}
      saveLabel={saveLabel}
      notice={
        form.stale && (
          <StaleNotice
            noun="lesson"
            stale={form.stale}
            values={form.values}
            fields={lessonStaleFields}
            onChoose={form.choose}
            saveLabel={saveLabel}
          />
        )
      }
    >
      <LessonFields form={form} className={props.className} />
    </FormFrame>
  );
};

/** TAs and students booked twice are told also to who saved before the form could say it. */
const savedWords = (saved: Lesson, bookings: readonly Booking[]) => {
  const told = bookingLines(bookings.filter(({ as }) => as !== 'tutor')).map(whoIsBooked);
  return told.length === 0
    ? `${saved.name} saved`
    : `${saved.name} saved. Booked twice: ${[...new Set(told)].join('; ')}`;
};
