import { Text, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import {
  listLessons,
  type LessonSummary,
} from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { downloadList } from '../../lib/download.ts';
import {
  formatCount,
  formatDayOfWeek,
  formatDayRange,
  formatTimeRange,
} from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { classLessonsQuery } from './class-lessons.api.ts';
import { exceptionsOf } from './lesson-exceptions.ts';
import { LessonSeats } from './lesson-seats.tsx';
import { lessonCode, lessonTopic } from './lesson-words.ts';
import type { LessonActs } from './use-lesson-acts.ts';
import styles from './class-lessons.module.css';

/** A class's lessons, split into past and coming ones; `next` is the first active lesson that has not ended. */
export const useClassLessons = (classId: string) => {
  const query = useQuery(classLessonsQuery(classId));
  const now = useNow();
  const all = query.data ?? [];
  const hasEnded = ({ ended_on }: LessonSummary) => Date.parse(ended_on) <= Date.parse(now);
  const coming = all.filter((lesson) => !hasEnded(lesson));
  const next = coming.find((lesson) => lesson.is_active) ?? null;
  return { query, now, all, past: all.filter(hasEnded), coming, next };
};
export type ClassLessonsState = ReturnType<typeof useClassLessons>;

/** The list's part of the URL search. */
type Address = { page?: number | undefined; past?: boolean | undefined };

type Props = {
  classId: string;
  lessons: ClassLessonsState;
  acts: LessonActs;
  address: Address;
  onAddress: (address: Address) => void;
  /** The next lesson's card, shown above the list. */
  above: ReactNode;
};

/** The lessons of a class, next one first, past ones folded, with row actions for managers (picture 11). */
export const ClassLessons = ({ classId, lessons, acts, address, onAddress, above }: Props) => {
  const { query, all, past, coming, next } = lessons;
  const { business_time_zone: zone } = useSettings();
  const narrow = useNarrow();
  // Without coming lessons, the past ones are unfolded.
  const isUnfolded = address.past ?? coming.length === 0;
  const rest = coming.filter((lesson) => lesson !== next);
  const filter = { class: classId };
  return (
    <RowsTab
      list={{
        nouns: ['lesson', 'lessons'],
        pageSize: 20,
        empty: {
          none: all.length > 0 ? 'No further lessons' : 'This class currently has no lessons',
        },
      }}
      query={query}
      rows={query.data && (isUnfolded ? [...past, ...rest] : rest)}
      download={() => downloadList(listLessons, { query: { filter } }, 'lessons.csv')}
      address={{ page: address.page }}
      onAddress={({ page }) => onAddress({ ...address, page })}
      caption="Lessons of this class"
      columns={narrow ? narrowColumnsOf(zone) : columnsOf(zone)}
      lines={narrow ? 2 : 1}
      actions={acts.ofRow && { ...acts.ofRow, width: narrow ? 48 : 64 }}
      problem={acts.problem}
      above={above}
      firstRow={
        past.length > 0 && (
          <PastLessons
            past={past}
            isUnfolded={isUnfolded}
            onFold={() => onAddress({ past: isUnfolded ? false : true })}
          />
        )
      }
    />
  );
};

/** "11 coming, 10 past". */
export const ComingAndPast = ({ query, coming, past }: ClassLessonsState) =>
  query.data && (
    <Text span variant="meta" c="secondary">
      {coming.length} coming, {past.length} past
    </Text>
  );

type PastProps = { past: readonly LessonSummary[]; isUnfolded: boolean; onFold: () => void };

/** Summary row for the past lessons: their range, and how many are not released or have no tutor. */
const PastLessons = ({ past, isUnfolded, onFold }: PastProps) => {
  const { business_time_zone: zone } = useSettings();
  useShortcut('p', 'Past lessons', onFold);
  const [first, last] = [past[0], past.at(-1)];
  if (!first || !last) return null;
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight;
  const dayOf = ({ scheduled_on }: LessonSummary) => businessDayOf(scheduled_on, zone);
  const missing = [
    ...missingWords(
      past.filter((lesson) => lesson.is_active && !lesson.is_released),
      'not released',
    ),
    ...missingWords(
      past.filter((lesson) => lesson.is_active && lesson.tutor.length === 0),
      'without a tutor',
    ),
  ];
  return (
    <button type="button" className={styles.past} aria-expanded={isUnfolded} onClick={onFold}>
      <Chevron size={16} stroke={1.7} aria-hidden="true" />
      <strong>{formatCount(past.length, 'past lesson')}</strong>
      <Text span inherit truncate c="dimmed">
        {first === last ? lessonCode(first) : `${lessonCode(first)} – ${lessonCode(last)}`},{' '}
        {formatDayRange(dayOf(first), dayOf(last))}
      </Text>
      {missing.map((words) => (
        <span key={words} className={styles.missing}>
          {words}
        </span>
      ))}
      <KeyHint keys="P" />
    </button>
  );
};

const missingWords = (lessons: readonly unknown[], words: string) =>
  lessons.length > 0 ? [`${lessons.length} ${words}`] : [];

const stateWords = (lesson: LessonSummary, zone: string) =>
  exceptionsOf(lesson, zone)
    .map(({ word }) => word)
    .join(', ') || 'Released';

const columnsOf = (zone: string): Column<LessonSummary>[] => [
  { key: 'code', header: 'No.', width: 72, text: lessonCode },
  { ...nameColumn, width: 260 },
  {
    key: 'time',
    header: 'Time',
    width: 204,
    figures: true,
    text: (lesson) => whenWords(lesson, zone),
  },
  { key: 'seats', header: 'Seats', width: 170, render: (lesson) => <LessonSeats {...lesson} /> },
  {
    key: 'state',
    header: 'State',
    width: 180,
    text: (lesson) => stateWords(lesson, zone),
    render: (lesson) => <State lesson={lesson} />,
  },
];

const nameColumn: Column<LessonSummary> = {
  key: 'name',
  header: 'Lesson',
  width: 200,
  lead: true,
  text: lessonTopic,
  render: (lesson) => (
    <span data-inactive={!lesson.is_active || undefined} className={styles.name}>
      <RecordLink to="lesson" id={lesson._id} classId={lesson.class} name={lessonTopic(lesson)} />
    </span>
  ),
};

/** On phones a row has two lines: name and time, then seats and status. */
const narrowColumnsOf = (zone: string): Column<LessonSummary>[] => [
  {
    ...nameColumn,
    text: (lesson) => `${lessonTopic(lesson)}, ${lessonCode(lesson)}, ${whenWords(lesson, zone)}`,
    render: (lesson) => (
      <TwoLines
        first={nameColumn.render?.(lesson)}
        second={
          <>
            {lessonCode(lesson)} · {whenWords(lesson, zone)}
          </>
        }
      />
    ),
  },
  {
    key: 'seats',
    header: 'Seats',
    width: 84,
    text: (lesson) => stateWords(lesson, zone),
    render: (lesson) => (
      <Flex component="span" direction="column" gap={2} align="flex-start">
        {exceptionsOf(lesson, zone).length > 0 && <State lesson={lesson} />}
        <LessonSeats {...lesson} isShort />
      </Flex>
    ),
  },
];

/** "Mon 23 Nov 22:25–00:25 (+1)". */
const whenWords = ({ scheduled_on: start, ended_on: end }: LessonSummary, zone: string) =>
  `${formatDayOfWeek(businessDayOf(start, zone))} ${formatTimeRange(start, end, zone)}`;

const State = ({ lesson }: { lesson: LessonSummary }) => {
  const { business_time_zone: zone } = useSettings();
  const exceptions = exceptionsOf(lesson, zone);
  return exceptions.length === 0 ? (
    <Text span inherit c="dimmed">
      Released
    </Text>
  ) : (
    <Flex component="span" gap="xs" wrap="wrap">
      {exceptions.map(({ word, warning = false }) => (
        <Tag key={word} warning={warning}>
          {word}
        </Tag>
      ))}
    </Flex>
  );
};
