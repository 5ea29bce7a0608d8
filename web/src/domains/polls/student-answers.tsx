import { IconCheck, IconX } from '@tabler/icons-react';
import { Group, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listPollAnswers,
  type PollQuestion,
  type StudentAnswers as Answers,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { downloadList } from '../../lib/download.ts';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { lettersOf } from './poll-words.ts';
import { pollAnswersQuery } from './polls.api.ts';

type Props = {
  lessonId: string;
  questions: readonly PollQuestion[];
  page: number;
  onPage: (page: number) => void;
};

const nouns = ['student', 'students'] as const;

/** The answers of each student, one column per question; loaded in one response and paged on the client. */
export const StudentAnswers = ({ lessonId, questions, page, onPage }: Props) => {
  const query = useQuery(pollAnswersQuery(lessonId));
  const unnamed = query.data?.unnamed ?? 0;
  return (
    <RowsTab
      list={{ nouns, pageSize: 20, empty: { none: 'No poll data' } }}
      // Live answers cause frequent refetches: rows must not fade each time.
      query={{ ...query, isFetching: false }}
      rows={query.data?.data}
      download={() =>
        downloadList(listPollAnswers, { params: { id: lessonId } }, 'poll-answers.csv')
      }
      rowKey={({ _id }) => _id}
      address={{ page }}
      onAddress={(next) => onPage(next.page ?? 1)}
      caption="Answers of students"
      columns={columnsFor(questions)}
      skeletonRows={8}
      below={<UnnamedStudents count={unnamed} />}
    />
  );
};

const columnsFor = (questions: readonly PollQuestion[]): Column<Answers>[] => [
  {
    key: 'student',
    header: 'Student',
    width: 190,
    lead: true,
    text: nameOf,
    render: (row) =>
      row.student ? (
        <RecordLink to="student" id={row.student._id} name={nameOf(row)} />
      ) : (
        nameOf(row)
      ),
  },
  { key: 'email', header: 'E-mail', width: 210, text: ({ email }) => email },
  { key: 'kind', header: 'On the lesson', width: 120, text: kindWords },
  ...questions.map(({ _id, question_index, option }): Column<Answers> => ({
    key: _id,
    header: `Q${question_index + 1}`,
    width: 72,
    text: (row) => lettersOf(answerOf(row, _id)?.answer ?? [], option) || '–',
    render: (row) => <Chosen given={answerOf(row, _id)} option={option} />,
  })),
  {
    key: 'correct',
    header: 'Right',
    width: 72,
    align: 'right',
    value: ({ correct }) => correct,
    text: ({ correct }) => `${correct}/${questions.length}`,
  },
];

const nameOf = ({ name, email }: Answers) => name || email;

function kindWords({ kind }: Answers) {
  return kind === null
    ? 'No'
    : { PAYMENT: 'Payment', TRIAL: 'Trial', PAYMENT_VIDEO: 'Video' }[kind];
}

const answerOf = ({ answers }: Answers, poll: string) =>
  answers.find((given) => given.poll === poll);

/** The chosen letters, and whether they are right, not only by colour. */
const Chosen = ({
  given,
  option,
}: {
  given: Answers['answers'][number] | undefined;
  option: PollQuestion['option'];
}) => {
  if (!given) return '–';
  const Mark = given.is_correct ? IconCheck : IconX;
  return (
    <Group component="span" gap="xs" c={given.is_correct ? 'positive' : 'negative'}>
      {lettersOf(given.answer, option)}
      <Mark size={14} stroke={2} aria-hidden="true" />
      <VisuallyHidden>{given.is_correct ? 'right' : 'wrong'}</VisuallyHidden>
    </Group>
  );
};
