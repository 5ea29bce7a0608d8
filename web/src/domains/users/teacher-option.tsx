import { Flex, Text } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { IconLine } from './icon-line.tsx';
import { aboutTeacher } from './teacher-words.ts';

type Props = {
  /** Text shown if the teacher's record is not loaded, for example a selected one. */
  label: string;
  teacher: Pick<UserSummary, 'email' | 'subject'> | undefined;
  /** "Busy 16:00–17:30 Sec 2 Math", null if free; undefined if unknown. */
  busy?: string | null | undefined;
};

/** A tutor or TA as a search result: name, availability at the lesson's time, and subjects. */
export const TeacherOption = ({ label, teacher, busy }: Props) => (
  <Flex component="span" direction="column" miw={0} style={{ overflowWrap: 'anywhere' }}>
    <span>{label}</span>
    {busy !== undefined && (
      <IconLine
        icon={
          busy === null ? <IconCheck size={14} stroke={2} /> : <IconClock size={14} stroke={1.7} />
        }
        c={busy === null ? 'positive' : 'secondary'}
      >
        {busy ?? 'Free'}
      </IconLine>
    )}
    {teacher && (
      <Text span variant="meta" c="dimmed">
        {aboutTeacher(teacher)}
      </Text>
    )}
  </Flex>
);
