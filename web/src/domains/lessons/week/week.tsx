import { Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { formatDayOfWeek } from '../../../lib/formats.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useCan, useMayOpen } from '../../../lib/use-can.ts';
import { useNow } from '../../../lib/use-now.ts';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ListFoot } from '../../../ui/list-foot.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import {
  ListEmpty,
  ListStates,
  listStateOf,
  RefetchLine,
  SkeletonBar,
} from '../../../ui/list-states.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel, PanelScroll } from '../../../ui/panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { everyTutorQuery } from '../../users/users.api.ts';
import { lessonLabel } from '../lesson-words.ts';
import { subjectsOf } from '../subjects.ts';
import { DayWeekSwitch } from '../day-week-switch.tsx';
import { PeriodKeys } from '../period-toolbar.tsx';
import { NewLessonAt } from './new-lesson-at.tsx';
import { useMoveLesson } from './use-move-lesson.tsx';
import { useWeekMoves, type WeekMoves } from './use-week-moves.ts';
import { DayList } from './week-day-list.tsx';
import { clashesOf, totalsOf } from './week-layout.ts';
import {
  daysOfWeek,
  mondayOf,
  withNewLesson,
  type NewLesson,
  type WeekSearch,
} from './week-search.ts';
import { WeekTimetable } from './week-timetable.tsx';
import { WeekToolbar } from './week-toolbar.tsx';
import { weekLessonsQuery } from './week.api.ts';
import styles from './week.module.css';

type Props = { search: WeekSearch; onSearch: (search: WeekSearch) => void };

/**
 * A week's lessons: by tutor and day, or for one tutor or class by day and hour; on phones one day at a time. Managers
 * move lessons and begin new ones.
 */
export const Week = ({ search, onSearch }: Props) => {
  const settings = useSettings();
  const query = useQuery(weekLessonsQuery(search, settings));
  const state = listStateOf(query);
  const lessons = query.data ?? [];
  const isNarrow = useNarrow();
  const isOfOne = useIsOfOne(search);
  const others = useOtherTutors(search.tutors === 'all' && !isOfOne);
  const nameOf = (tutor: string | null) =>
    [...lessons.flatMap((each) => each.tutor), ...others.tutors].find(({ _id }) => _id === tutor)
      ?.name ?? 'no tutor';
  const { move, problem } = useMoveLesson(nameOf);
  const moves = useWeekMoves({ onMove: move, nameOf });
  const isManager = useCan('lesson.canManage');
  const now = useNow();
  const view = {
    lessons,
    otherTutors: others.tutors,
    moves,
    sought: search.lesson,
    now,
    days: daysOfWeek(mondayOf(search, settings.business_day)),
    onNew: isManager ? (known: NewLesson) => onSearch(withNewLesson(search, known)) : null,
  };

  return (
    <Page
      title="Lessons"
      fill
      secondary={
        <>
          <PeriodKeys noun="week" current="this week" />
          <DayWeekSwitch search={search} />
        </>
      }
    >
      {problem && <Banner tone="negative" title={problem} />}
      {others.isError && (
        <Banner tone="negative" title="The tutors without lessons could not be loaded" />
      )}
      <Panel fill>
        <WeekToolbar
          search={search}
          onSearch={onSearch}
          lessons={lessons}
          isKnown={query.data !== undefined}
          offersOtherTutors={!isOfOne}
        />
        <RefetchLine active={state.refetching} />
        <PanelScroll label="Week" busy={state.refetching || state.status === 'loading'}>
          <ListStates
            state={state}
            noun="lessons"
            // For users who can add lessons an empty week shows free time, not the empty state.
            isEmpty={
              lessons.length === 0 &&
              others.tutors.length === 0 &&
              !(isManager && (isNarrow || isOfOne))
            }
            empty={<NoLessons search={search} />}
            skeleton={isNarrow ? <DaySkeleton /> : <WeekSkeleton days={view.days} />}
          >
            {isNarrow ? (
              <DayList {...view} search={search} />
            ) : isOfOne ? (
              <>
                {lessons.length === 0 && (
                  <Text c="secondary" px="lg" py="md">
                    No lessons in this week
                  </Text>
                )}
                <WeekGrid {...view} />
              </>
            ) : (
              <WeekTimetable {...view} />
            )}
          </ListStates>
        </PanelScroll>
        <WeekFooter
          lessons={lessons}
          isKnown={query.data !== undefined}
          moves={moves}
          isOfOne={isOfOne}
        />
      </Panel>
      {isManager && <NewLessonAt search={search} onSearch={onSearch} />}
    </Page>
  );
};

// Lazy: most weeks are shown as a timetable, and only one tutor's or class's week needs the grid.
const WeekGrid = lazyPart(async () => (await import('./week-grid.tsx')).WeekGrid);

/** Whether the week shows a single person or class: by filter, or because a Tutor sees only their own. */
const useIsOfOne = ({ tutor, class: classId }: WeekSearch) => {
  const { _type } = useSessionUser();
  return tutor !== undefined || classId !== undefined || _type === 'Tutor';
};

/** All enabled tutors, if they are to be shown and the user may look tutors up. */
const useOtherTutors = (isShown: boolean) => {
  const mayFindTutors = useMayOpen()('/user');
  const { data, isError } = useQuery({ ...everyTutorQuery, enabled: isShown && mayFindTutors });
  const tutors = isShown ? (data ?? []) : [];
  return {
    tutors: tutors.map(({ _id, name, email, subject = [] }) => ({
      _id,
      name: name || email,
      subjects: subject,
    })),
    isError: isShown && isError,
  };
};

const NoLessons = ({ search: { tutor, class: classId } }: { search: WeekSearch }) => (
  <ListEmpty
    text="No lessons in this week"
    detail={(tutor || classId) && 'Filtered by tutor or class.'}
  />
);

/** Placeholder while the week loads: the timetable's rows and columns. */
const WeekSkeleton = ({ days }: { days: readonly string[] }) => (
  <table className={styles.timetable}>
    <thead>
      <tr>
        <td className={styles.corner}>
          <span className={styles.dayName}>Tutor</span>
          <SkeletonBar width={60} height={8} />
        </td>
        {days.map((day) => (
          <td key={day} className={styles.dayHead}>
            <span className={styles.dayLine}>
              <span className={styles.dayName}>{formatDayOfWeek(day)}</span>
            </span>
            <SkeletonBar width={60} height={8} />
          </td>
        ))}
      </tr>
    </thead>
    <tbody>
      {Array.from({ length: 14 }, (_, row) => (
        <tr key={row}>
          <td className={styles.corner}>
            <SkeletonBar width={80} />
          </td>
          {Array.from({ length: 7 }, (_day, day) => (
            <td key={day} className={styles.cell}>
              {(row * 3 + day * 5) % 7 < 2 && <SkeletonBar width={100} height={30} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const DaySkeleton = () => (
  <Stack gap={30} p="lg">
    {Array.from({ length: 8 }, (_, row) => (
      <Stack key={row} gap={10}>
        <SkeletonBar width={row % 2 ? 50 : 65} />
        <SkeletonBar width={row % 2 ? 70 : 90} height={8} />
      </Stack>
    ))}
  </Stack>
);

type FooterProps = {
  lessons: readonly LessonSummary[];
  isKnown: boolean;
  moves: WeekMoves;
  isOfOne: boolean;
};

/** Totals, colour legend, a hint about moving, and the target while moving. */
const WeekFooter = ({ lessons, isKnown, moves, isOfOne }: FooterProps) => {
  const isNarrow = useNarrow();
  const canMove = useCan('lesson.canManage') && !isNarrow;
  const { moving, where, said } = moves;
  return (
    <>
      <ListFoot
        count={isKnown ? lessons.length : undefined}
        noun={['lesson', 'lessons']}
        beside={
          isKnown &&
          (!isNarrow || (isOfOne && clashesOf(lessons).length > 0)) && (
            <>
              <Totals lessons={lessons} withHours={isOfOne} />
              {isOfOne ? <Clash lessons={lessons} /> : <Legend lessons={lessons} />}
            </>
          )
        }
        keys={
          moving ? (
            <Text span variant="label" c="bright" aria-hidden="true">
              {lessonLabel(moving.lesson)} to {where}
            </Text>
          ) : (
            canMove &&
            lessons.length > 0 && (
              <span>
                Drag a lesson to move it, or press <KeyHint keys="M" />
                <VisuallyHidden>M</VisuallyHidden> on it
              </span>
            )
          )
        }
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
};

type TotalsProps = { lessons: readonly LessonSummary[]; withHours: boolean };

const Totals = ({ lessons, withHours }: TotalsProps) => {
  const { full, minutes } = totalsOf(lessons);
  const rest = minutes % 60;
  const hours = [`${Math.floor(minutes / 60)} h`, ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
  return (
    <>
      {withHours && minutes > 0 && <span>{hours}</span>}
      {full > 0 && <span>{full} full</span>}
    </>
  );
};

const Legend = ({ lessons }: { lessons: readonly LessonSummary[] }) => (
  <Flex component="ul" rowGap="xs" columnGap="md" align="center" wrap="wrap" aria-label="Subjects">
    {subjectsOf(lessons).map((subject) => (
      <Group key={subject} component="li" gap={6} data-subject={subject}>
        <span className={styles.swatch} />
        {subject}
      </Group>
    ))}
  </Flex>
);

/** The first pair of overlapping lessons with links, and how many more there are. */
const Clash = ({ lessons }: { lessons: readonly LessonSummary[] }) => {
  const { business_time_zone: timeZone } = useSettings();
  const clashes = clashesOf(lessons);
  const [first] = clashes;
  if (!first) return null;
  const [one, other] = first.map((lesson) => (
    <RecordLink
      key={lesson._id}
      to="lesson"
      id={lesson._id}
      classId={lesson.class}
      name={lesson.class_obj.name}
      inSentence
    />
  ));
  return (
    <span className={styles.clash}>
      {formatDayOfWeek(businessDayOf(first[0].scheduled_on, timeZone))}: {one} and {other} overlap
      {clashes.length > 1 && `, and ${clashes.length - 1} more`}.
    </span>
  );
};
