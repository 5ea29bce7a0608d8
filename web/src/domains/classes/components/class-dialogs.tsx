import { lazyForm } from '../../../kit/form/form-dialogs.tsx';
import { useCan } from '../../../lib/use-can.ts';
import type { ClassSearch } from '../class-search.ts';

const ClassForm = lazyForm(async () => (await import('../class-form.tsx')).ClassForm);

type Props = { search: ClassSearch; onSearch: (search: ClassSearch) => void };

/** The form of `/course` whose being open stands in the address; for managers alone. */
export const ClassDialogs = ({ search, onSearch }: Props) => {
  const canManage = useCan('course.canManage');
  const open = search.dialog === 'create' ? 'new' : (search.class ?? null);
  return (
    <ClassForm
      open={canManage ? open : null}
      onClose={() => onSearch({ ...search, dialog: undefined, class: undefined })}
    />
  );
};
