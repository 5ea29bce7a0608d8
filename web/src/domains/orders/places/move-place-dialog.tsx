import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { movePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import { defineForm } from '../../../kit/form/define-form.ts';
import { choice } from '../../../kit/form/field.ts';
import { ActDialog } from '../../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../../kit/form/use-form-state.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { ListError } from '../../../ui/list-states.tsx';
import { activeLessonsQuery } from '../../lessons/class-lessons.api.ts';
import { useRefusalQuestion } from '../../lessons/lesson-questions.ts';
import { lessonCode } from '../../lessons/lesson-words.ts';
import { refreshedByPlaces } from '../orders.api.ts';
import {
  lessonWords,
  ordersOf,
  resultWords,
  whoOf,
  type PlaceDialogProps,
  type PlaceFormProps,
} from './place-words.ts';

/** Moving a place asks for the other lesson, by its id. */
export const moveForm = defineForm({
  noun: 'place',
  create: movePlace,
  refreshes: refreshedByPlaces,
  fields: { to: choice<string>([], { label: 'Lesson', required: true }) },
});

/** Moves a student to another lesson of the class in one step; the orders of the place are updated. */
export const MovePlaceDialog = ({ lesson, open, onClose }: PlaceDialogProps) => (
  <FreshForm record={open && { ...open, _id: open.student._id }}>
    {(shown, opened) => <Form lesson={lesson} place={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Form = ({ lesson, place, ...dialog }: PlaceFormProps) => {
  const lessons = useQuery({ ...activeLessonsQuery(lesson.class), staleTime: 0 });
  const others = (lessons.data ?? []).filter(({ _id }) => _id !== lesson._id);
  const labelOf = useLabel();
  const askAfter = useRefusalQuestion();
  const who = whoOf(place);
  const targetOf = (id: string | null) => others.find(({ _id }) => _id === id);
  const form = useFormState(moveForm, {
    ...dialog,
    params: { id: lesson._id },
    also: { student: place.student._id },
    done: ({ orders }) => {
      const target = targetOf(form.values.to);
      return resultWords(`Moved to ${target ? lessonCode(target) : 'the other lesson'}`, orders);
    },
    gone: `${who} is no longer on this lesson`,
    afterRefusal: (error) => askAfter(error),
  });

  return (
    <ActDialog
      title="Move to another lesson"
      form={form}
      actLabel="Move"
      disabled={targetOf(form.values.to) === undefined}
    >
      <p>
        <strong>{who}</strong> moves from {lessonWords(lesson)} to the lesson chosen here.
        {ordersOf(place).length > 0 &&
          ' The orders of this place will contain that lesson instead; their prices stay.'}
      </p>
      {lessons.isError ? (
        <ListError
          what="The lessons could not be loaded"
          error={lessons.error}
          retry={() => void lessons.refetch()}
        />
      ) : (
        <Select
          {...form.field('to')}
          searchable
          data-autofocus
          placeholder={lessons.isPending ? 'Loading lessons' : 'Choose a lesson'}
          nothingFoundMessage={
            others.length === 0 ? 'This class has no other active lesson' : 'No lesson found'
          }
          data={others.map((other) => ({ value: other._id, label: labelOf(other) }))}
        />
      )}
    </ActDialog>
  );
};

/** "T2 L6 Surds, Sat 14 Mar 2026, 14:00 (18 of 20)": option label, also searched. */
const useLabel = () => {
  const { dateTime } = useFormats();
  return (lesson: LessonSummary) =>
    `${lessonWords(lesson)}, ${dateTime(lesson.scheduled_on)} (${lesson.seats} of ${lesson.max_cap})`;
};
