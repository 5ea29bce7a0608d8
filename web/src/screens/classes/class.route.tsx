import { IconPencil, IconPlaylistAdd } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import {
  listClassChanges,
  type Class,
} from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { ChangesTab } from '../../kit/record/changes-tab.tsx';
import { RecordLinks } from '../../kit/record/record-link.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { FactStrip, StripFact } from '../../ui/fact-strip.tsx';
import { Money } from '../../ui/money.tsx';
import { PageActs } from '../../ui/page-acts.tsx';
import { StatusChip, Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { BatchDialog } from '../../domains/lessons/batch/batch-dialog.tsx';
import { UnfinishedBatch, useBatchOf } from '../../domains/lessons/batch/unfinished-batch.tsx';
import { classLessonsQuery } from '../../domains/lessons/class-lessons.api.ts';
import {
  ClassLessons,
  ComingAndPast,
  useClassLessons,
  type ClassLessonsState,
} from '../../domains/lessons/class-lessons.tsx';
import { useRefusalQuestion } from '../../domains/lessons/lesson-questions.ts';
import { NextLesson } from '../../domains/lessons/next-lesson.tsx';
import { useLessonActs } from '../../domains/lessons/use-lesson-acts.ts';
import { datesWords, scheduleWords } from '../../domains/classes/class-words.ts';
import { classForm } from '../../domains/classes/class.form.ts';
import { classQuery } from '../../domains/classes/classes.api.ts';

const AddStudentsDialog = lazyForm(
  async () => (await import('../../domains/lessons/add-students-dialog.tsx')).AddStudentsDialog,
);
const ClassForm = lazyForm(
  async () => (await import('../../domains/classes/class-form.tsx')).ClassForm,
);
const LessonForm = lazyForm(
  async () => (await import('../../domains/lessons/lesson-form.tsx')).LessonForm,
);

const tabs = ['lessons', 'changes'] as const;

/** URL search of a class: tab, page of its list, whether past lessons are unfolded, open dialog. */
const searchSchema = z.object({
  tab: optionalInAddress(z.enum(tabs)),
  page: optionalInAddress(z.int().min(1)),
  past: optionalInAddress(z.boolean()),
  dialog: optionalInAddress(z.enum(['edit', 'lesson', 'students', 'batch'])),
  /** The lesson of the open dialog. */
  lesson: optionalInAddress(z.uuid()),
});
type Dialog = z.infer<typeof searchSchema>['dialog'];

/** A class with its lessons: add, change, activate and release them (part 1 §2, Class lessons; picture 11). */
const ClassPage = () => {
  const { classId } = Route.useParams();
  const isNarrow = useNarrow();
  return (
    <RecordPage
      noun="class"
      query={useQuery(classQuery(classId))}
      back={{ label: 'Online Class', to: '/course' }}
      layout="above"
      head={(tuitionClass) => ({
        title: tuitionClass.name,
        beside: (
          <>
            <Tag>{tuitionClass.class_type}</Tag>
            <StatusChip tone={tuitionClass.is_active ? 'green' : 'grey'}>
              {tuitionClass.is_active ? 'Active' : 'Inactive'}
            </StatusChip>
            {isNarrow && formatCount(tuitionClass.students.active, 'active student')}
          </>
        ),
        secondary: <ClassActs tuitionClass={tuitionClass} />,
        primary: !isNarrow && <NewLesson />,
      })}
      facts={(tuitionClass) => <ClassFacts tuitionClass={tuitionClass} />}
    >
      {(tuitionClass) => <ClassRecords tuitionClass={tuitionClass} isNarrow={isNarrow} />}
    </RecordPage>
  );
};

/** Opens a dialog, or closes the one that is open. */
const useOpenDialog = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (dialog?: Dialog, lesson?: { _id: string }) =>
    void navigate({ search: { ...search, dialog, lesson: lesson?._id } });
};

const ClassActs = ({ tuitionClass }: { tuitionClass: Class }) => {
  const open = useOpenDialog();
  const { begins } = useBatchOf(tuitionClass);
  const edit = { label: 'Edit Class', icon: IconPencil, keys: 'e', onClick: () => open('edit') };
  const batch = { label: 'Add batch lessons', icon: IconPlaylistAdd, onClick: () => open('batch') };
  return (
    <PageActs
      of={tuitionClass.name}
      acts={[...(tuitionClass.abilities.manage ? [edit] : []), ...(begins ? [batch] : [])]}
    />
  );
};

/** On phones the button is beside the tabs. */
const NewLesson = () => {
  const open = useOpenDialog();
  const isNarrow = useNarrow();
  const canManage = useCan('lesson.canManage');
  const add = { label: 'Add single lesson', onClick: () => open('lesson') };
  return canManage && <CreateButton {...add} isSmall={isNarrow} />;
};

type RecordsProps = { tuitionClass: Class; isNarrow: boolean };

const ClassRecords = ({ tuitionClass, isNarrow }: RecordsProps) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = useOpenDialog();
  const lessons = useClassLessons(tuitionClass._id);
  const acts = useLessonActs({
    onEdit: (lesson) => open('lesson', lesson),
    onAdd: (lesson) => open('students', lesson),
  });
  const nextLesson = (
    <NextLesson lessons={lessons} acts={acts} isAny={tuitionClass.lesson_count > 0} />
  );
  const lessonsTab: RecordTab<(typeof tabs)[number]> = {
    value: 'lessons',
    label: 'Lessons',
    count: tuitionClass.lesson_count,
    end: isNarrow ? <NewLesson /> : <ComingAndPast {...lessons} />,
    content: () => (
      <ClassLessons
        classId={tuitionClass._id}
        lessons={lessons}
        acts={acts}
        address={search}
        onAddress={({ page, past }) => void navigate({ search: { ...search, page, past } })}
        above={!isNarrow && nextLesson}
      />
    ),
  };
  return (
    <>
      {isNarrow && nextLesson}
      <UnfinishedBatch tuitionClass={tuitionClass} onOpen={() => open('batch')} />
      <RecordTabs
        tabs={tuitionClass.abilities.manage ? [lessonsTab, changesTab(tuitionClass)] : [lessonsTab]}
        search={search}
        onSearch={(to) => void navigate({ search: to })}
      />
      <Dialogs tuitionClass={tuitionClass} lessons={lessons} />
    </>
  );
};

const changesTab = ({ _id }: Class): RecordTab<(typeof tabs)[number]> => ({
  value: 'changes',
  label: 'Changes',
  content: (pages) => (
    <ChangesTab of={listClassChanges} id={_id} form={classForm} fields={changeFields} {...pages} />
  ),
});

const changeFields = {
  level: { label: 'Levels', words: (tags: string) => tags.split(', ').map(formatLevel).join(', ') },
};

type DialogsProps = { tuitionClass: Class; lessons: ClassLessonsState };

const Dialogs = ({ tuitionClass, lessons }: DialogsProps) => {
  const { dialog, lesson } = Route.useSearch();
  const open = useOpenDialog();
  const onClose = () => open();
  const canManage = useCan('lesson.canManage');
  return (
    <>
      <LessonForm
        open={canManage && dialog === 'lesson' ? (lesson ?? 'new') : null}
        classId={tuitionClass._id}
        onClose={onClose}
      />
      <AddStudentsDialog
        open={
          (canManage && dialog === 'students' && lessons.all.find(({ _id }) => _id === lesson)) ||
          null
        }
        onClose={onClose}
      />
      <ClassForm
        askAfter={useRefusalQuestion()}
        open={tuitionClass.abilities.manage && dialog === 'edit' ? tuitionClass._id : null}
        onClose={onClose}
      />
      <BatchDialog
        opened={useBatchOf(tuitionClass).may && dialog === 'batch'}
        tuitionClass={tuitionClass}
        onClose={onClose}
      />
    </>
  );
};

/** The class overview (part 1 §2, Class lessons). */
const ClassFacts = ({ tuitionClass: { students, ...tuitionClass } }: { tuitionClass: Class }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <FactStrip label="Class overview" description={tuitionClass.desc} isBeside>
      <StripFact
        label="Schedule"
        main={scheduleWords(tuitionClass.schedule) || 'This class has no schedule'}
        about={`${datesWords(tuitionClass, zone)}, ${zone}`}
      />
      <StripFact
        label="Tutors"
        main={<RecordLinks to="tutor" records={tuitionClass.tutor} />}
        about={
          tuitionClass.ta.length > 0 && (
            <>
              TA <RecordLinks to="tutor" records={tuitionClass.ta} />
            </>
          )
        }
      />
      <StripFact
        label="Rate per lesson"
        main={<Money amount={tuitionClass.rate} currency={tuitionClass.currency} />}
        about={formatCount(tuitionClass.max_cap, 'seat')}
      />
      <StripFact
        label="Students"
        main={`${students.active.toLocaleString('en-SG')} active`}
        about={`${students.ever.toLocaleString('en-SG')} ever`}
      />
    </FactStrip>
  );
};

type Address = { params: { classId: string }; search: z.infer<typeof searchSchema> };

export const Route = createFileRoute('/_signed-in/course/$classId')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params: { classId }, search }: Address) => [
      classQuery(classId),
      ...(search.tab ? [] : [classLessonsQuery(classId)]),
    ],
  },
  component: ClassPage,
});
