import { Flex, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hostingPlatforms } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import {
  listDayLessons,
  type DayLesson,
} from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { pageInAddress } from '../../../kit/list/define-list.ts';
import { RecordLinks } from '../../../kit/record/record-link.tsx';
import { downloadList } from '../../../lib/download.ts';
import { formatCount, formatLongDay } from '../../../lib/formats.ts';
import { useSettings, useToday } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useServerNow } from '../../../lib/use-now.ts';
import { DataTable, TwoLines, type Column } from '../../../ui/data-table.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { ListEmpty, listStateOf, RefetchLine, type ListState } from '../../../ui/list-states.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Page } from '../../../ui/page.tsx';
import { ListFoot, RowKeys } from '../../../ui/list-foot.tsx';
import { pageCount } from '../../../ui/pager-window.ts';
import { Panel, PanelScroll } from '../../../ui/panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { DayWeekSwitch } from '../day-week-switch.tsx';
import { LessonFilters } from '../lesson-filters.tsx';
import { comingWords, lessonLabel } from '../lesson-words.ts';
import { PeriodKeys, PeriodToolbar } from '../period-toolbar.tsx';
import { holidayOf } from '../week/week-layout.ts';
import type { WeekSearch } from '../week/week-search.ts';
import { DayCards } from './day-cards.tsx';
import { dateOf, withDate } from './day-search.ts';
import {
  attendedWords,
  dayWords,
  groupOfLesson,
  inOrder,
  pollWords,
  studentWords,
} from './day-words.ts';
import { dayInput, dayLessonsQuery } from './day.api.ts';
import { HourRuler } from './hour-ruler.tsx';
import { LiveLessonLink } from './live-lesson-link.tsx';
import { DayState, dayStateOf } from './day-state.tsx';
import styles from './day.module.css';

/** Lessons per page. */
const rowsAtOnce = 200;

type Props = { search: WeekSearch; onSearch: (search: WeekSearch) => void };

/** Quick Lesson Management: a day's lessons, live ones first, by the server's clock (picture 13). */
export const Day = ({ search, onSearch }: Props) => {
  const settings = useSettings();
  const today = useToday();
  const isNarrow = useNarrow();
  const day = dateOf(search, today);
  const query = useQuery(dayLessonsQuery(search, settings));
  const state = listStateOf(query);
  const found = query.data?.data ?? [];
  const now = useServerNow(
    query.data && { now: query.data.now, at: query.dataUpdatedAt },
    found.flatMap(({ scheduled_on, ended_on }) => [scheduled_on, ended_on]),
  );
  const lessons = inOrder(found, now);
  const view = { lessons, now, day };
  const page = Math.min(search.page ?? 1, pageCount(lessons.length, rowsAtOnce));
  const shown = lessons.slice((page - 1) * rowsAtOnce, page * rowsAtOnce);
  const to = (next: string) => () => onSearch(withDate(search, next, today));
  const empty = <NoLessons search={search} />;
  return (
    <Page
      title="Quick Lesson Management"
      fill
      secondary={
        <>
          <PeriodKeys noun="day" current="today" />
          <DayWeekSwitch search={search} />
        </>
      }
    >
      <Panel fill>
        <PeriodToolbar
          noun="day"
          current="Today"
          title={formatLongDay(day)}
          about={<DaySummary {...view} isKnown={query.data !== undefined} />}
          onPrevious={to(addDays(day, -1))}
          onNext={to(addDays(day, 1))}
          onCurrent={to(today)}
        >
          <LessonFilters
            chosen={search}
            onChange={(chosen) => onSearch(withDate({ ...search, ...chosen }, day, today))}
            lessons={found}
            platforms={hostingPlatforms(settings.product_name)}
            states={day === today ? ['active', 'live'] : ['active']}
          />
        </PeriodToolbar>
        {!isNarrow && <HourRuler {...view} isKnown={query.data !== undefined} />}
        <RefetchLine active={state.refetching} />
        <PanelScroll label="Day" busy={state.refetching || state.status === 'loading'}>
          {isNarrow ? (
            <DayCards {...view} shown={shown} state={state} empty={empty} />
          ) : (
            <DayTable {...view} shown={shown} state={state} empty={empty} />
          )}
        </PanelScroll>
        <ListFoot
          page={page}
          pageSize={rowsAtOnce}
          count={query.data?.count}
          noun={['lesson', 'lessons']}
          onPage={(next) => onSearch({ ...search, page: pageInAddress(next) })}
          keys={!isNarrow && shown.length > 0 && <RowKeys />}
          download={
            <DownloadButton
              quiet={!isNarrow}
              download={() =>
                downloadList(
                  listDayLessons,
                  { query: dayInput(search, today) },
                  'lessons-of-the-day.csv',
                )
              }
            />
          }
        />
      </Panel>
    </Page>
  );
};

type ViewProps = {
  /** Sorted by `inOrder`: live, coming, ended. */
  lessons: readonly DayLesson[];
  /** The current instant by the server's clock. */
  now: string;
  /** The business day shown. */
  day: string;
};

/** Number of lessons, live ones and problems, and the day's holiday. */
const DaySummary = ({ lessons, now, day, isKnown }: ViewProps & { isKnown: boolean }) => {
  const holiday = holidayOf(day);
  return (
    <Text className={styles.summary} inherit mih={20} c="secondary">
      {isKnown && [...dayWords(lessons, now), ...(holiday ? [holiday.name] : [])].join(' · ')}
    </Text>
  );
};

const NoLessons = ({
  search: { tutor, class: classId, platform, state },
}: {
  search: WeekSearch;
}) => (
  <ListEmpty
    text="No lessons on this day"
    detail={
      (tutor || classId || platform || state) && 'Filtered by tutor, class, platform or state.'
    }
  />
);

type RowsProps = ViewProps & {
  /** The lessons of the current page. */
  shown: readonly DayLesson[];
  state: ListState;
  empty: ReactNode;
};

const DayTable = ({ lessons, shown, now, day, state, empty }: RowsProps) => {
  const { time, timeRange } = useFormats();
  const isToday = useToday() === day;
  const groupOf = (lesson: DayLesson) => groupOfLesson(lesson, now, isToday);
  const columns: Column<DayLesson>[] = [
    {
      key: 'time',
      header: 'Time',
      width: 104,
      figures: true,
      text: (lesson) => timeRange(lesson.scheduled_on, lesson.ended_on),
      render: (lesson) => (
        <span className={styles.times} data-subject={lesson.class_obj.subject}>
          <strong>{time(lesson.scheduled_on)}</strong>–{time(lesson.ended_on)}
        </span>
      ),
    },
    {
      key: 'lesson',
      header: 'Class and lesson',
      width: 330,
      lead: true,
      text: (lesson) =>
        `${lesson.class_obj.name}, ${dayStateOf(lesson, now)[1]}, ${lessonLabel(lesson)}`,
      render: (lesson) => (
        <span className={styles.lesson} data-subject={lesson.class_obj.subject}>
          <TwoLines
            first={
              <Group component="span" miw={0}>
                <LiveLessonLink lesson={lesson} className={styles.name} />
                <DayState lesson={lesson} now={now} />
              </Group>
            }
            second={lessonLabel(lesson)}
          />
        </span>
      ),
    },
    {
      key: 'tutor',
      header: 'Tutors',
      width: 130,
      text: ({ tutor }) => tutor.map(({ name }) => name).join(', '),
      render: ({ tutor }) => (
        <RecordLinks
          to="tutor"
          records={tutor}
          empty={
            <Text span inherit fw={550} c="warning">
              No tutor
            </Text>
          }
        />
      ),
    },
    {
      key: 'platform',
      header: 'Platform',
      width: 146,
      text: (lesson) => `${lesson.hosting_platform}, ${lesson.hosting_type}`,
      render: (lesson) => <TwoLines first={lesson.hosting_platform} second={lesson.hosting_type} />,
    },
    {
      key: 'students',
      header: 'Students',
      width: 160,
      figures: true,
      text: (lesson) => `${lesson.seats} of ${lesson.max_cap}, ${studentWords(lesson)}`,
      render: (lesson) => (
        <TwoLines first={`${lesson.seats} of ${lesson.max_cap}`} second={studentWords(lesson)} />
      ),
    },
    {
      key: 'attendance',
      header: 'Attendance',
      width: 174,
      figures: true,
      text: (lesson) => attendedWords(lesson, now) || comingWords(lesson, now) || '–',
      render: (lesson) => <Attended lesson={lesson} now={now} />,
    },
    {
      key: 'poll',
      header: 'Poll',
      width: 96,
      figures: true,
      text: (lesson) => pollWords(lesson, now) || 'No poll data',
      render: (lesson) => {
        const words = pollWords(lesson, now);
        const { answers } = lesson.polls;
        return words === '' ? (
          <Text span inherit c="dimmed">
            No poll data
          </Text>
        ) : (
          <TwoLines first={words} second={answers > 0 && formatCount(answers, 'answer')} />
        );
      },
    },
  ];
  return (
    <DataTable
      caption={`Lessons of ${formatLongDay(day)}`}
      columns={columns}
      rows={shown}
      rowKey={({ _id }) => _id}
      state={state}
      noun="lessons"
      empty={empty}
      lines={2}
      opensRows
      skeletonRows={8}
      groupOf={groupOf}
      groupCount={(group) => lessons.filter((each) => groupOf(each) === group).length}
    />
  );
};

/** Attendance as a bar with text; shortly before the lesson, the time until it starts. */
const Attended = ({ lesson, now }: { lesson: DayLesson; now: string }) => {
  const words = attendedWords(lesson, now);
  if (words === '' || lesson.attended === null)
    return (
      <Text span inherit c="dimmed">
        {comingWords(lesson, now) || '–'}
      </Text>
    );
  return (
    <Flex className={styles.attendance} component="span" gap="sm" align="center">
      <Meter
        label={words}
        height={4}
        total={lesson.seats}
        parts={[{ value: lesson.attended, tone: 'green' }]}
      />
      <span aria-hidden="true">{words}</span>
    </Flex>
  );
};
