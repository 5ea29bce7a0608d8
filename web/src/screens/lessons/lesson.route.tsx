import { Flex, Group } from '@mantine/core';
import { IconPencil, IconSpeakerphone, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import {
  listLessonChanges,
  type Lesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { RosterPlace } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { useKeptAct } from '../../kit/form/use-kept-act.ts';
import type { ChangeFields } from '../../kit/record/change-lines.ts';
import { ChangesTab } from '../../kit/record/changes-tab.tsx';
import type { ActWords } from '../../kit/record/record-changes.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { lazyTab, RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { StripFact } from '../../ui/fact-strip.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageActs } from '../../ui/page-acts.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { Dot, StatusChip, Tag } from '../../ui/status-chip.tsx';
import { TermSearch } from '../../ui/term-search.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { announcementAddress } from '../../domains/announcements/announcement-address.ts';
import { lessonAnnouncementsQuery } from '../../domains/announcements/announcements.api.ts';
import type { ComposerProps } from '../../domains/announcements/composer.tsx';
import { homeworkCountQuery } from '../../domains/homework/homework.api.ts';
import { materialCountQuery } from '../../domains/homework/materials.api.ts';
import { pollAddress } from '../../domains/polls/poll-address.ts';
import { pollCountQuery } from '../../domains/polls/polls.api.ts';
import { LessonFacts } from '../../domains/lessons/lesson-facts.tsx';
import {
  lessonSearchSchema,
  rosterTabs,
  seatsOf,
  tabFacts,
  type LessonTab,
} from '../../domains/lessons/lesson-page.ts';
import { lessonCode, lessonTopic } from '../../domains/lessons/lesson-words.ts';
import { lessonForm } from '../../domains/lessons/lesson.form.ts';
import { lessonQuery, lessonRosterQuery } from '../../domains/lessons/lessons.api.ts';
import { Roster } from '../../domains/lessons/roster.tsx';

const searchSchema = lessonSearchSchema.extend(announcementAddress.shape).extend(pollAddress.shape);
type LessonSearch = z.infer<typeof searchSchema>;

const Composer = lazyForm<Omit<ComposerProps, 'lesson'> & { open: Lesson | null }>(
  async () => (await import('../../domains/announcements/composer.tsx')).Composer,
);
const LessonAnnouncements = lazyTab(
  async () =>
    (await import('../../domains/announcements/lesson-announcements.tsx')).LessonAnnouncements,
);
const LessonHomework = lazyTab(
  async () => (await import('../../domains/homework/lesson-homework.tsx')).LessonHomework,
);
const LessonMaterials = lazyTab(
  async () => (await import('../../domains/homework/lesson-materials.tsx')).LessonMaterials,
);
const PollArea = lazyTab(async () => (await import('../../domains/polls/poll-area.tsx')).PollArea);
const AddStudentsDialog = lazyForm(
  async () => (await import('../../domains/lessons/add-students-dialog.tsx')).AddStudentsDialog,
);
const MovePlaceDialog = lazyForm(
  async () => (await import('../../domains/orders/places/move-place-dialog.tsx')).MovePlaceDialog,
);
const RemovePlaceDialog = lazyForm(
  async () =>
    (await import('../../domains/orders/places/remove-place-dialog.tsx')).RemovePlaceDialog,
);
const LessonForm = lazyForm(
  async () => (await import('../../domains/lessons/lesson-form.tsx')).LessonForm,
);

/** A lesson's page: facts, students in three tabs with the sources of their places, changes (picture 06). */
const LessonPage = () => {
  const { classId, lessonId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = (dialog: LessonSearch['dialog']) => void navigate({ search: { ...search, dialog } });
  return (
    <RecordPage
      noun="lesson"
      query={useQuery(lessonQuery(lessonId))}
      // Not found if the URL names another class.
      isElsewhere={(lesson) => lesson.class !== classId}
      back={{ label: 'Online Class', to: '/course' }}
      layout="above"
      head={(lesson) => ({
        title: lessonTopic(lesson),
        beside: <LessonStates lesson={lesson} />,
        trail: [{ label: lesson.class_obj.name, to: `/course/${lesson.class}` }],
        crumb: lessonCode(lesson),
        secondary: lesson.abilities.manage && (
          <PageActs
            of={lessonTopic(lesson)}
            acts={[
              { label: 'Edit', icon: IconPencil, keys: 'e', onClick: () => open('edit') },
              { label: 'Add Students', icon: IconUserPlus, onClick: () => open('add') },
            ]}
          />
        ),
        primary: lesson.abilities.send_notification && (
          <PrimaryButton
            icon={<IconSpeakerphone size={17} stroke={1.7} />}
            onClick={() => open('announce')}
          >
            Make Announcement
          </PrimaryButton>
        ),
      })}
      facts={(lesson) => (
        <LessonFacts lesson={lesson} description={lesson.desc}>
          <Seats lesson={lesson} />
        </LessonFacts>
      )}
    >
      {(lesson) => (
        <>
          <Records lesson={lesson} />
          <LessonDialogs
            lesson={lesson}
            search={search}
            onSearch={(next) => void navigate({ search: next, replace: true })}
          />
        </>
      )}
    </RecordPage>
  );
};

const LessonStates = ({ lesson }: { lesson: Lesson }) => (
  <>
    <Tag>{lessonCode(lesson)}</Tag>
    {lesson.is_completed && <StatusChip tone="green">Completed</StatusChip>}
    {!lesson.is_active && <StatusChip tone="grey">Inactive</StatusChip>}
    {!lesson.is_released && <StatusChip tone="orange">Not released</StatusChip>}
    {/* On phones the facts are below the lists, so the time is repeated here. */}
    {useNarrow() && <Moment at={lesson.scheduled_on} />}
  </>
);

const Records = ({ lesson }: { lesson: Lesson }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const [moved, setMoved] = useKeptAct<RosterPlace>('moved place');
  const [removed, setRemoved] = useKeptAct<RosterPlace>('removed place');
  const find = (term: string | undefined) =>
    void navigate({ search: { ...search, search: term, page: undefined } });
  const rosters: RecordTab<LessonTab>[] = rosterTabs.map((tab) => ({
    value: tab,
    label: tabFacts[tab].label,
    count: lesson.counts[tabFacts[tab].group],
    end: <TermSearch label="Name or e-mail" term={search.search} onSearch={find} />,
    content: (pages) => (
      <Roster
        lesson={lesson}
        tab={tab}
        term={search.search}
        {...pages}
        onClearSearch={() => find(undefined)}
        acts={lesson.abilities.manage ? { onMove: setMoved, onRemove: setRemoved } : undefined}
      />
    ),
  }));
  const homework: RecordTab<LessonTab> = {
    value: 'homework',
    label: 'Homework',
    count: useQuery(homeworkCountQuery(lesson._id)).data?.count,
    content: (pages) => <LessonHomework lessonId={lesson._id} {...pages} />,
  };
  const material: RecordTab<LessonTab> = {
    value: 'material',
    label: 'Material',
    count: useQuery(materialCountQuery(lesson._id)).data?.count,
    content: (pages) => <LessonMaterials lessonId={lesson._id} {...pages} />,
  };
  const polls: RecordTab<LessonTab> = {
    value: 'polls',
    label: 'Polls',
    count: useQuery(pollCountQuery(lesson._id)).data,
    content: (pages) => (
      <PollArea
        lessonId={lesson._id}
        address={search}
        onAddress={(next) => void navigate({ search: { ...next, tab: 'polls' } })}
        {...pages}
      />
    ),
  };
  // Only for users who manage lessons.
  const changes: RecordTab<LessonTab> = {
    value: 'changes',
    label: 'Changes',
    content: (pages) => (
      <ChangesTab
        of={listLessonChanges}
        id={lesson._id}
        form={lessonForm}
        fields={changeFieldsOf}
        acts={changeActs}
        {...pages}
      />
    ),
  };
  const announcements: RecordTab<LessonTab> = {
    value: 'announcements',
    label: 'Announcements',
    count: useQuery({
      ...lessonAnnouncementsQuery(lesson._id),
      enabled: lesson.abilities.send_notification,
    }).data?.count,
    content: () => (
      <LessonAnnouncements
        lessonId={lesson._id}
        address={search}
        onAddress={(next) => void navigate({ search: { ...next, tab: 'announcements' } })}
      />
    ),
  };
  return (
    <>
      <RecordTabs
        tabs={[
          ...rosters,
          homework,
          material,
          polls,
          ...(lesson.abilities.send_notification ? [announcements] : []),
          ...(lesson.abilities.manage ? [changes] : []),
        ]}
        search={search}
        keep={['search']}
        onSearch={(next) => void navigate({ search: next })}
      />
      <MovePlaceDialog lesson={lesson} open={moved} onClose={() => setMoved(null)} />
      <RemovePlaceDialog lesson={lesson} open={removed} onClose={() => setRemoved(null)} />
    </>
  );
};

/** Audit actions of a lesson besides create and update. */
const changeActs: ActWords = {
  attendanceCorrected: { words: 'Attendance corrected', tone: 'orange' },
  attendanceMatched: { words: 'Attendee matched', tone: 'blue' },
  attendanceImported: { words: 'Attendance imported', tone: 'green' },
  attendanceImportUndone: { words: 'Attendance import undone', tone: 'orange' },
  startLinkShown: { words: 'Start link shown', tone: 'blue' },
  attendanceReportRequested: { words: 'Zoom report requested again', tone: 'blue' },
  liveLinkGiven: { words: 'Live link shared', tone: 'blue' },
  roomRequested: { words: 'Zoom room requested', tone: 'blue' },
  roomCreated: { words: 'Zoom room created', tone: 'green' },
  reportTaken: { words: 'Attendance taken from Zoom’s report', tone: 'green' },
  roomRemoved: { words: 'Zoom room removed', tone: 'grey' },
  studentsAdded: { words: 'Students added', tone: 'green' },
  studentMoved: { words: 'Student moved', tone: 'blue' },
  studentRemoved: { words: 'Student removed', tone: 'grey' },
  materialAttached: { words: 'Material attached', tone: 'green' },
  homeworkCreated: { words: 'Homework created', tone: 'green' },
  homeworkChanged: { words: 'Homework changed', tone: 'blue' },
  homeworkRemoved: { words: 'Homework removed', tone: 'orange' },
  homeworkPutBack: { words: 'Homework put back', tone: 'green' },
  materialReplaced: { words: 'Material replaced', tone: 'blue' },
  materialRemoved: { words: 'Material removed', tone: 'orange' },
  materialPutBack: { words: 'Material put back', tone: 'green' },
};

/** Audit fields that the form lacks or combines; start and end are one form field but two in the log. */
const changeFields: ChangeFields = {
  class_obj: { label: 'Class' },
  max_cap: { label: 'Seats' },
  scheduled_on: { label: 'Start' },
  ended_on: { label: 'End' },
  student: { label: 'Payment' },
  trial_student: { label: 'Trial' },
  video_student: { label: 'Video' },
  to_lesson: { label: 'To' },
  from_lesson: { label: 'From' },
  material: { label: 'File' },
  homework: { label: 'Homework' },
  due_on: { label: 'Due' },
  return_on: { label: 'Return' },
  submissions: { label: 'Submissions kept' },
  attendee: { label: 'Attendee' },
  matched: { label: 'Matched to' },
  attendance: { label: 'Attendance' },
  reason: { label: 'Reason' },
  file: { label: 'File' },
  rows: { label: 'Rows' },
};

/** `student` is the kind of place for added students, else the student who was moved or removed. */
const changeFieldsOf = (act: string): ChangeFields =>
  act === 'studentMoved' || act === 'studentRemoved'
    ? { ...changeFields, student: { label: 'Student' } }
    : changeFields;

/** Seats taken by paying and trial students: "18 of 20". Video places take no seats. */
const Seats = ({ lesson }: { lesson: Lesson }) => {
  const { counts, max_cap: cap } = lesson;
  const { taken, free, over } = seatsOf(lesson);
  const words = `${taken} of ${cap}`;
  return (
    <StripFact
      label="Seats"
      main={words}
      about={
        <Flex component="span" direction="column" gap="sm" pt="xs">
          <Meter
            label={`${words} seats taken`}
            height={8}
            total={Math.max(cap, taken)}
            parts={[
              { value: counts.student, tone: 'accent' },
              { value: counts.trial_student, tone: 'cyan' },
            ]}
          />
          <Flex component="span" rowGap={0} columnGap="md" wrap="wrap">
            <Group component="span" gap={6}>
              <Dot tone="blue" /> <span>{counts.student} paying</span>
            </Group>
            <Group component="span" gap={6}>
              <Dot tone="cyan" /> <span>{counts.trial_student} trial</span>
            </Group>
            <span>{over > 0 ? `${over} too many` : `${free} free`}</span>
          </Flex>
        </Flex>
      }
    />
  );
};

type DialogsProps = {
  lesson: Lesson;
  search: LessonSearch;
  /** Replaces the URL search. */
  onSearch: (search: LessonSearch) => void;
};

/** Dialogs whose open state is in the URL, each only for users with the permission. */
const LessonDialogs = ({ lesson, search, onSearch }: DialogsProps) => {
  const { manage, send_notification: announces } = lesson.abilities;
  const { dialog, method, was, until, tutors, ...rest } = search;
  const onClose = () => onSearch(rest);
  return (
    <>
      <AddStudentsDialog open={manage && dialog === 'add' ? lesson : null} onClose={onClose} />
      <LessonForm
        open={manage && dialog === 'edit' ? lesson._id : null}
        classId={lesson.class}
        onClose={onClose}
      />
      <Composer
        open={announces && dialog === 'announce' ? lesson : null}
        method={method ?? 'email'}
        before={was && until ? { start: was, end: until, tutors } : undefined}
        onMethod={(next) => onSearch({ ...search, method: next === 'sms' ? next : undefined })}
        onClose={onClose}
        onDeliveries={() => onSearch({ tab: 'announcements' })}
      />
    </>
  );
};

export const Route = createFileRoute('/_signed-in/course/$classId/lesson/$lessonId')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params }: { params: { lessonId: string } }) => [
      lessonQuery(params.lessonId),
      lessonRosterQuery(params.lessonId),
    ],
  },
  component: LessonPage,
});
