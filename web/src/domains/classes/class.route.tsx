import { Button, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
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
import { formatClockRange, formatCount } from '../../lib/formats.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useCan } from '../../lib/use-can.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { keptBatch } from '../lessons/batch/batch-rows.ts';
import { classLessonsQuery } from '../lessons/class-lessons.api.ts';
import { BatchDialog } from '../lessons/batch/batch-dialog.tsx';
import { useRefusalQuestion } from '../lessons/lesson-questions.ts';
import { ClassLessons } from '../lessons/class-lessons.tsx';
import { classForm } from './class.form.ts';
import { classQuery } from './classes.api.ts';
import styles from './class.module.css';

const ClassForm = lazyForm(async () => (await import('./class-form.tsx')).ClassForm);
const LessonForm = lazyForm(async () => (await import('../lessons/lesson-form.tsx')).LessonForm);

const tabs = ['lessons', 'changes'] as const;

/** What the address of a class holds: the tab, the page of its list, the open dialog. */
const searchSchema = z.object({
  tab: optionalInAddress(z.enum(tabs)),
  page: optionalInAddress(z.int().min(1)),
  dialog: optionalInAddress(z.enum(['edit', 'lesson', 'batch'])),
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
        secondary: (
          <>
            {tuitionClass.abilities.manage && <EditButton onOpen={open} />}
            <BatchButton tuitionClass={tuitionClass} onOpen={open} />
          </>
        ),
        primary: <LessonButton onOpen={open} />,
      })}
      facts={(tuitionClass) => <ClassFacts tuitionClass={tuitionClass} />}
    >
      {(tuitionClass) => (
        <>
          <UnfinishedBatch tuitionClass={tuitionClass} onOpen={open} />
          <RecordTabs
            tabs={tabsOf(
              tuitionClass,
              search.page,
              (page) => void navigate({ search: { ...search, page } }),
            )}
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

const tabsOf = (
  { _id, lesson_count, abilities }: Class,
  page: number | undefined,
  onPage: (page: number) => void,
): RecordTab<(typeof tabs)[number]>[] => [
  {
    value: 'lessons',
    label: 'Lessons',
    count: lesson_count,
    // The first page stands in the address too: without one it is the next lesson's.
    content: () => <ClassLessons classId={_id} count={lesson_count} page={page} onPage={onPage} />,
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

/** Only a class without lessons takes a batch; one that is unfinished goes on, although the class has lessons by now. */
const useBatch = (tuitionClass: Class) => {
  const kept = keptBatch(useSessionUser()._id, tuitionClass._id);
  const rest = kept.read();
  const canManage = useCan('lesson.canManage');
  return {
    may: canManage && (tuitionClass.lesson_count === 0 || rest !== null),
    rest: canManage ? rest : null,
    discard: kept.clear,
  };
};

const BatchButton = ({ tuitionClass, onOpen }: ActProps & { tuitionClass: Class }) => {
  const { may, rest } = useBatch(tuitionClass);
  return may && rest === null && <Button onClick={() => onOpen('batch')}>Add batch lessons</Button>;
};

/** The lessons that this person has planned for the class in this browser and not saved, in any tab. */
const UnfinishedBatch = ({ tuitionClass, onOpen }: ActProps & { tuitionClass: Class }) => {
  const { rest, discard } = useBatch(tuitionClass);
  const confirm = useConfirm();
  const [isDiscarded, setDiscarded] = useState(false);
  if (rest === null || isDiscarded) return null;
  const all = rest.saved + rest.rows.length;
  const askToDiscard = async () => {
    const question = {
      title: 'Discard the batch?',
      message: `${formatCount(rest.rows.length, 'lesson')} will not be added. Lessons that are added stay.`,
      confirmLabel: 'Discard',
      danger: true,
    };
    if (!(await confirm(question))) return;
    discard();
    setDiscarded(true);
  };
  return (
    <Panel label="Unfinished batch">
      <div className={styles.unfinished}>
        <p>
          {rest.rows.length} of {formatCount(all, 'lesson')} of a batch are not saved yet.
        </p>
        <Button variant="subtle" onClick={() => void askToDiscard()}>
          Discard
        </Button>
        <Button onClick={() => onOpen('batch')}>Resume batch</Button>
      </div>
    </Panel>
  );
};

const EditButton = ({ onOpen }: ActProps) => {
  useShortcut('e', 'Edit Class', () => onOpen('edit'));
  return (
    <Button
      leftSection={<IconPencil size={17} stroke={1.7} />}
      rightSection={<KeyHint keys="E" />}
      onClick={() => onOpen('edit')}
    >
      Edit Class
    </Button>
  );
};

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
    <ClassForm
      askAfter={useRefusalQuestion()}
      open={tuitionClass.abilities.manage && dialog === 'edit' ? tuitionClass._id : null}
      onClose={onClose}
    />
    <BatchDialog
      opened={useBatch(tuitionClass).may && dialog === 'batch'}
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
