import {
  ActionIcon,
  Button,
  Checkbox,
  SegmentedControl,
  Text,
  Textarea,
  Flex,
  Stack,
} from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  addLessonStudents,
  findLessonStudents,
} from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import {
  isOwned,
  kindOfGroup,
  parseEmails,
  rosterGroups,
  type PlaceKind,
  type RosterGroup,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field } from '../../kit/form/field-kind.ts';
import { setting } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import styles from './add-students-dialog.module.css';
import { BookingsNotice } from './bookings.tsx';
import { activeLessonsQuery, bookingsQuery } from './class-lessons.api.ts';
import { rosterTabs, tabFacts } from './lesson-page.ts';
import { useRefusalQuestion } from './lesson-questions.ts';
import { lessonLabel } from './lesson-words.ts';

/** The server's limit for one lookup. */
const mostEmails = 1000;

/** This lesson only, this and all later ones, or lessons of its class chosen by id. */
type LessonChoice = { of: 'this' | 'coming' | 'chosen'; ids: string[] };

/** E-mails are looked up first; the students found are added to the request when it is sent. */
const addForm = defineForm({
  noun: 'place',
  create: addLessonStudents,
  refreshes: ['lessons', 'classes'],
  fields: {
    pasted: field<string>({
      label: 'E-mails',
      initial: '',
      read: () => '',
      write: () => ({}),
      isEmpty: (text) => text.trim() === '',
      problem: (text) =>
        parseEmails(text).length > mostEmails
          ? `At most ${mostEmails.toLocaleString('en-SG')} e-mails at once.`
          : undefined,
      words: (text) => text,
    }),
    kind: setting(rosterGroups, { label: 'Kind', default: 'student' }),
    lessons: field<LessonChoice>({
      label: 'Lessons',
      initial: { of: 'this', ids: [] },
      read: () => ({ of: 'this', ids: [] }),
      write: ({ of, ids }) => ({ lessons: of === 'chosen' ? ids : of }),
      isEmpty: () => false,
      missing: ({ of, ids }) => (of === 'chosen' && ids.length === 0 ? ['lesson'] : []),
      words: ({ of }) => of,
    }),
  },
});

type Target = Pick<LessonSummary, '_id' | 'class' | 'scheduled_on' | 'ended_on'>;

type Props = {
  /** The lesson; null while the dialog is closed. */
  open: Target | null;
  onClose: () => void;
};

/** Adds students to a lesson: looks up pasted e-mails, then adds the accounts found (part 1 §2). */
export const AddStudentsDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(lesson, opened) => <Form lesson={lesson} opened={opened} onClose={onClose} />}
  </FreshForm>
);

type FormProps = { lesson: Target; opened: boolean; onClose: () => void };

const Form = ({ lesson, ...dialog }: FormProps) => {
  const params = { id: lesson._id };
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const finding = useOperation(findLessonStudents);
  const askAfter = useRefusalQuestion();
  const form = useFormState(addForm, {
    ...dialog,
    params,
    done: ({ added, existing, lessons }) => wordsOf(added.length, existing.length, lessons),
    beforeSave: () => Promise.resolve({ student: [...chosen, ...raised].map(({ _id }) => _id) }),
    afterRefusal: (error) => askAfter(error),
  });
  const { pasted, kind, lessons } = form.values;
  const emails = parseEmails(pasted);
  // Results for e-mails that were edited since are not shown.
  const isOfThese = finding.variables?.body.emails.join('\n') === emails.join('\n');
  const result = isOfThese ? finding.data?.data : undefined;
  const chosen = (result?.found ?? []).filter(({ _id }) => !removed.has(_id));
  // Students on this lesson may be missing from the others, or have a video place only.
  const raised: FoundAccounts['existing'] = (result?.existing ?? []).filter(
    (account) => lessons.of !== 'this' || !isOwned(account.kind, kindOfGroup[kind]),
  );
  const ofClass = useQuery({ ...activeLessonsQuery(lesson.class), enabled: dialog.opened });
  const bookings = useStudentBookings(
    chosenOf(lessons, lesson, ofClass.data ?? []),
    [...chosen, ...raised].map(({ _id }) => _id),
  );
  const find = () => {
    setRemoved(new Set());
    finding.mutate({ params, body: { emails } });
  };
  return (
    <ActDialog
      title="Add Students"
      size={600}
      form={form}
      actLabel="Add Students"
      disabled={chosen.length + raised.length === 0}
    >
      {finding.error && <FormProblem text={sentenceOf(finding.error)} />}
      <Textarea
        {...form.field('pasted')}
        description="One e-mail per line. 10 students max"
        autosize
        minRows={5}
        maxRows={10}
        spellCheck={false}
        autoComplete="off"
      />
      <Flex rowGap="sm" columnGap="md" align="center" wrap="wrap" c="dimmed">
        <Button
          leftSection={<IconSearch size={16} stroke={1.7} />}
          disabled={emails.length === 0 || !form.isReady || form.isSaving}
          loading={finding.isPending}
          onClick={find}
        >
          Find Student Accounts
        </Button>
        {emails.length > 0 && <span>{formatCount(emails.length, 'e-mail')}</span>}
      </Flex>
      {result && (
        <FoundStudents
          result={result}
          chosen={chosen}
          kind={kind}
          onLeaveOut={(id) => setRemoved(new Set([...removed, id]))}
          disabled={form.isSaving}
        />
      )}
      <KindChoice value={kind} onChange={(next) => form.set({ kind: next })} />
      <LessonsChoice
        value={lessons}
        lessons={ofClass.data ?? []}
        onChange={(next) => form.set({ lessons: next })}
      />
      <BookingsNotice bookings={bookings} />
    </ActDialog>
  );
};

/** Success message: "3 students added; 1 already in class", "12 students added to 10 lessons". */
const wordsOf = (added: number, existing: number, lessons: number) =>
  [
    `${formatCount(added, 'student')} added${lessons > 1 ? ` to ${lessons} lessons` : ''}`,
    ...(existing > 0 ? [`${existing} already in class`] : []),
  ].join('; ');

/** Resolves a choice to lessons; 'this' is the lesson itself. */
const chosenOf = ({ of, ids }: LessonChoice, lesson: Target, all: readonly LessonSummary[]) => {
  if (of === 'this') return [lesson];
  if (of === 'chosen') return all.filter(({ _id }) => ids.includes(_id));
  return all.filter(({ scheduled_on }) => scheduled_on >= lesson.scheduled_on);
};

/** The server's limit for one bookings check. */
const mostAsked = 100;

/** Bookings of these students that overlap these lessons. */
const useStudentBookings = (
  lessons: readonly Pick<LessonSummary, '_id' | 'scheduled_on' | 'ended_on'>[],
  student: readonly string[],
) => {
  const questions = lessons.slice(0, mostAsked).map(({ _id, scheduled_on, ended_on }) => ({
    key: _id,
    lesson: { _id, scheduled_on, ended_on, student: [...student] },
  }));
  const { data } = useQuery({
    ...bookingsQuery(questions),
    staleTime: 0,
    enabled: student.length > 0 && questions.length > 0,
  });
  return student.length === 0 ? [] : [...(data?.values() ?? [])].flat();
};

type FoundAccounts = ResponseOf<typeof findLessonStudents>['data'];

type FoundProps = {
  result: FoundAccounts;
  /** The found students that were not left out. */
  chosen: FoundAccounts['found'];
  kind: RosterGroup;
  onLeaveOut: (id: string) => void;
  disabled: boolean;
};

/** Lookup result in three groups: found accounts (each can be left out), unknown e-mails, students already in class. */
const FoundStudents = ({ result, chosen, kind, onLeaveOut, disabled }: FoundProps) => (
  <Stack gap="md" role="status">
    {result.found.length === 0 && <p>No student accounts were found</p>}
    <Group title="Found" count={chosen.length}>
      {chosen.map(({ _id, name, email }) => (
        <Flex key={_id} component="li" gap="sm" align="center" justify="space-between">
          <span>
            <Text component="strong" variant="strong" c="bright">
              {name || '–'}
            </Text>{' '}
            {email}
          </span>
          <ActionIcon
            aria-label={`Leave out ${name || email}`}
            size={26}
            disabled={disabled}
            onClick={() => onLeaveOut(_id)}
          >
            <IconX size={14} stroke={1.7} />
          </ActionIcon>
        </Flex>
      ))}
    </Group>
    <Group title="Not found" count={result.not_found.length}>
      {result.not_found.map((email) => (
        <li key={email}>{email}</li>
      ))}
    </Group>
    <Group title="Already in class" count={result.existing.length}>
      {result.existing.map((account) => (
        <li key={account._id}>
          {account.email}
          {!isOwned(account.kind, kindOfGroup[kind]) &&
            ` (${labelOfKind(account.kind)}, becomes ${labelOfKind(kindOfGroup[kind])})`}
        </li>
      ))}
    </Group>
  </Stack>
);

const labelOfKind = (kind: PlaceKind) =>
  rosterTabs.map((tab) => tabFacts[tab]).find(({ group }) => kindOfGroup[group] === kind)?.label;

type GroupProps = { title: string; count: number; children: ReactNode };

const Group = ({ title, count, children }: GroupProps) =>
  count > 0 && (
    <Stack gap="xs">
      <Text component="h3" variant="strong">
        {title}{' '}
        <Text span inherit fw={400} c="dimmed">
          ({count.toLocaleString('en-SG')})
        </Text>
      </Text>
      {/* A scrolling region must be reachable by keyboard, or only a mouse can read to its end. */}
      <ul className={styles.list} aria-label={title} tabIndex={0}>
        {children}
      </ul>
    </Stack>
  );

type KindProps = { value: RosterGroup; onChange: (kind: RosterGroup) => void };

/** Chooses the kind of place: paying, trial or video. */
const KindChoice = ({ value, onChange }: KindProps) => {
  const label = useId();
  return (
    <div>
      <Text id={label} fw={500} mb={4}>
        Kind
      </Text>
      <SegmentedControl<RosterGroup>
        aria-labelledby={label}
        value={value}
        onChange={onChange}
        data={rosterTabs.map((tab) => ({ value: tabFacts[tab].group, label: tabFacts[tab].label }))}
      />
    </div>
  );
};

const choiceLabels: Record<LessonChoice['of'], string> = {
  this: 'This lesson',
  coming: 'This and coming lessons',
  chosen: 'Chosen lessons',
};
const choices = ['this', 'coming', 'chosen'] as const;

type LessonsProps = {
  value: LessonChoice;
  /** The active lessons of the class. */
  lessons: readonly LessonSummary[];
  onChange: (value: LessonChoice) => void;
};

/** Chooses the lessons of the class that the students are added to, in one request. */
const LessonsChoice = ({ value, lessons, onChange }: LessonsProps) => {
  const label = useId();
  const narrow = useNarrow();
  const { dateTime } = useFormats();
  return (
    <div>
      <Text id={label} fw={500} mb={4}>
        Lessons
      </Text>
      <SegmentedControl<LessonChoice['of']>
        aria-labelledby={label}
        orientation={narrow ? 'vertical' : 'horizontal'}
        value={value.of}
        onChange={(of) => onChange({ ...value, of })}
        data={choices.map((of) => ({ value: of, label: choiceLabels[of] }))}
      />
      {value.of === 'chosen' && (
        <Checkbox.Group
          mt="md"
          label="Chosen lessons"
          value={value.ids}
          onChange={(ids) => onChange({ ...value, ids })}
        >
          <ul className={styles.list} aria-label="Lessons of this class" tabIndex={0}>
            {lessons.map((lesson) => (
              <li key={lesson._id}>
                <Checkbox
                  value={lesson._id}
                  label={`${lessonLabel(lesson)}, ${dateTime(lesson.scheduled_on)} (${lesson.seats} of ${lesson.max_cap})`}
                />
              </li>
            ))}
          </ul>
        </Checkbox.Group>
      )}
    </div>
  );
};
