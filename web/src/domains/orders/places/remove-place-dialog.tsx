import { Link } from '@tanstack/react-router';
import type { RosterPlace } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { removePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { defineForm } from '../../../kit/form/define-form.ts';
import { ActDialog } from '../../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../../kit/form/use-form-state.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { formatDay } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { useRefusalQuestion } from '../../lessons/lesson-questions.ts';
import { refreshedByPlaces } from '../orders.api.ts';
import {
  lessonWords,
  ordersOf,
  removalFacts,
  resultWords,
  whoOf,
  type PlaceDialogProps,
  type PlaceFormProps,
} from './place-words.ts';
import { ActFacts } from '../about-order.tsx';

/** Removing a student from a lesson only needs a confirmation. */
export const removeForm = defineForm({
  noun: 'place',
  create: removePlace,
  refreshes: refreshedByPlaces,
  fields: {},
});

/** Removes a student from a lesson; lists the effects on the sources of the place first. */
export const RemovePlaceDialog = ({ lesson, open, onClose }: PlaceDialogProps) => (
  <FreshForm record={open && { ...open, _id: open.student._id }}>
    {(shown, opened) => (
      <Question lesson={lesson} place={shown} opened={opened} onClose={onClose} />
    )}
  </FreshForm>
);

const Question = ({ lesson, place, ...dialog }: PlaceFormProps) => {
  const { business_time_zone: zone } = useSettings();
  const who = whoOf(place);
  const askAfter = useRefusalQuestion();
  const form = useFormState(removeForm, {
    ...dialog,
    params: { id: lesson._id, studentId: place.student._id },
    done: ({ orders }) => resultWords(`${who} removed`, orders),
    gone: `${who} is no longer on this lesson`,
    afterRefusal: (error) => askAfter(error),
  });
  const isOnlyLesson = form.error instanceof ApiError && form.error.has('orders_only_lesson');
  return (
    <ActDialog title="Remove student" form={form} actLabel="Remove" danger>
      {isOnlyLesson && <OrderLinks place={place} />}
      <p>
        <strong>{who}</strong> is taken off {lessonWords(lesson)}.
      </p>
      <ActFacts>
        {removalFacts(place, (at) => formatDay(businessDayOf(at, zone))).map((fact, index) => (
          <li key={index}>{fact}</li>
        ))}
      </ActFacts>
    </ActDialog>
  );
};

const OrderLinks = ({ place }: { place: RosterPlace }) => {
  const { business_time_zone: zone } = useSettings();
  return ordersOf(place).map(({ id, created }) => (
    <p key={id}>
      <Link to="/orders" search={{ email: place.student.email, order: id }}>
        Open the order of {formatDay(businessDayOf(created, zone))}
      </Link>
    </p>
  ));
};
