import { Group, Stack, Flex } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import {
  listHomework,
  type Homework,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { statusWords } from 'staffroom-contract/domains/homework/homework.rules.ts';
import { addDays, monthOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { defineList, type ListAddress } from '../../kit/list/define-list.ts';
import { choice, days } from '../../kit/list/filters.tsx';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { optionalInAddress, useAddress } from '../../lib/address-values.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { useWide } from '../../ui/use-narrow.ts';
import { HomeworkDate, ShortDay, SubmissionMeter } from './homework-parts.tsx';
import styles from './homework-stat.module.css';
import { handedInWords, statusTones, studentChoices, type StatusCount } from './homework-words.ts';

// Loaded lazily: not shown in the first view of the list.
const HomeworkStudents = lazyPart(
  async () => (await import('./homework-students.tsx')).HomeworkStudents,
  { waiting: <Stack className={styles.panel} gap={0} flex="none" w={350} /> },
);

const yesterday = (today: string) => ({ start: addDays(today, -1), end: addDays(today, -1) });

/** Default period: yesterday; the filter "To mark" has none, as old work also waits. */
const usualDays = (today: string, address: ListAddress & { marking?: unknown }) =>
  address.marking ? undefined : yesterday(today);

const homeworkList = defineList({
  operation: listHomework,
  nouns: ['homework', 'homework'],
  pageSize: 10,
  search: { label: 'Class name', field: 'class_name' },
  sort: {
    default: ['due_on', 'desc'],
    columns: [
      'name',
      'released_on',
      'due_on',
      'return_on',
      'pending',
      'submitted',
      'resubmitted',
      'resubmission',
      'marked',
    ],
  },
  days: days({
    label: 'Range',
    field: 'released_on',
    by: [
      { field: 'released_on', label: 'released' },
      { field: 'due_on', label: 'due' },
      { field: 'return_on', label: 'return', words: 'to return' },
    ],
    default: usualDays,
    picks: (today) => [
      { label: 'Yesterday', ...yesterday(today) },
      { label: 'This week', ...weekOf(today) },
      { label: 'Last week', ...weekOf(addDays(today, -7)) },
      { label: 'This month', ...monthOf(today) },
      {
        label: 'This year',
        start: `${today.slice(0, 4)}-01-01`,
        end: `${today.slice(0, 4)}-12-31`,
      },
    ],
  }),
  filters: {
    period: choice(['past', 'upcoming'], { label: 'Period', none: 'all' }),
    marking: choice(['waiting'], {
      label: 'Marking',
      none: 'all',
      words: () => 'To mark',
      where: () => ({ to_mark: true as const }),
    }),
  },
  empty: {
    none: 'No homework found!',
    search: (term) => `No classes found matching ${term}`,
  },
});

/** URL search of the report. */
const addressSchema = homeworkList.address.extend({
  /** The homework whose students are shown beside the list, and their status. */
  homework: optionalInAddress(z.uuid()),
  status: optionalInAddress(z.enum(studentChoices)),
});

type Props = {
  search: object;
  onSearch: (search: object, step?: { replaces: boolean }) => void;
};

/** Homework of a period with submission counts, and beside it the students of one (picture 14c). */
export const HomeworkStat = ({ search, onSearch }: Props) => {
  const address = useAddress(addressSchema, search);
  const isWide = useWide();
  const { homework, status, ...shown } = address;
  const replace = (changes: object) => onSearch({ ...shown, ...changes }, { replaces: true });
  return (
    <Group gap={0} align="stretch" flex={1} mih={0}>
      <Stack gap={0} flex={1} miw={0} mih={0}>
        <ListTab
          list={homeworkList}
          address={address}
          onAddress={onSearch}
          caption="Homework"
          lines={2}
          columns={columnsBeside(homework !== undefined)}
          isOpen={({ _id }) => _id === homework}
          beside={isWide && homework === undefined && <Legend />}
        />
      </Stack>
      {homework !== undefined && (
        <HomeworkStudents
          key={homework}
          id={homework}
          status={status}
          onStatus={(next) => replace({ homework, status: next })}
          onClose={() => replace({})}
        />
      )}
    </Group>
  );
};

/** Legend of the meter's colours. */
const Legend = () => (
  <Flex component="span" rowGap={2} columnGap="md" wrap="wrap">
    {(
      [
        ['marked', 'marked'],
        ['submitted', 'SUBMITTED'],
        ['resubmitted', 'RESUBMITTED'],
        ['resubmission', 'RESUBMISSION_REQUIRE'],
        ['pending', 'PENDING_SUBMISSION'],
      ] as const
    ).map(([word, status]) => (
      <Group key={word} component="span" gap={5}>
        <Dot tone={statusTones[status]} />
        {word}
      </Group>
    ))}
  </Flex>
);

const nothing = statusWords(null);

/** A homework's name or count as a link that shows its students beside the list. */
const StudentsLink = ({
  row,
  status,
  label,
  children,
}: {
  row: Homework;
  status?: StatusCount['status'];
  label?: string;
  children: string;
}) => (
  <Link
    to="."
    search={((search: object) => ({ ...search, homework: row._id, status })) as never}
    aria-label={label}
    data-opens={status === undefined || undefined}
  >
    {children}
  </Link>
);

const countColumn = (
  header: string,
  of: StatusCount['of'],
  status: StatusCount['status'],
  width: number,
): Column<Homework> => ({
  key: of,
  header,
  width,
  align: 'right',
  sortBy: of,
  render: (row) => {
    const count = row.stat[of].toLocaleString('en-SG');
    return (
      <StudentsLink
        row={row}
        status={status}
        label={`${count} ${statusWords(status)} of ${row.name}, ${row.class.name}`}
      >
        {count}
      </StudentsLink>
    );
  },
});

/** Columns that fit beside an open homework. */
const columnsBeside = (hasPanel: boolean): Column<Homework>[] =>
  hasPanel
    ? columns
        .filter(({ key }) => key !== 'pending')
        .map(({ sortBy: _sortBy, ...column }) => ({
          ...column,
          width: narrowWidths[column.key] ?? column.width,
        }))
    : columns;

const narrowWidths: Record<string, number> = {
  name: 158,
  released: 70,
  due: 60,
  return: 62,
  meter: 84,
};

const columns: Column<Homework>[] = [
  {
    key: 'name',
    header: 'Homework',
    width: 190,
    lead: true,
    sortBy: 'name',
    text: (row) => `${row.name}, ${row.class.name}`,
    render: (row) => (
      <TwoLines
        first={<StudentsLink row={row}>{row.name}</StudentsLink>}
        second={<RecordLink to="class" id={row.class._id} name={row.class.name} />}
      />
    ),
  },
  {
    key: 'released',
    header: 'Released',
    width: 86,
    figures: true,
    sortBy: 'released_on',
    render: (row) => <ShortDay at={row.released_on} />,
  },
  {
    key: 'due',
    header: 'Due',
    width: 68,
    figures: true,
    sortBy: 'due_on',
    render: (row) => <HomeworkDate homework={row} of="due" />,
  },
  {
    key: 'return',
    header: 'Return',
    width: 70,
    figures: true,
    sortBy: 'return_on',
    render: (row) => <HomeworkDate homework={row} of="return" />,
  },
  {
    key: 'meter',
    header: 'Submissions',
    width: 104,
    text: ({ stat }) => (stat.assigned === 0 ? nothing : handedInWords(stat)),
    render: ({ stat }) => (stat.assigned === 0 ? nothing : <SubmissionMeter stat={stat} />),
  },
  countColumn('Pending', 'pending', 'PENDING_SUBMISSION', 72),
  countColumn('Submitted', 'submitted', 'SUBMITTED', 86),
  countColumn('Resubmitted', 'resubmitted', 'RESUBMITTED', 98),
  countColumn('Resubmission', 'resubmission', 'RESUBMISSION_REQUIRE', 106),
  countColumn('Marked', 'marked', 'marked', 78),
];
