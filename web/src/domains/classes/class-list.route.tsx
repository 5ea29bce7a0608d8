import { IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useCan } from '../../lib/use-can.ts';
import { Page } from '../../ui/page.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { classSearchSchema, type ClassSearch } from './class-search.ts';
import { ClassDialogs } from './components/class-dialogs.tsx';
import { ClassPanel } from './components/class-panel.tsx';

/** Classes: find them, see their lessons, add, edit, activate and deactivate them (part 1 §2). */
const ClassList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const canManage = useCan('course.canManage');
  const go = (next: ClassSearch) => void navigate({ search: next });
  const create = () => go({ ...search, dialog: 'create' });
  useShortcut('c', 'Add New Class', create, { enabled: canManage });

  return (
    <Page
      title="Classes"
      fill
      primary={
        canManage && (
          <PrimaryButton icon={<IconPlus size={17} stroke={1.7} />} keys="C" onClick={create}>
            Add New Class
          </PrimaryButton>
        )
      }
    >
      <ClassPanel search={search} onSearch={go} />
      <ClassDialogs
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
      />
    </Page>
  );
};

export const Route = createFileRoute('/_signed-in/course')({
  validateSearch: classSearchSchema,
  component: ClassList,
});
