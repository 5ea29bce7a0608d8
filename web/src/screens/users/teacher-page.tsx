import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { listFeedback } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import type { ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  listLessons,
  type LessonSummary,
} from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { addDays, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { listQuery } from '../../lib/queries.ts';
import { useSettings } from '../../lib/settings.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { ClassName } from '../../ui/class-name.tsx';
import { FigureStrip, type StripFigure } from '../../ui/figure-strip.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { weekLessonsQuery } from '../../domains/lessons/week/week.api.ts';
import { lessonLabel } from '../../domains/lessons/lesson-words.ts';
import { hourWords, sumWords } from '../../domains/tutor-payments/pay-words.ts';
import { payQuery } from '../../domains/tutor-payments/tutor-pay-address.ts';
import { TeacherPanel } from '../../domains/users/person-facts.tsx';
import { shortLevel } from '../../domains/users/user-words.ts';
import styles from './teacher-page.module.css';

/** Ratings that the average is calculated from, at most. */
const ratingsRead = 100;
/** How many days ahead the next lesson is looked for. */
const daysAhead = 60;

/** Classes, ratings and lessons of a tutor or TA, each only for users who may open its screen. */
export const useTeacherRecords = (user: User) => {
  const teacher = user._id;
  const isTeacher = user._type === 'Tutor' || user._type === 'TA';
  const mayOpen = useMayOpen();
  const reads = (screen: ScreenRoute) => ({ enabled: isTeacher && mayOpen(screen) });
  const settings = useSettings();
  const { business_day: today, business_time_zone: zone } = settings;
  const month = today.slice(0, 7);
  const now = useNow();
  const between = [
    startOfBusinessDay(today, zone).toString(),
    startOfBusinessDay(addDays(today, daysAhead), zone).toString(),
  ] as [string, string];
  const ahead = {
    filter: { tutor: teacher, is_active: true, scheduled_on: { between } },
    sortBy: 'scheduled_on',
    max: 20,
  } as const;
  return {
    week: useQuery({
      ...weekLessonsQuery({ tutor: teacher, week: undefined }, settings),
      ...reads('/lessons'),
    }),
    next: useQuery({
      ...listQuery(listLessons, ahead),
      ...reads('/lessons'),
      select: ({ data }) => data.find(({ ended_on: end }) => end > now) ?? null,
    }),
    classes: useQuery({
      ...listQuery(listClasses, { filter: { teacher }, max: 200 }),
      ...reads('/course'),
    }),
    ratings: useQuery({
      ...listQuery(listFeedback, { filter: { teacher }, max: ratingsRead }),
      ...reads('/feedback'),
    }),
    pay: useQuery({ ...payQuery(teacher, month), ...reads('/tutor-payments') }),
  };
};

type Records = ReturnType<typeof useTeacherRecords>;

/** The figures of a tutor or TA, the lists, and beside them the facts (picture 24c); on phones the next lesson first. */
export const TeacherPage = ({ user, children }: { user: User; children: ReactNode }) => {
  const records = useTeacherRecords(user);
  const narrow = useNarrow();
  const figures = <Figures user={user} records={records} isNarrow={narrow} />;
  const facts = <TeacherPanel user={user} levels={levelsOf(records)} />;
  if (narrow)
    return (
      <>
        {!records.next.isError && <NextLesson lesson={records.next.data} />}
        {children}
        {figures}
        {facts}
      </>
    );
  return (
    <>
      {figures}
      <div className={styles.columns}>
        {children}
        {facts}
      </div>
    </>
  );
};

/** The levels of the teacher's active classes, by subject. */
const levelsOf = ({ classes }: Records) => {
  const levels = new Map<string, string[]>();
  for (const { subject, level, is_active: isActive } of classes.data?.data ?? []) {
    if (!isActive) continue;
    const known = levels.get(subject) ?? [];
    levels.set(subject, [...new Set([...known, ...level.map(shortLevel)])].toSorted());
  }
  return levels;
};

type FiguresProps = { user: User; records: Records; isNarrow: boolean };

const Figures = ({ user, records, isNarrow }: FiguresProps) => {
  const { business_day: today } = useSettings();
  const formats = useFormats();
  const { week, next, classes, ratings, pay } = records;
  const to =
    (search: { tab?: 'classes' | 'ratings' | 'pay'; month?: string }) => (value: ReactNode) => (
      <QuietLink to="/user/$userId" params={{ userId: user._id }} search={search}>
        {value}
      </QuietLink>
    );
  const figures: (StripFigure | false)[] = [
    isShown(week) && {
      label: 'Lessons this week',
      value: week.data?.length,
      about: week.data && `${hourWords(hoursOf(week.data))} h, Mon to Sun`,
      link: to({}),
    },
    isShown(pay) && {
      label: 'Pay this month',
      value: pay.data && formatMoney(pay.data.data.total, 'SGD'),
      about: pay.data && sumWords(pay.data.data.lessons),
      link: to({ tab: 'pay', month: today.slice(0, 7) }),
    },
    isShown(ratings) && {
      label: 'Rating',
      value: ratings.data && averageOf(ratings.data.data),
      about: ratings.data && ratedWords(ratings.data.count),
      link: to({ tab: 'ratings' }),
    },
    isShown(classes) && {
      label: 'Classes',
      value: classes.data?.count,
      about:
        classes.data &&
        `${classes.data.data.filter(({ is_active: isActive }) => isActive).length} active`,
      link: to({ tab: 'classes' }),
    },
    !isNarrow &&
      isShown(next) && {
        label: 'Next lesson',
        value:
          next.data === undefined
            ? undefined
            : next.data
              ? `${formats.weekday(next.data.scheduled_on).slice(0, 3)} ${formats.time(next.data.scheduled_on)}`
              : '–',
        about: next.data ? (
          <ClassName name={next.data.class_obj.name} />
        ) : (
          `none in ${daysAhead} days`
        ),
        ...(next.data && { link: lessonLink(next.data) }),
      },
  ];
  const shown = figures.filter((figure) => figure !== false);
  return (
    shown.length > 0 && (
      <Panel>
        <FigureStrip label="Figures" figures={shown} state={ready} wraps />
      </Panel>
    )
  );
};

const ready = { status: 'ready', refetching: false, error: null, retry: () => undefined } as const;

/** False for a figure that the user may not see or that failed to load. */
const isShown = ({
  isError,
  isPending,
  fetchStatus,
}: {
  isError: boolean;
  isPending: boolean;
  fetchStatus: string;
}) => !isError && !(isPending && fetchStatus === 'idle');

const hoursOf = (lessons: readonly LessonSummary[]) =>
  lessons.reduce(
    (sum, { scheduled_on: start, ended_on: end }) =>
      sum + Math.max(0, Date.parse(end) - Date.parse(start)) / 3_600_000,
    0,
  );

const averageOf = (ratings: readonly { rating: number }[]) =>
  ratings.length === 0
    ? '–'
    : (ratings.reduce((sum, { rating }) => sum + rating, 0) / ratings.length).toFixed(1);

const ratedWords = (count: number) => {
  if (count === 0) return 'no ratings yet';
  const of = formatCount(count, 'rating');
  return count > ratingsRead ? `of 5, latest ${ratingsRead} of ${of}` : `of 5, ${of}`;
};

const lessonLink = (lesson: LessonSummary) => (value: ReactNode) => (
  <RecordLink to="lesson" id={lesson._id} classId={lesson.class} name={value} />
);

/** The lesson that comes next; null without any, undefined while loading. */
const NextLesson = ({ lesson }: { lesson: LessonSummary | null | undefined }) => {
  const formats = useFormats();
  return (
    <Panel label="Next lesson">
      <PanelBody>
        <Group justify="space-between" variant="label" c="dimmed">
          Next lesson
          {lesson && (
            <span data-figures>
              {formats.weekday(lesson.scheduled_on)},{' '}
              {formats.timeRange(lesson.scheduled_on, lesson.ended_on)}
            </span>
          )}
        </Group>
        <Stack gap={0} mt="xs" mih={38} aria-busy={lesson === undefined}>
          {lesson === undefined && <SkeletonBar width={70} height={20} />}
          {lesson === null && `No lesson in the next ${daysAhead} days`}
          {lesson && (
            <>
              <Text variant="title" truncate title={lessonLabel(lesson)}>
                {lessonLink(lesson)(lessonLabel(lesson))}
              </Text>
              <Group justify="space-between" variant="meta" c="secondary">
                <RecordLink to="class" id={lesson.class} name={lesson.class_obj.name} />
                <Text span inherit flex="none">
                  {lesson.seats} of {lesson.max_cap} seats
                </Text>
              </Group>
            </>
          )}
        </Stack>
      </PanelBody>
    </Panel>
  );
};
