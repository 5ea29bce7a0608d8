import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  countNames,
  expectedKinds,
  listReportedStudents,
  type ReportedStudent,
} from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { choice } from '../../kit/list/filters.tsx';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { downloadList } from '../../lib/download.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusChip, Tag } from '../../ui/status-chip.tsx';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { attendanceTone, attendanceWord } from './attendance-words.ts';
import {
  countWords,
  kindWords,
  studentsBehind,
  type CountKind,
  type StudentKind,
} from './lesson-attendance-words.ts';

type Chosen = { attended: CountKind | undefined; kind: StudentKind | undefined };

type Props = Chosen & {
  /** The lesson's id; null while closed. */
  open: string | null;
  onChange: (changes: Chosen) => void;
  onClose: () => void;
};

/** Students behind a lesson's counts (part 2 §2, Reports page). */
export const StudentsDialog = ({ open, onClose, ...props }: Props) => (
  <FreshForm record={open}>
    {(id, opened) => (
      <Dialog title="Students" opened={opened} onClose={onClose} size={720}>
        <Students id={id} {...props} />
      </Dialog>
    )}
  </FreshForm>
);

const studentList = {
  nouns: ['student', 'students'],
  pageSize: 20,
  search: { label: 'Name' },
  filters: {
    attended: choice(countNames, { label: 'Attendance', words: (kind) => countWords[kind] }),
    kind: choice(expectedKinds, { label: 'Kind', words: (kind) => kindWords[kind] }),
  },
  empty: {
    none: 'There are no students',
    search: 'There are no students matching your search',
  },
} as const;

type Address = Partial<Chosen> & { search?: string | undefined; page?: number | undefined };

const Students = ({
  id,
  attended,
  kind,
  onChange,
}: Chosen & { id: string; onChange: Props['onChange'] }) => {
  const query = useQuery(operationQuery(listReportedStudents, { params: { id } }));
  const [place, setPlace] = useState<Pick<Address, 'search' | 'page'>>({});
  const move = ({ search, page, ...chosen }: Address) => {
    setPlace({ search, page });
    onChange({ attended: chosen.attended, kind: chosen.kind });
  };
  const unnamed = query.data?.unnamed ?? 0;
  return (
    <>
      <Text inherit mb="md" c="secondary" style={{ overflowWrap: 'anywhere' }}>
        {query.data ? <LessonLine lesson={query.data.lesson} /> : '\u00a0'}
      </Text>
      <Panel>
        <RowsTab<ReportedStudent, Address>
          list={studentList}
          query={query}
          rows={
            query.data && studentsBehind(query.data.data, { attended, kind, term: place.search })
          }
          address={{ ...place, attended, kind }}
          onAddress={move}
          caption="Students"
          columns={columns}
          skeletonRows={6}
          download={() =>
            downloadList(listReportedStudents, { params: { id } }, 'attendance-students.csv')
          }
          below={<UnnamedStudents count={unnamed} />}
        />
      </Panel>
    </>
  );
};

type Lesson = ResponseOf<typeof listReportedStudents>['lesson'];

const LessonLine = ({ lesson }: { lesson: Lesson }) => {
  const formats = useFormats();
  const { _id, class: of, scheduled_on: start, ended_on: end } = lesson;
  return (
    <>
      <RecordLink to="lesson" id={_id} classId={of._id} name={lessonLabel(lesson)} inSentence /> of{' '}
      <RecordLink to="class" id={of._id} name={of.name} inSentence />, {formats.longDay(start)},{' '}
      {formats.timeRange(start, end)}
    </>
  );
};

const columns: Column<ReportedStudent>[] = [
  {
    key: 'student',
    header: 'Student',
    width: 240,
    lead: true,
    text: ({ name }) => name || '–',
    render: ({ _id, name }) => <RecordLink to="student" id={_id} name={name || '–'} />,
  },
  {
    key: 'kind',
    header: 'Kind',
    width: 100,
    text: ({ kind }) => (kind === 'TRIAL' ? 'Trial' : 'Paying'),
  },
  {
    key: 'attendance',
    header: 'Attendance',
    width: 220,
    text: ({ status, corrected }) =>
      [attendanceWord(status), ...(corrected ? ['corrected by staff'] : [])].join(', '),
    render: ({ status, corrected }) => (
      <Group component="span">
        <StatusChip tone={attendanceTone(status)}>{attendanceWord(status)}</StatusChip>
        {corrected && <Tag>Corrected</Tag>}
      </Group>
    ),
  },
];
