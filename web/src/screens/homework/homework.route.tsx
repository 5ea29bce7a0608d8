import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import {
  listPendingSubmissions,
  listSubmissions,
  type Homework,
  type PendingSubmission,
  type Submission,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import {
  latenessOf,
  statusWords,
  submissionStatuses,
} from 'staffroom-contract/domains/homework/homework.rules.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { ListTab, RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { downloadList } from '../../lib/download.ts';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { Dot, Tag } from '../../ui/status-chip.tsx';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { lessonCode, lessonLabel } from '../../domains/lessons/lesson-words.ts';
import { copyNames } from '../../domains/homework/copy-names.ts';
import {
  Attachments,
  HomeworkStatusChip,
  SubmissionMeter,
} from '../../domains/homework/homework-parts.tsx';
import {
  handedInWords,
  latenessWords,
  statusTones,
} from '../../domains/homework/homework-words.ts';
import { homeworkQuery, pendingQuery } from '../../domains/homework/homework.api.ts';

const tabNames = ['submissions', 'pending'] as const;

const submissionList = defineList({
  operation: listSubmissions,
  nouns: ['submission', 'submissions'],
  pageSize: 20,
  sort: { default: ['created', 'desc'] },
  filters: { status: choice(submissionStatuses, { label: 'Status', words: statusWords }) },
  empty: { none: 'No submission found', detail: 'Nothing submitted yet' },
});

const pendingList = {
  nouns: ['student', 'students'],
  pageSize: 20,
  empty: { none: 'There are no students', detail: 'All assigned students have handed in.' },
} as const;

const searchSchema = submissionList.address.extend({
  /** Missing means the submissions. */
  tab: optionalInAddress(z.enum(tabNames)),
});

/** A homework: dates, file, submissions and pending students (picture 14c). */
const HomeworkPage = () => {
  const { homeworkId, lessonId, classId } = Route.useParams();
  return (
    <RecordPage
      noun="homework"
      query={useQuery(homeworkQuery(homeworkId))}
      // Not found if the URL names another lesson or class.
      isElsewhere={(homework) => homework.lesson._id !== lessonId || homework.class._id !== classId}
      back={{ label: 'Online Class', to: '/course' }}
      head={(homework) => ({
        title: homework.name,
        beside: (
          <>
            <Tag>{homework.class.subject}</Tag>
            {homework.removed && <Tag>removed</Tag>}
          </>
        ),
        trail: [
          { label: homework.class.name, to: `/course/${homework.class._id}` },
          {
            label: lessonCode(homework.lesson),
            to: `/course/${homework.class._id}/lesson/${homework.lesson._id}`,
            search: { tab: 'homework' },
          },
        ],
      })}
      facts={(homework) => <HomeworkFacts homework={homework} />}
    >
      {(homework) => <Records homework={homework} />}
    </RecordPage>
  );
};

const Records = ({ homework }: { homework: Homework }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const go = (next: typeof search) => void navigate({ search: next });
  const { assigned, pending } = homework.stat;
  const submissions: RecordTab<(typeof tabNames)[number]> = {
    value: 'submissions',
    label: 'Submissions',
    count: assigned - pending,
    content: () => (
      <ListTab
        list={submissionList}
        scope={{ filter: { homework: homework._id } }}
        address={search}
        onAddress={go}
        caption="Submissions"
        columns={submissionColumns}
      />
    ),
  };
  const waiting: typeof submissions = {
    value: 'pending',
    label: 'Pending',
    count: pending,
    end: <CopyNames homeworkId={homework._id} />,
    content: (pages) => <Pending homeworkId={homework._id} {...pages} />,
  };
  return <RecordTabs tabs={[submissions, waiting]} search={search} onSearch={go} />;
};

type PendingProps = { homeworkId: string; page: number; onPage: (page: number) => void };

const Pending = ({ homeworkId, page, onPage }: PendingProps) => {
  const query = useQuery(pendingQuery(homeworkId));
  return (
    <RowsTab
      list={pendingList}
      query={query}
      rows={query.data?.data}
      rowKey={({ student }) => student._id}
      address={{ page }}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption="Pending submission"
      columns={pendingColumns}
      download={() =>
        downloadList(
          listPendingSubmissions,
          { params: { id: homeworkId } },
          'pending-submissions.csv',
        )
      }
      below={<UnnamedStudents count={query.data?.unnamed} />}
    />
  );
};

/** Copies the names of pending students, one per line. */
const CopyNames = ({ homeworkId }: { homeworkId: string }) => {
  const pending = useQuery(pendingQuery(homeworkId)).data?.data ?? [];
  const names = pending.map(({ student }) => student.name || student.email);
  return (
    <Button
      size="xs"
      leftSection={<IconCopy size={16} stroke={1.7} />}
      disabled={pending.length === 0}
      onClick={() => void copyNames(names)}
    >
      Copy names
    </Button>
  );
};

const HomeworkFacts = ({ homework }: { homework: Homework }) => (
  <Panel label="Details">
    <VisuallyHidden component="h2">Details</VisuallyHidden>
    <PanelBody>
      <FactGroup title="Handed in">
        <Counts homework={homework} />
      </FactGroup>
      <FactGroup title="Homework">
        <Facts labels={72}>
          <Fact label="Class">
            <RecordLink to="class" id={homework.class._id} name={homework.class.name} />
          </Fact>
          <Fact label="Lesson">
            <RecordLink
              to="lesson"
              id={homework.lesson._id}
              classId={homework.class._id}
              name={lessonLabel(homework.lesson)}
            />
          </Fact>
          <Fact label="Released">
            <Moment at={homework.released_on} />
          </Fact>
          <Fact label="Due">
            <Moment at={homework.due_on} />
          </Fact>
          <Fact label="Return">
            <Moment at={homework.return_on} />
          </Fact>
          <Fact label="File">
            <Attachments of={homework.attachment} />
          </Fact>
          {homework.removed && (
            <Fact label="Removed">
              <Moment at={homework.removed.at} /> by {homework.removed.by}
            </Fact>
          )}
        </Facts>
      </FactGroup>
    </PanelBody>
  </Panel>
);

const Counts = ({ homework: { stat } }: { homework: Homework }) => {
  const counts = [
    ['marked', stat.marked],
    ['SUBMITTED', stat.submitted],
    ['RESUBMITTED', stat.resubmitted],
    ['RESUBMISSION_REQUIRE', stat.resubmission],
    ['PENDING_SUBMISSION', stat.pending],
  ] as const;
  return (
    <Stack gap="md">
      <SubmissionMeter stat={stat} height={8} />
      <strong>{handedInWords(stat)}</strong>
      <Stack component="dl" gap="xs">
        {counts.map(([status, count]) => (
          <Count key={status} status={status} count={count} />
        ))}
      </Stack>
    </Stack>
  );
};

const Count = ({ status, count }: { status: keyof typeof statusTones; count: number }) => (
  <Group justify="space-between">
    <Group component="dt" c="secondary">
      <Dot tone={statusTones[status]} />
      {statusWords(status)}
    </Group>
    <dd data-figures>{count.toLocaleString('en-SG')}</dd>
  </Group>
);

const nameColumn = <Row,>(
  studentOf: (row: Row) => { _id: string; name: string; email: string },
): Column<Row> => ({
  key: 'student',
  header: 'Student',
  width: 184,
  lead: true,
  text: (row) => studentOf(row).name || studentOf(row).email,
  render: (row) => {
    const { _id, name, email } = studentOf(row);
    return <RecordLink to="student" id={_id} name={name || email} />;
  },
});

const pendingColumns: Column<PendingSubmission>[] = [
  nameColumn(({ student }) => student),
  { key: 'email', header: 'E-mail', width: 240, text: ({ student }) => student.email },
  {
    key: 'status',
    header: 'Status',
    width: 190,
    render: ({ status }) => <HomeworkStatusChip status={status} />,
  },
];

const submissionColumns: Column<Submission>[] = [
  nameColumn((submission) => submission.created_by),
  {
    key: 'status',
    header: 'Status',
    width: 183,
    render: ({ status }) => <HomeworkStatusChip status={status} />,
  },
  {
    key: 'submitted',
    header: 'Submitted',
    width: 230,
    figures: true,
    render: (row) => <Submitted row={row} />,
  },
  {
    key: 'marked',
    header: 'Marked',
    width: 175,
    figures: true,
    render: ({ marked_on }) => (marked_on ? <Moment at={marked_on} /> : '–'),
  },
];

const Submitted = ({ row }: { row: Submission }) => {
  const late = latenessOf(row.created, row.homework);
  return (
    <>
      <Moment at={row.created} />
      {latenessWords[late] && (
        <Text span inherit c={late === 'late' ? 'warning' : 'negative'}>
          {' '}
          · {latenessWords[late]}
        </Text>
      )}
    </>
  );
};

export const Route = createFileRoute(
  '/_signed-in/course/$classId/lesson/$lessonId/homework/$homeworkId',
)({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params }: { params: { homeworkId: string } }) => [
      homeworkQuery(params.homeworkId),
    ],
  },
  component: HomeworkPage,
});
