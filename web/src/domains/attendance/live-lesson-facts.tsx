import { Flex, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StripFact } from '../../ui/fact-strip.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Meter } from '../../ui/meter.tsx';
import { LessonFacts } from '../lessons/lesson-facts.tsx';
import { attendanceQuery } from './attendance.api.ts';
import { countsOf, inNowOf, teacherWords } from './attendance-words.ts';
import { useLessonNow } from './use-lesson-now.ts';

/** The lesson's time and platform, its teachers' presence, and its attendance. */
export const LiveLessonFacts = ({ lesson }: { lesson: Lesson }) => {
  const { time } = useFormats();
  const now = useLessonNow(lesson);
  const attendance = useQuery(attendanceQuery(lesson._id)).data?.data;
  const isLive = lessonStateAt(lesson, now) === 'live';
  const wordsOf = (people: Lesson['tutor']) =>
    attendance && teacherWords(people, attendance, { isLive, time });
  const { main, words, label } = useAttendanceWords(lesson);
  return (
    <LessonFacts
      lesson={lesson}
      description=""
      about={{
        platform: `${lesson.hosting_type}, ${lesson.seats} of ${lesson.max_cap} seats`,
        tutors: wordsOf(lesson.tutor),
        tas: wordsOf(lesson.ta),
      }}
    >
      <StripFact
        label={label}
        main={main}
        about={
          <Flex component="span" direction="column" gap="sm" pt="xs">
            <AttendanceMeter lesson={lesson} />
            <span>{words}</span>
          </Flex>
        }
      />
    </LessonFacts>
  );
};

/** A phone's first line: number of students in the lesson or attended, with a bar (picture 13d). */
export const AttendanceSummary = ({ lesson }: { lesson: Lesson }) => {
  const { main, words, label, isPending } = useAttendanceWords(lesson);
  return (
    <Stack component="section" gap="sm" aria-label="Attendance">
      <Group component="p" justify="space-between" gap="md" h={20} variant="meta" c="secondary">
        {isPending ? (
          <SkeletonBar width={70} />
        ) : (
          <>
            <Text component="strong" variant="button" c="bright" flex="none">
              {label}: {main}
            </Text>
            <Text span inherit truncate>
              {words}
            </Text>
          </>
        )}
      </Group>
      <AttendanceMeter lesson={lesson} />
    </Stack>
  );
};

const useAttendanceWords = (lesson: Lesson) => {
  const { data, isPending } = useQuery(attendanceQuery(lesson._id));
  const isLive = lessonStateAt(lesson, useLessonNow(lesson)) === 'live';
  const counts = data && countsOf(data.data);
  if (!counts) return { label: 'Attendance', main: 'N/A', words: 'No attendance data', isPending };
  const { attended, half, absent, expected } = counts;
  return {
    ...(isLive
      ? { label: 'In the lesson now', main: `${inNowOf(data.data)} of ${expected}` }
      : { label: 'Attendance', main: `${attended + half} of ${expected}` }),
    words: `${attended} attended · ${half} half · ${absent} absent`,
    isPending,
  };
};

const AttendanceMeter = ({ lesson }: { lesson: Lesson }) => {
  const { data } = useQuery(attendanceQuery(lesson._id));
  const counts = data && countsOf(data.data);
  return (
    <Meter
      label={
        counts
          ? `${counts.attended} attended, ${counts.half} half attended, ${counts.absent} absent`
          : 'No attendance data'
      }
      height={8}
      total={counts?.expected ?? 1}
      parts={[
        { value: counts?.attended ?? 0, tone: 'green' },
        { value: counts?.half ?? 0, tone: 'orange' },
        { value: counts?.absent ?? 0, tone: 'red' },
      ]}
    />
  );
};
