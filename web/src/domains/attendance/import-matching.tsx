import { Box, Flex, Group, Select, Text } from '@mantine/core';
import type { AttendingStudent } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { DataTable, TwoLines, type Column } from '../../ui/data-table.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { attendanceTone, attendanceWord } from './attendance-words.ts';
import { ImportChanges } from './import-changes.tsx';
import type { MatchedPerson } from './import-preview.ts';
import { matchChoices } from './match-dialog.tsx';
import styles from './import-dialog.module.css';

type Props = {
  people: readonly MatchedPerson[];
  /** The students with the attendance that they will have; undefined for a live session. */
  students: readonly AttendingStudent[] | undefined;
  known: readonly AttendingStudent[] | undefined;
  lesson: Lesson | undefined;
  choices: ReadonlyMap<string, string>;
  onChoose: (key: string, value: string | null) => void;
};

const ready = { status: 'ready', refetching: false, error: null, retry: () => {} } as const;

/** The people of the file beside what will change. */
export const ImportMatching = (props: Props) => {
  const isNarrow = useNarrow();
  return (
    <Flex
      className={styles.matching}
      direction={isNarrow ? 'column' : 'row'}
      align="stretch"
      mx={isNarrow ? 0 : -24}
      mb={isNarrow ? 0 : -16}
    >
      <Box
        className={styles.people}
        flex={1}
        miw={0}
        tabIndex={0}
        role="region"
        aria-label="People"
      >
        <DataTable
          caption="People in the file"
          noun="people"
          state={ready}
          rows={props.people}
          rowKey={({ key }) => key}
          columns={isNarrow ? narrowColumnsOf(props) : columnsOf(props)}
          lines={isNarrow ? 2 : 1}
          empty={null}
        />
      </Box>
      {props.students && <ImportChanges people={props.people} students={props.students} />}
    </Flex>
  );
};

const others = { tutor: 'Tutor', ta: 'TA', staff: 'Staff', host: 'Host', other: 'Not counted' };

const columnsOf = (props: Props): Column<MatchedPerson>[] => {
  const { students, known, lesson, choices, onChoose } = props;
  return [
    {
      key: 'name',
      header: 'Name in the file',
      width: 132,
      lead: true,
      text: ({ name, email }) => name || email || '–',
    },
    { key: 'email', header: 'E-mail', width: 160, text: ({ email }) => email || '–' },
    {
      key: 'minutes',
      header: 'Minutes',
      width: 84,
      align: 'right',
      text: ({ presence }) => String(presence.minutes),
    },
    ...(students && lesson && known
      ? ([
          {
            key: 'match',
            header: 'Matched to',
            width: 200,
            render: (person) =>
              isOpen(person, props) ? (
                <Select
                  aria-label={`Match ${person.name || person.email}`}
                  placeholder="Not matched"
                  size="xs"
                  searchable
                  openOnFocus={false}
                  clearable
                  data-open={person.match === null || undefined}
                  data={matchChoices(lesson, students).map(({ group, items }) => ({
                    group,
                    // The e-mails would not fit.
                    items: items.map(({ value, label }) => ({
                      value,
                      label: withoutEmail(label),
                    })),
                  }))}
                  value={choices.get(person.key) ?? null}
                  onChange={(value) => onChoose(person.key, value)}
                  nothingFoundMessage="No match found"
                />
              ) : (
                <Text span inherit truncate display="block" c="bright" title={person.match?.name}>
                  {person.match?.name}
                </Text>
              ),
          },
          {
            key: 'attendance',
            header: 'Attendance',
            width: 116,
            render: ({ match }) =>
              match?.as === 'student' ? (
                <Group component="span" gap="sm">
                  <Dot tone={attendanceTone(match.status)} />
                  {attendanceWord(match.status)}
                </Group>
              ) : (
                <Text span inherit c="dimmed">
                  {match ? others[match.as] : '–'}
                </Text>
              ),
          },
        ] satisfies Column<MatchedPerson>[])
      : []),
  ];
};

/** On phones a row has two lines: the person, and the match with the attendance. */
const narrowColumnsOf = (props: Props): Column<MatchedPerson>[] => {
  const [, , , match, attendance] = columnsOf(props);
  return [
    {
      key: 'name',
      header: 'Name in the file',
      width: 150,
      lead: true,
      text: ({ name, email }) => name || email || '–',
      render: ({ name: called, email, presence }) => (
        <TwoLines
          first={called || email || '–'}
          second={`${presence.minutes} min · ${email || 'no e-mail'}`}
        />
      ),
    },
    ...(match && attendance
      ? [
          {
            ...match,
            width: 150,
            render: (person: MatchedPerson) =>
              isOpen(person, props) ? (
                match.render?.(person)
              ) : (
                <TwoLines first={match.render?.(person)} second={attendance.render?.(person)} />
              ),
          },
        ]
      : []),
  ];
};

/** Whether the person's match is to choose, or was chosen here. */
const isOpen = ({ match, key }: MatchedPerson, { choices }: Props) =>
  match === null || choices.has(key);

/** "Lim Yu Xuan" for "Lim Yu Xuan (lim@example.com)". */
const withoutEmail = (label: string): string => {
  const at = label.lastIndexOf(' (');
  return at > 0 && label.endsWith(')') && label.includes('@', at) ? label.slice(0, at) : label;
};
