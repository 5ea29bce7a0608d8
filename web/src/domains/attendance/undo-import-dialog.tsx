import {
  undoAttendanceImport,
  type AttendanceImport,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';

const undoForm = defineForm({
  noun: 'import',
  create: undoAttendanceImport,
  refreshes: ['lessons', 'polls'],
  fields: {},
});

type Props = { open: AttendanceImport | null; lessonId: string; onClose: () => void };

/** Undoes an import after a confirmation. */
export const UndoImportDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Asked {...props} file={shown} opened={opened} />}
  </FreshForm>
);

type AskedProps = Omit<Props, 'open'> & { file: AttendanceImport; opened: boolean };

const Asked = ({ file, lessonId, ...dialog }: AskedProps) => {
  const form = useFormState(undoForm, {
    ...dialog,
    params: { id: lessonId, importId: file._id },
    done: `Import of ${file.file_name} undone`,
    gone: 'This import no longer exists',
  });
  return (
    <ActDialog title="Undo import" form={form} actLabel="Undo import" danger>
      <p>
        {formatCount(file.added, 'row')} of <strong>{file.file_name}</strong>{' '}
        {file.added === 1 ? 'is' : 'are'} removed from this lesson’s attendance, unless another file
        contains {file.added === 1 ? 'it' : 'them'} too. The file can be imported again.
      </p>
    </ActDialog>
  );
};
