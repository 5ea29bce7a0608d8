import { ActionIcon, Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { Link } from '@tanstack/react-router';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { formatCount, formatDayOfWeek } from '../../../lib/formats.ts';
import { useSettings, useToday } from '../../../lib/settings.ts';
import { LessonTimes } from '../lesson-times.tsx';
import { lessonLabel } from '../lesson-words.ts';
import { ClassName } from '../../../ui/class-name.tsx';
import { holidayOf, isFull, isTaughtBy } from './week-layout.ts';
import { Full, useLessonWords, type OtherTutor, type WeekViewProps } from './week-parts.tsx';
import { daysOfWeek, mondayOf, shownDayOf, withDay, type WeekSearch } from './week-search.ts';
import rows from '../../../ui/rows.module.css';
import styles from './week.module.css';

type Props = {
  search: WeekSearch;
  onSearch: (search: WeekSearch) => void;
  lessons: readonly LessonSummary[];
};

/** `isKnown`: false while the lessons load. */
type ChoiceProps = Props & { isKnown: boolean };

/** The days of the week with lesson counts, one selected; steps continue into other weeks. */
export const DayChoice = ({ search, onSearch, lessons, isKnown }: ChoiceProps) => {
  const today = useToday();
  const { business_time_zone: timeZone } = useSettings();
  const shown = shownDayOf(search, today);
  const to = (day: string) => () => onSearch(withDay(search, day, today));
  return (
    <>
      <div className={styles.dayButtons} role="group" aria-label="Day">
        {daysOfWeek(mondayOf(search, today)).map((day) => {
          const count = onDay(lessons, day, timeZone).length;
          return (
            <button
              key={day}
              type="button"
              className={styles.dayButton}
              aria-pressed={day === shown}
              data-today={day === today || undefined}
              onClick={to(day)}
            >
              <VisuallyHidden>
                {formatDayOfWeek(day)}
                {isKnown && `, ${formatCount(count, 'lesson')}`}
              </VisuallyHidden>
              <span className={styles.shown} aria-hidden="true">
                <span>{formatDayOfWeek(day).charAt(0)}</span>
                <strong>{Number(day.slice(8))}</strong>
                <span>{isKnown ? count : '\u00a0'}</span>
              </span>
            </button>
          );
        })}
      </div>
      <Group className={styles.dayStep} justify="space-between" px="md" py="sm">
        <ActionIcon
          variant="default"
          size={40}
          aria-label="Previous day"
          onClick={to(addDays(shown, -1))}
        >
          <IconChevronLeft size={16} stroke={1.7} />
        </ActionIcon>
        <DayWords day={shown} lessons={isKnown ? onDay(lessons, shown, timeZone) : undefined} />
        <ActionIcon
          variant="default"
          size={40}
          aria-label="Next day"
          onClick={to(addDays(shown, 1))}
        >
          <IconChevronRight size={16} stroke={1.7} />
        </ActionIcon>
      </Group>
    </>
  );
};

const onDay = (lessons: readonly LessonSummary[], day: string, timeZone: string) =>
  lessons.filter(({ scheduled_on }) => businessDayOf(scheduled_on, timeZone) === day);

type DayProps = { day: string; lessons: readonly LessonSummary[] | undefined };

const DayWords = ({ day, lessons }: DayProps) => {
  const full = lessons?.filter(isFull).length ?? 0;
  return (
    <Stack gap={0} align="center" variant="meta" c="secondary">
      <Text span variant="title" c="bright">
        {formatDayOfWeek(day)}
      </Text>
      <span>
        {[
          ...(lessons ? [formatCount(lessons.length, 'lesson')] : []),
          ...(full > 0 ? [`${full} full`] : []),
          ...[holidayOf(day)?.name ?? []].flat(),
        ].join(' · ')}
      </span>
    </Stack>
  );
};

type ListProps = Omit<Props, 'onSearch'> & Pick<WeekViewProps, 'onNew' | 'otherTutors'>;

/** A phone's day: lessons with times, class, tutors and seats; managers can begin new ones. */
export const DayList = ({ search, lessons, otherTutors, onNew }: ListProps) => {
  const { business_time_zone: timeZone } = useSettings();
  const day = shownDayOf(search, useToday());
  const wordsOf = useLessonWords();
  const id = useId();
  const shown = onDay(lessons, day, timeZone);
  const busy = new Set(shown.flatMap(({ tutor }) => tutor.map(({ _id }) => _id)));
  const without = otherTutors.filter(({ _id }) => !busy.has(_id));
  return (
    <section aria-labelledby={id}>
      <VisuallyHidden component="h3" id={id}>
        {formatDayOfWeek(day)}
      </VisuallyHidden>
      {shown.length === 0 && (
        <Text c="secondary" px="md" py="md">
          No lessons on this day
        </Text>
      )}
      <ol>
        {shown.map((lesson) => (
          <li key={lesson._id}>
            <Link
              to="/course/$classId/lesson/$lessonId"
              params={{ classId: lesson.class, lessonId: lesson._id }}
              className={styles.row}
              data-subject={lesson.class_obj.subject}
            >
              <VisuallyHidden>{wordsOf(lesson)}</VisuallyHidden>
              <Group component="span" gap="md" flex={1} miw={0} aria-hidden="true">
                <LessonTimes lesson={lesson} />
                <Stack component="span" gap={0} flex={1} miw={0} variant="meta" c="dimmed">
                  <Text span variant="title" c="bright">
                    <ClassName name={lesson.class_obj.name} />
                  </Text>
                  <Group component="span" gap="xs">
                    <Text span inherit truncate>
                      {lessonLabel(lesson)}
                    </Text>
                    <Text
                      span
                      inherit
                      truncate
                      flex="none"
                      maw="65%"
                      {...(lesson.tutor.length === 0 && { c: 'warning', fw: 550 })}
                    >
                      · {lesson.tutor.map(({ name }) => name).join(', ') || 'No tutor'}
                    </Text>
                  </Group>
                </Stack>
                <Stack
                  component="span"
                  gap={2}
                  align="flex-end"
                  flex="none"
                  variant="meta"
                  c="secondary"
                >
                  {isFull(lesson) && <Full />}
                  {!lesson.is_active && <span>Inactive</span>}
                  <span>
                    {lesson.seats} of {lesson.max_cap}
                  </span>
                </Stack>
              </Group>
            </Link>
          </li>
        ))}
      </ol>
      {onNew && (
        <Box p="md">
          <NewLesson
            fullWidth
            aria-label={`New lesson on ${formatDayOfWeek(day)}`}
            onClick={() => onNew({ on: day, by: search.tutor })}
          />
        </Box>
      )}
      {without.length > 0 && (
        <>
          <Text component="h4" variant="label" c="secondary" m={0} px="md" pt="md">
            Tutors without lessons on this day
          </Text>
          <ul className={rows.rows}>
            {without.map((tutor) => (
              <FreeTutor
                key={tutor._id}
                tutor={tutor}
                day={day}
                count={lessons.filter((each) => isTaughtBy(each, tutor._id)).length}
                onNew={onNew}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
};

type FreeTutorProps = Pick<WeekViewProps, 'onNew'> & {
  tutor: OtherTutor;
  day: string;
  /** The tutor's number of lessons in the week. */
  count: number;
};

/** A tutor without lessons on the day: subjects, lessons in the week, links to their week and to a new lesson. */
const FreeTutor = ({ tutor: { _id, name, subjects }, day, count, onNew }: FreeTutorProps) => (
  <Group component="li" className={rows.row} gap="md">
    <Stack gap={0} flex={1} miw={0} variant="meta" c="secondary">
      <Text truncate variant="title" c="bright">
        <RecordLink to="tutor" id={_id} name={name} />
      </Text>
      <span>{subjects.join(', ') || 'No subjects'}</span>
      <Group gap="xs" wrap="wrap">
        <Group gap={2} c="positive">
          <IconCheck size={14} stroke={2} aria-hidden="true" />
          Free
        </Group>
        <span aria-hidden="true">·</span>
        <Link
          from="/lessons"
          to="/lessons"
          search={(current) => ({ ...current, view: 'week' as const, tutor: _id })}
          aria-label={`Week of ${name}: ${weekWords(count)}`}
        >
          {weekWords(count)}
        </Link>
      </Group>
    </Stack>
    {onNew && (
      <NewLesson
        aria-label={`New lesson on ${formatDayOfWeek(day)}, ${name}`}
        onClick={() => onNew({ on: day, by: _id })}
      />
    )}
  </Group>
);

const NewLesson = (props: { 'aria-label': string; fullWidth?: boolean; onClick: () => void }) => (
  <Button
    variant="light"
    h={40}
    flex="none"
    leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
    {...props}
  >
    Lesson
  </Button>
);

const weekWords = (count: number) =>
  count === 0 ? 'no lessons in this week' : `${formatCount(count, 'lesson')} in this week`;
