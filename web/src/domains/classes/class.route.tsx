import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import {
  listClassChanges,
  type Class,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { formatLevel } from '@staffroom/contract/shared/levels.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { RecordChanges } from '../../kit/record/record-changes.tsx';
import { RecordFacts } from '../../kit/record/record-facts.tsx';
import { RecordLinks } from '../../kit/record/record-link.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { formatClockRange } from '../../lib/formats.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useCan } from '../../lib/use-can.ts';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { isUnderWay } from '../lessons/batch/batch-rows.ts';
import { classLessonsQuery } from '../lessons/class-lessons.api.ts';
import { BatchDialog } from '../lessons/batch/batch-dialog.tsx';
import { ClassLessons } from '../lessons/class-lessons.tsx';
import { keptBatch } from '../lessons/batch/kept-batch.ts';
import { classForm } from './class.form.ts';
import { classQuery } from './classes.api.ts';

const LessonForm = lazyForm(async () => (await import('../lessons/lesson-form.tsx')).LessonForm);

const tabs = ['lessons', 'changes'] as const;

/** What the address of a class holds: the tab, the page of its list, the open dialog. */
const searchSchema = z.object({
  tab: optionalInAddress(z.enum(tabs)),
  page: optionalInAddress(z.int().min(1)),
  dialog: optionalInAddress(z.enum(['lesson', 'batch'])),
});
type Dialog = z.infer<typeof searchSchema>['dialog'];

/** A class with its lessons: add, activate and release them (part 1 §2, Class lessons). */
const ClassPage = () => {
  const { classId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = (dialog: Dialog) => void navigate({ search: { ...search, dialog } });
  return (
    <RecordPage
      noun="class"
      query={useQuery(classQuery(classId))}
      back={{ label: 'Online Class', to: '/course' }}
      head={(tuitionClass) => ({
        title: tuitionClass.name,
        secondary: <BatchButton tuitionClass={tuitionClass} onOpen={open} />,
        primary: <LessonButton onOpen={open} />,
      })}
      facts={(tuitionClass) => <ClassFacts tuitionClass={tuitionClass} />}
    >
      {(tuitionClass) => (
        <>
          <RecordTabs
            tabs={tabsOf(tuitionClass)}
            search={search}
            onSearch={(next) => void navigate({ search: next })}
          />
          <Dialogs
            tuitionClass={tuitionClass}
            dialog={search.dialog}
            onClose={() => open(undefined)}
          />
        </>
      )}
    </RecordPage>
  );
};

const tabsOf = ({ _id, lesson_count, abilities }: Class): RecordTab<(typeof tabs)[number]>[] => [
  {
    value: 'lessons',
    label: 'Lessons',
    count: lesson_count,
    content: (pages) => <ClassLessons classId={_id} {...pages} />,
  },
  ...(abilities.manage
    ? [
        {
          value: 'changes' as const,
          label: 'Changes',
          content: (pages: Parameters<RecordTab<'changes'>['content']>[0]) => (
            <RecordChanges
              of={listClassChanges}
              id={_id}
              form={classForm}
              fields={changeFields}
              {...pages}
            />
          ),
        },
      ]
    : []),
];

const changeFields = {
  level: { label: 'Levels', words: (tags: string) => tags.split(', ').map(formatLevel).join(', ') },
};

type ActProps = { onOpen: (dialog: Dialog) => void };

/** A batch that stopped half-way goes on, although the class has lessons by now. */
const useMayBatch = (tuitionClass: Class) => {
  const kept = keptBatch(useSessionUser()._id, tuitionClass._id).read();
  const hasRest = kept !== null && isUnderWay(kept);
  return useCan('lesson.canManage') && (tuitionClass.lesson_count === 0 || hasRest);
};

const BatchButton = ({ tuitionClass, onOpen }: ActProps & { tuitionClass: Class }) =>
  useMayBatch(tuitionClass) && <Button onClick={() => onOpen('batch')}>Add batch lessons</Button>;

const LessonButton = ({ onOpen }: ActProps) => {
  const canManage = useCan('lesson.canManage');
  useShortcut('c', 'Add lesson', () => onOpen('lesson'), { enabled: canManage });
  return (
    canManage && (
      <PrimaryButton
        icon={<IconPlus size={17} stroke={1.7} />}
        keys="C"
        onClick={() => onOpen('lesson')}
      >
        Add lesson
      </PrimaryButton>
    )
  );
};

type DialogsProps = { tuitionClass: Class; dialog: Dialog; onClose: () => void };

const Dialogs = ({ tuitionClass, dialog, onClose }: DialogsProps) => (
  <>
    {useCan('lesson.canManage') && (
      <LessonForm
        open={dialog === 'lesson' ? 'new' : null}
        classId={tuitionClass._id}
        onClose={onClose}
      />
    )}
    <BatchDialog
      opened={useMayBatch(tuitionClass) && dialog === 'batch'}
      tuitionClass={tuitionClass}
      onClose={onClose}
    />
  </>
);

/** The class overview (part 1 §2, Class lessons). */
const ClassFacts = ({ tuitionClass }: { tuitionClass: Class }) => (
  <Panel label="Class overview">
    <VisuallyHidden component="h2">Class overview</VisuallyHidden>
    <PanelBody>
      <FactGroup title="Schedule">
        <Schedule {...tuitionClass.schedule} />
      </FactGroup>
      <FactGroup title="Class">
        <Facts>
          <Fact label="Status">
            <StatusChip tone={tuitionClass.is_active ? 'green' : 'grey'}>
              {tuitionClass.is_active ? 'Active' : 'Inactive'}
            </StatusChip>
          </Fact>
          <RecordFacts form={classForm} record={tuitionClass} show={['start', 'end']} />
          <Fact label="Tutors">
            <RecordLinks to="tutor" records={tuitionClass.tutor} />
          </Fact>
          <Fact label="TAs">
            <RecordLinks to="tutor" records={tuitionClass.ta} />
          </Fact>
          <Fact label="Rate per lesson">
            <Money amount={tuitionClass.rate} currency={tuitionClass.currency} />
          </Fact>
          <RecordFacts form={classForm} record={tuitionClass} show={['max_cap']} />
        </Facts>
      </FactGroup>
      {tuitionClass.desc !== '' && (
        <FactGroup title="Description">
          <RichTextView html={tuitionClass.desc} />
        </FactGroup>
      )}
    </PanelBody>
  </Panel>
);

const Schedule = ({ date_of_week: day, start_time: start, end_time: end }: Class['schedule']) =>
  day || start || end ? (
    <Facts>
      <Fact label="Day of week">{day}</Fact>
      <Fact label="Time">{formatClockRange(start, end)}</Fact>
    </Facts>
  ) : (
    <p>This class has no schedule</p>
  );

type Address = { params: { classId: string }; search: z.infer<typeof searchSchema> };

export const Route = createFileRoute('/_signed-in/course/$classId')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params: { classId }, search }: Address) => [
      classQuery(classId),
      ...(search.tab ? [] : [classLessonsQuery(classId, search.page ?? 1)]),
    ],
  },
  component: ClassPage,
});
