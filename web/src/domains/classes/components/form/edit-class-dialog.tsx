import { useQuery } from '@tanstack/react-query';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { FormFrame } from '../../../../ui/form-frame.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { StaleNotice } from '../../../../ui/stale-notice.tsx';
import { useGuardedBack } from '../../../../ui/use-guarded-back.ts';
import { WaitingForm } from '../../../../ui/waiting-form.tsx';
import { classQuery } from '../../classes.api.ts';
import { ClassFields } from './class-fields.tsx';
import { classStaleFields } from './class-stale-fields.ts';
import { useEditClass } from './use-edit-class.ts';

type Props = { classId: string | null; onClose: () => void };
type LoadedProps = { classId: string; opened: boolean; onClose: () => void };

/** Edit Class (part 1 §2, Class form). */
export const EditClassDialog = ({ classId, onClose }: Props) => (
  <FreshForm record={classId}>
    {(id, opened) => <Loaded classId={id} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Loaded = ({ classId, ...rest }: LoadedProps) => {
  // Read anew at each opening: a form based on what was known before would be refused as stale.
  const query = useQuery({ ...classQuery(classId), staleTime: 0 });
  const tuitionClass = query.isFetchedAfterMount ? query.data?.data : undefined;
  if (tuitionClass) return <Form tuitionClass={tuitionClass} {...rest} />;
  return <WaitingForm title="Edit Class" noun="class" query={query} {...rest} />;
};

type FormProps = { tuitionClass: Class } & Omit<LoadedProps, 'classId'>;

const Form = ({ tuitionClass, opened, onClose }: FormProps) => {
  const form = useEditClass(tuitionClass);
  const close = useGuardedBack({ opened, dirty: form.isDirty, onClose });
  const save = () =>
    form.save((saved) => {
      showSnackbar(`${saved.name} saved`);
      close();
    });
  return (
    <FormFrame
      title="Edit Class"
      opened={opened}
      form={{ ...form, save }}
      onClose={close}
      notice={
        form.stale && (
          <StaleNotice
            noun="class"
            stale={form.stale}
            values={form.values}
            fields={classStaleFields}
            onChoose={form.choose}
            saveLabel="Save"
          />
        )
      }
    >
      <ClassFields values={form.values} set={form.set} problems={form.problems} />
    </FormFrame>
  );
};
