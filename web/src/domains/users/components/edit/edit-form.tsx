import type { ReactNode } from 'react';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { FormFrame } from '../../../../ui/form-frame.tsx';
import { StaleNotice } from '../../../../ui/stale-notice.tsx';
import { useGuardedBack } from '../../../../ui/use-guarded-back.ts';
import { useEditForm, type EditForm as Form, type FormKind } from './use-edit-form.ts';

/** What the form of one saved person is given. */
export type EditFormProps = {
  user: User;
  opened: boolean;
  onSaved: (user: User) => void;
  onClose: () => void;
};

type Props<Values extends object, Place extends string> = EditFormProps & {
  kind: FormKind<Values, Place>;
  /** The fields of this kind of person. */
  children: (form: Form<Values, Place>) => ReactNode;
};

/** Edit User, whatever the kind of person. */
export const EditForm = <Values extends object, Place extends string>(
  props: Props<Values, Place>,
) => {
  const { user, kind, opened } = props;
  const form = useEditForm(user, kind);
  const close = useGuardedBack({ opened, dirty: form.isDirty, onClose: props.onClose });
  const save = () =>
    form.save((saved) => {
      props.onSaved(saved);
      close();
    });
  return (
    <FormFrame
      title="Edit User"
      opened={opened}
      form={{ ...form, save }}
      onClose={close}
      notice={
        form.stale && (
          <StaleNotice
            noun="user"
            stale={form.stale}
            values={form.values}
            fields={kind.staleFields}
            onChoose={form.choose}
            saveLabel="Save"
          />
        )
      }
    >
      {props.children(form)}
    </FormFrame>
  );
};
