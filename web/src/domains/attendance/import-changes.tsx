import { Group, Stack, Text } from '@mantine/core';
import type { AttendingStudent } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { Meter } from '../../ui/meter.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { attendanceTone, attendanceWord, countsOf } from './attendance-words.ts';
import type { MatchedPerson } from './import-preview.ts';
import styles from './import-dialog.module.css';

type Props = {
  people?: readonly MatchedPerson[];
  students: readonly AttendingStudent[];
};

/** The attendance after the import, recalculated with every match. */
export const ImportChanges = ({ people, students }: Props) => {
  const counts = countsOf({ students: [...students] });
  const absent = students.filter(
    (each) => each.status === 'absent' && each.kind !== 'PAYMENT_VIDEO',
  );
  const unmatched = people?.filter(({ match }) => match === null) ?? [];
  if (!counts) return null;
  const words = `${counts.attended} attended, ${counts.half} half attended, ${counts.absent} absent`;
  return (
    <Stack
      className={styles.side}
      gap="md"
      p="lg"
      component="section"
      aria-label="What will change"
    >
      <Text component="h3" variant="title" c="bright">
        {people ? 'What will change' : 'Attendance now'}
      </Text>
      <Meter
        height={8}
        label={words}
        total={counts.expected}
        parts={[
          { value: counts.attended, tone: 'green' },
          { value: counts.half, tone: 'orange' },
          { value: counts.absent, tone: 'red' },
        ]}
      />
      <ul>
        {(
          [
            ['attended', counts.attended],
            ['half attended', counts.half],
            ['absent', counts.absent],
          ] as const
        ).map(([status, count]) => (
          <Group key={status} component="li" className={styles.count} py="xs">
            <Dot tone={attendanceTone(status)} />
            <Text span inherit flex={1}>
              {attendanceWord(status)}
            </Text>
            <Text span variant="title" c="bright">
              {count}
            </Text>
          </Group>
        ))}
      </ul>
      {absent.length > 0 && (
        <Text variant="meta" c="dimmed" lineClamp={4}>
          Absent: {absent.map(({ name, email }) => name || email).join(', ')}
        </Text>
      )}
      {unmatched.length > 0 && (
        <div>
          <Text component="h3" variant="title" c="bright">
            To look at
          </Text>
          <Text lineClamp={5}>
            {unmatched.map(({ name, email }) => name || email || 'A person').join(', ')}{' '}
            {unmatched.length === 1 ? 'is' : 'are'} not counted. A match to an absent student counts
            as attended.
          </Text>
        </div>
      )}
      {people && (
        <div>
          <Text component="h3" variant="title" c="bright">
            When you import
          </Text>
          <ul>
            <li>Trial tickets follow the attendance.</li>
            <li>No message is sent.</li>
            <li>The import can be undone as one step.</li>
          </ul>
        </div>
      )}
    </Stack>
  );
};
