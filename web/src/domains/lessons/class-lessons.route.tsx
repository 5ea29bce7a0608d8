import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useCan } from '../../lib/use-can.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelTabs, type PanelTab } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { RecordColumns, RecordStates } from '../../ui/record-page.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { isUnderWay } from './batch-rows.ts';
import { classLessonsQuery } from './class-lessons.api.ts';
import {
  classLessonsSearchSchema,
  type ClassLessonsSearch,
  type ClassTab,
} from './class-lessons-search.ts';
import { classQuery } from '../classes/classes.api.ts';
import { BatchDialog } from './components/class/batch/batch-dialog.tsx';
import { ClassChanges } from './components/class/class-changes.tsx';
import { ClassFacts } from './components/class/class-facts.tsx';
import { ClassLessonsPanel } from './components/class/class-lessons-panel.tsx';
import { LessonFormDialog } from './components/form/lesson-form-dialog.tsx';
import { keptBatch } from './kept-batch.ts';

const back = { label: 'Online Class', to: '/course' };

/** A class with its lessons: add, activate and release them (part 1 §2, Class lessons). */
const ClassLessonsPage = () => {
  const { classId } = Route.useParams();
  const query = useQuery(classQuery(classId));
  if (query.data) return <Lessons key={classId} tuitionClass={query.data.data} />;
  return (
    <Page title="Class lessons" back={back}>
      <RecordStates
        noun="class"
        query={query}
        wayBack={<LinkButton to="/course">Go to Online Class</LinkButton>}
      />
    </Page>
  );
};

const Lessons = ({ tuitionClass }: { tuitionClass: Class }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const canManage = useCan('lesson.canManage');
  const kept = keptBatch(useSessionUser()._id, tuitionClass._id).read();
  // A batch that stopped half-way goes on, although the class has lessons by now.
  const hasRest = kept !== null && isUnderWay(kept);
  const mayBatch = canManage && (tuitionClass.lesson_count === 0 || hasRest);
  const open = (dialog: 'lesson' | 'batch' | undefined) =>
    void navigate({ search: { ...search, dialog } });
  useShortcut('c', 'Add lesson', () => open('lesson'), { enabled: canManage });

  return (
    <Page
      title={tuitionClass.name}
      back={back}
      secondary={mayBatch && <Button onClick={() => open('batch')}>Add batch lessons</Button>}
      primary={
        canManage && (
          <PrimaryButton
            icon={<IconPlus size={17} stroke={1.7} />}
            keys="C"
            onClick={() => open('lesson')}
          >
            Add lesson
          </PrimaryButton>
        )
      }
    >
      <RecordColumns facts={<ClassFacts tuitionClass={tuitionClass} />}>
        <Records tuitionClass={tuitionClass} />
      </RecordColumns>
      {canManage && (
        <LessonFormDialog
          opened={search.dialog === 'lesson'}
          classId={tuitionClass._id}
          lessonId={null}
          onClose={() => open(undefined)}
          onSaved={() => open(undefined)}
        />
      )}
      <BatchDialog
        opened={search.dialog === 'batch' && mayBatch}
        tuitionClass={tuitionClass}
        onClose={() => open(undefined)}
      />
    </Page>
  );
};

const Records = ({ tuitionClass }: { tuitionClass: Class }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const tabs: PanelTab<ClassTab>[] = [
    { value: 'lessons', label: 'Lessons', count: tuitionClass.lesson_count },
    ...(tuitionClass.abilities.manage ? [{ value: 'changes' as const, label: 'Changes' }] : []),
  ];
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'lessons';
  const page = search.page ?? 1;
  const onPage = (next: number) =>
    void navigate({ search: { ...search, page: next > 1 ? next : undefined } });
  return (
    <Panel>
      <PanelTabs
        tabs={tabs}
        value={tab}
        onChange={(next) =>
          void navigate({ search: { tab: next === 'lessons' ? undefined : next } })
        }
      >
        {tab === 'lessons' ? (
          <ClassLessonsPanel classId={tuitionClass._id} page={page} onPage={onPage} />
        ) : (
          <ClassChanges id={tuitionClass._id} page={page} onPage={onPage} />
        )}
      </PanelTabs>
    </Panel>
  );
};

type Address = { params: { classId: string }; search: ClassLessonsSearch };

export const Route = createFileRoute('/_signed-in/course/$classId')({
  validateSearch: classLessonsSearchSchema,
  staticData: {
    prefetch: ({ params: { classId }, search }: Address) => [
      classQuery(classId),
      ...(search.tab ? [] : [classLessonsQuery(classId, search.page ?? 1)]),
    ],
  },
  component: ClassLessonsPage,
});
