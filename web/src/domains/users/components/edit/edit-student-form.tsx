import { useSettings } from '../../../../lib/settings.ts';
import { EditForm, type EditFormProps } from './edit-form.tsx';
import { PersonFields } from './person-fields.tsx';
import { studentStaleFields } from './stale-fields.ts';
import { StudentFields } from './student-fields.tsx';
import {
  studentBodyOf,
  studentMissing,
  studentPlaces,
  studentProblems,
  studentValuesOf,
  type StudentPlace,
  type StudentValues,
} from './student.ts';
import type { FormKind } from './use-edit-form.ts';

/** Edit User, of a student. */
export const EditStudentForm = (props: EditFormProps) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const kind: FormKind<StudentValues, StudentPlace> = {
    valuesOf: studentValuesOf,
    bodyOf: (user, values) => studentBodyOf(user, values, zone),
    missingOf: studentMissing,
    problemsOf: (user, values) => studentProblems(values, studentBodyOf(user, values, zone), today),
    places: studentPlaces,
    staleFields: studentStaleFields,
  };
  return (
    <EditForm kind={kind} {...props}>
      {({ values, set, problems, error }) => (
        <>
          <PersonFields {...{ values, set, problems, error }} ownId={props.user._id} />
          <StudentFields {...{ values, set, problems }} />
        </>
      )}
    </EditForm>
  );
};
