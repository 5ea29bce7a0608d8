import { useState } from 'react';
import { placeAmong, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { differingFields } from '../../../../lib/merge-versions.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { FormFrame } from '../../../../ui/form-frame.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { useGuardedBack } from '../../../../ui/use-guarded-back.ts';
import { useCreateClass } from '../../classes.api.ts';
import { ClassFields } from './class-fields.tsx';
import { classPlaces, classProblems, missingOf, newClassBodyOf } from './class-body.ts';
import { newClass, type ClassValues } from './class-values.ts';

type Props = { opened: boolean; onClose: () => void };

/** Add New Class (part 1 §2, Class form). */
export const CreateClassDialog = ({ opened, onClose }: Props) => (
  <FreshForm record={opened ? 'new' : null}>
    {(_, isOpened) => <Form opened={isOpened} onClose={onClose} />}
  </FreshForm>
);

const Form = ({ opened, onClose }: Props) => {
  const { business_time_zone: zone } = useSettings();
  const [values, setValues] = useState<ClassValues>(newClass);
  const create = useCreateClass();
  const own = classProblems(values, zone);
  const missing = missingOf(values);
  const isDirty = differingFields(values, newClass).length > 0;
  const close = useGuardedBack({ opened, dirty: isDirty, onClose });
  const problems = { ...problemsOfFailure(create.error, placeAmong(classPlaces)), ...own };
  const set = (changes: Partial<ClassValues>) => {
    setValues((before) => ({ ...before, ...changes }));
    // What stands under a field is about what was sent, not about what is typed now.
    if (create.error && !create.isPending) create.reset();
  };
  const save = () =>
    create.mutate(
      { body: newClassBodyOf(values, zone) },
      {
        onSuccess: ({ data }) => {
          showSnackbar(`${data.name} created`);
          close();
        },
      },
    );

  return (
    <FormFrame
      title="Add New Class"
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
      <ClassFields {...{ values, set, problems }} />
    </FormFrame>
  );
};
