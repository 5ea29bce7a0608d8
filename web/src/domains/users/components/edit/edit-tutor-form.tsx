import { EditForm, type EditFormProps } from './edit-form.tsx';
import { missingOf } from './person.ts';
import { PersonFields } from './person-fields.tsx';
import { tutorStaleFields } from './stale-fields.ts';
import { TutorFields } from './tutor-fields.tsx';
import {
  tutorBodyOf,
  tutorPlaces,
  tutorProblems,
  tutorValuesOf,
  type TutorPlace,
  type TutorValues,
} from './tutor.ts';
import type { FormKind } from './use-edit-form.ts';

const kind: FormKind<TutorValues, TutorPlace> = {
  valuesOf: tutorValuesOf,
  bodyOf: tutorBodyOf,
  missingOf,
  problemsOf: (user, values) => tutorProblems(tutorBodyOf(user, values)),
  places: tutorPlaces,
  staleFields: tutorStaleFields,
};

/** Edit User, of a tutor or TA. */
export const EditTutorForm = (props: EditFormProps) => (
  <EditForm kind={kind} {...props}>
    {({ values, set, problems, error }) => (
      <>
        <PersonFields {...{ values, set, problems, error }} ownId={props.user._id} />
        <TutorFields
          type={props.user._type === 'TA' ? 'TA' : 'Tutor'}
          {...{ values, set, problems }}
        />
      </>
    )}
  </EditForm>
);
