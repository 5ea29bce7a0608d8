import { Input, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { placeAmong, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { differingFields } from '../../../../lib/merge-versions.ts';
import { FormFrame } from '../../../../ui/form-frame.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { useGuardedBack } from '../../../../ui/use-guarded-back.ts';
import { useCreateUser } from '../../users.api.ts';
import { missingOf } from './person.ts';
import { PersonFields } from './person-fields.tsx';
import { TutorFields } from './tutor-fields.tsx';
import {
  newTutor,
  newTutorBodyOf,
  tutorPlaces,
  tutorProblems,
  tutorTypes,
  type TutorType,
  type TutorValues,
} from './tutor.ts';
import styles from './user-form.module.css';

type Props = { opened: boolean; onClose: () => void };

/** Add New Tutor (part 1 §2), or a TA. */
export const CreateTutorDialog = ({ opened, onClose }: Props) => (
  <FreshForm record={opened ? 'new' : null}>
    {(_, isOpened) => <Form opened={isOpened} onClose={onClose} />}
  </FreshForm>
);

const placeOf = placeAmong(tutorPlaces);

const Form = ({ opened, onClose }: Props) => {
  const [type, setType] = useState<TutorType>('Tutor');
  const [values, setValues] = useState<TutorValues>(newTutor);
  const create = useCreateUser();
  const body = newTutorBodyOf(type, values);
  const own = tutorProblems(body);
  const missing = missingOf(values);
  const isDirty = type !== 'Tutor' || differingFields(values, newTutor).length > 0;
  const close = useGuardedBack({ opened, dirty: isDirty, onClose });
  const problems = { ...problemsOfFailure(create.error, placeOf), ...own };
  const set = (changes: Partial<TutorValues>) => {
    setValues((before) => ({ ...before, ...changes }));
    // What stands under a field is about what was sent, not about what is typed now.
    if (create.error && !create.isPending) create.reset();
  };
  const save = () =>
    create.mutate(
      { body },
      {
        onSuccess: ({ data }) => {
          showSnackbar(`${data._type} ${data.name} created`);
          close();
        },
      },
    );

  return (
    <FormFrame
      title="Add New Tutor"
      opened={opened}
      onClose={close}
      form={{
        missing,
        problems,
        isReady: missing.length === 0 && Object.keys(own).length === 0,
        isDirty,
        isSaving: create.isPending,
        error: create.error,
        save,
      }}
    >
      <Input.Wrapper label="Type" labelElement="div" className={styles.type ?? ''}>
        <SegmentedControl
          aria-label="Type"
          data={[...tutorTypes]}
          value={type}
          onChange={setType}
        />
      </Input.Wrapper>
      <PersonFields {...{ values, set, problems }} error={create.error} />
      <TutorFields type={type} {...{ values, set, problems }} />
    </FormFrame>
  );
};
