import { ActionIcon, Button, Flex, Stack, Group, Text, Box } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  listPendingSubmissions,
  listSubmissions,
  type Homework,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import {
  latenessOf,
  pendingStatus,
  statusWords,
  type HomeworkStatus,
} from 'staffroom-contract/domains/homework/homework.rules.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { isMissing } from '../../lib/api-error.ts';
import { downloadList } from '../../lib/download.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import rows from '../../ui/rows.module.css';
import { useWide } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { WordButton } from '../../ui/word-button.tsx';
import { copyNames } from './copy-names.ts';
import { Attachments, HomeworkStatusChip, ShortDay, SubmissionMeter } from './homework-parts.tsx';
import styles from './homework-stat.module.css';
import {
  latenessWords,
  statusesOf,
  studentChoices,
  studentChoiceWords,
  studentsOf,
  type StudentChoice,
  type StudentOf,
} from './homework-words.ts';
import { homeworkQuery, pendingQuery, submissionsQuery } from './homework.api.ts';

type Props = {
  id: string;
  /** The status filter; undefined shows all students. */
  status: StudentChoice | undefined;
  onStatus: (status: StudentChoice | undefined) => void;
  onClose: () => void;
};

/** The status of each student of a homework: beside the list if there is space, else in a dialog. */
export const HomeworkStudents = (props: Props) => {
  const wide = useWide();
  useShortcut('escape', 'Close the homework', props.onClose, { enabled: wide });
  if (!wide)
    return (
      <Dialog title="Homework" opened onClose={props.onClose}>
        <Content {...props} />
      </Dialog>
    );
  return (
    <Flex
      className={styles.panel}
      component="aside"
      direction="column"
      flex="none"
      w={350}
      aria-label="Homework"
    >
      <Content {...props} />
    </Flex>
  );
};

const Content = (props: Props) => {
  const query = useQuery(homeworkQuery(props.id));
  const homework = query.data?.data;
  if (isMissing(query.error))
    return (
      <ListEmpty
        text="This homework does not exist"
        actions={<Button onClick={props.onClose}>Close</Button>}
      />
    );
  return (
    <ListStates
      state={listStateOf(query)}
      noun="homework"
      isEmpty={false}
      empty={null}
      skeleton={<Skeleton />}
    >
      {homework && (
        <>
          <Head {...props} homework={homework} />
          <Students {...props} homework={homework} />
        </>
      )}
    </ListStates>
  );
};

const Skeleton = () => (
  <Stack className={styles.head} gap="sm" py="md" px="lg">
    {[60, 80, 100, 70, 75, 65].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </Stack>
);

const Head = ({ homework, status, onStatus, onClose }: Props & { homework: Homework }) => {
  const formats = useFormats();
  const wide = useWide();
  const { stat } = homework;
  return (
    <Stack className={styles.head} gap="sm" py="md" px={wide ? 'lg' : 0}>
      <Group align="flex-start" justify="space-between">
        <Text component="h2" miw={0} variant="title">
          <RecordLink
            to="homework"
            id={homework._id}
            classId={homework.class._id}
            lessonId={homework.lesson._id}
            name={homework.name}
          />
        </Text>
        {wide && (
          <ActionIcon aria-label="Close" onClick={onClose} size={30}>
            <IconX size={16} stroke={1.7} />
          </ActionIcon>
        )}
      </Group>
      <Text variant="meta" c="secondary">
        {homework.class.name} · due {formats.longDay(homework.due_on)}
      </Text>
      {stat.assigned === 0 ? (
        <Text variant="meta" c="secondary">
          {statusWords(null)}
        </Text>
      ) : (
        <SubmissionMeter stat={stat} height={8} />
      )}
      <Flex
        className={styles.figures}
        rowGap={2}
        columnGap="md"
        align="center"
        wrap="wrap"
        variant="body"
        c="secondary"
      >
        {(
          [
            [stat.assigned - stat.pending, 'handed in', 'handed-in'],
            [stat.marked, 'marked', 'marked'],
            [stat.pending, 'pending', pendingStatus],
          ] as const
        ).map(([count, words, choice]) => (
          <WordButton
            key={choice}
            aria-pressed={status === choice}
            onClick={() => onStatus(status === choice ? undefined : choice)}
          >
            <Text component="strong" inherit fw={600} c="bright">
              {count}
            </Text>{' '}
            {words}
          </WordButton>
        ))}
        <Box component="span" flex="none" miw={72} ml="auto">
          <Attachments of={homework.attachment} label="File" />
        </Box>
      </Flex>
    </Stack>
  );
};

const every = 'all';

/** Number of students of a choice, including those with hidden names. */
const countOf = (stat: Homework['stat'], wanted: readonly HomeworkStatus[] | undefined) =>
  wanted ? wanted.reduce((sum, status) => sum + stat[statNames[status]], 0) : stat.assigned;

const statNames = {
  PENDING_SUBMISSION: 'pending',
  SUBMITTED: 'submitted',
  RESUBMITTED: 'resubmitted',
  RESUBMISSION_REQUIRE: 'resubmission',
  marked: 'marked',
} as const;

const Students = ({ id, homework, status, onStatus }: Props & { homework: Homework }) => {
  const wide = useWide();
  const pending = useQuery(pendingQuery(id));
  const handedIn = useQuery(submissionsQuery(id));
  const isThere = pending.data !== undefined && handedIn.data !== undefined;
  const students = isThere ? studentsOf(pending.data.data, handedIn.data) : [];
  const wanted = status && statusesOf(status);
  const shown = students.filter((student) => !wanted || wanted.includes(student.status));
  const unnamed = isThere ? countOf(homework.stat, wanted) - shown.length : 0;
  return (
    <>
      <Group
        className={styles.head}
        justify="space-between"
        wrap="wrap"
        py="sm"
        px={wide ? 'lg' : 0}
      >
        <ChoiceFilter
          label="Status"
          choices={[
            { value: every, label: 'All' },
            ...studentChoices.map((each) => ({ value: each, label: studentChoiceWords(each) })),
          ]}
          value={status ?? every}
          defaultValue={every}
          onChange={(next) => onStatus(next === every ? undefined : next)}
        />
        <Button
          size="xs"
          leftSection={<IconCopy size={16} stroke={1.7} />}
          disabled={shown.length === 0}
          onClick={() => void copyNames(shown.map(({ name }) => name))}
        >
          Copy names
        </Button>
      </Group>
      <ListStates
        state={listStateOf(pending.data ? handedIn : pending)}
        noun="students"
        isEmpty={isThere && shown.length === 0}
        empty={<ListEmpty text="There are no students" />}
        skeleton={<Skeleton />}
      >
        <Box
          className={`${styles.students} ${rows.rows}`}
          component="ul"
          flex={1}
          px={wide ? 'lg' : 0}
          aria-label="Students"
        >
          {shown.map((student) => (
            <Student key={student._id} student={student} homework={homework} />
          ))}
        </Box>
      </ListStates>
      <Group
        className={styles.foot}
        justify="space-between"
        flex="none"
        mih={43}
        py="xs"
        px={wide ? 'lg' : 0}
        variant="meta"
        c="secondary"
      >
        <span>
          {isThere && formatCount(shown.length, 'student')}
          {unnamed > 0 && `, and ${unnamed} with hidden names`}
        </span>
        {shown.length > 0 && <DownloadButton download={() => download(id, status)} />}
      </Group>
    </>
  );
};

/** A student with submission time, lateness and status. */
const Student = ({ student, homework }: { student: StudentOf; homework: Homework }) => {
  const late = student.at === null ? 'in time' : latenessOf(student.at, homework);
  const words = latenessWords[late];
  return (
    <li>
      <Text span truncate miw={0} variant="strong" c="bright">
        <RecordLink to="student" id={student._id} name={student.name} />
      </Text>
      {student.at !== null && (
        <Text
          span
          flex="none"
          variant="meta"
          c={words === undefined ? 'dimmed' : late === 'late' ? 'warning' : 'negative'}
        >
          {words && `${words} · `}
          <ShortDay at={student.at} />
        </Text>
      )}
      <HomeworkStatusChip status={student.status} />
    </li>
  );
};

/** Pending students and submissions are two separate downloads. */
const download = async (id: string, choice: StudentChoice | undefined) => {
  const wanted = choice && statusesOf(choice);
  const handedIn = wanted?.filter((status) => status !== pendingStatus);
  if (handedIn === undefined || handedIn.length > 0)
    await downloadList(
      listSubmissions,
      { query: { filter: { homework: id, ...(handedIn && { status: { in: handedIn } }) } } },
      'submissions.csv',
    );
  if (wanted === undefined || wanted.includes(pendingStatus))
    await downloadList(listPendingSubmissions, { params: { id } }, 'pending-submissions.csv');
};
