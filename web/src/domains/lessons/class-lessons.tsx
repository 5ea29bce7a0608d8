import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import type { BodyInput } from '@staffroom/contract/shared/operation.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { ListTab, type Column, type RowActions } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { isOutcomeUnknown, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { TwoLines } from '../../ui/data-table.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Day, TimeRange } from '../../ui/moment.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { Tags } from '../../ui/status-chip.tsx';
import { classLessonList, classLessonScope, endedLessonsQuery } from './class-lessons.api.ts';
import { isQuestion, useRefusalQuestion } from './lesson-questions.ts';
import { lessonQuery, useUpdateLesson } from './lessons.api.ts';
import { lessonCode, lessonLabel, lessonTopic } from './lesson-words.ts';
import styles from './class-lessons.module.css';

type Props = {
  classId: string;
  /** How many lessons the class has. */
  count: number;
  /** The page in the address; without one the list opens where the next lesson stands. */
  page: number | undefined;
  onPage: (page: number) => void;
};

/** The lessons of a class, page by page, with what managers do to them. */
export const ClassLessons = ({ classId, count, page, onPage }: Props) => {
  const next = usePageOfNext(classId, count, page === undefined);
  const canManage = useCan('lesson.canManage');
  const { run, actOn, problem } = useLessonActs();
  return (
    <ListTab
      list={classLessonList}
      scope={classLessonScope(classId)}
      address={{ page: page ?? next.page }}
      {...(page === undefined && { after: { query: next.query, isEmpty: false } })}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption="Lessons of this class"
      columns={columns}
      lines={2}
      actions={canManage ? actionsOf(run, actOn) : undefined}
      problem={problem}
    />
  );
};

/** The page on which the next lesson stands; the last one where all have ended. */
const usePageOfNext = (classId: string, count: number, enabled: boolean) => {
  const [now] = useState(() => Temporal.Now.instant().toString());
  const query = useQuery({ ...endedLessonsQuery(classId, now), enabled });
  const ended = query.data?.count ?? 0;
  const { pageSize } = classLessonList;
  return { query, page: Math.floor(Math.min(ended, Math.max(0, count - 1)) / pageSize) + 1 };
};

const stateWords = (lesson: LessonSummary) => [
  ...(lesson.is_active ? [] : ['Inactive']),
  ...(lesson.is_released ? [] : ['Not released']),
];

const columns: Column<LessonSummary>[] = [
  { key: 'code', header: 'No.', width: 84, text: lessonCode },
  {
    key: 'name',
    header: 'Lesson',
    width: 180,
    lead: true,
    text: lessonTopic,
    render: (lesson) => (
      <RecordLink to="lesson" id={lesson._id} classId={lesson.class} name={lessonTopic(lesson)} />
    ),
  },
  {
    key: 'time',
    header: 'Time',
    width: 150,
    figures: true,
    render: (lesson) => <When lesson={lesson} />,
  },
  { key: 'seats', header: 'Seats', width: 110, render: (lesson) => <Seats {...lesson} /> },
  {
    key: 'state',
    header: 'State',
    width: 112,
    text: (lesson) => stateWords(lesson).join(', '),
    render: (lesson) => <Tags words={stateWords(lesson)} />,
  },
];

/** Release is what staff do before each lesson; taking a lesson away stands in the menu. */
const actionsOf = (
  run: (lesson: LessonSummary, act: LessonAct) => void,
  actOn: (lesson: LessonSummary) => LessonAct | undefined,
): RowActions<LessonSummary> => ({
  header: 'Action',
  width: 160,
  nameOf: lessonLabel,
  of: (lesson) => {
    const running = actOn(lesson);
    const release = lesson.is_released ? 'Un-Release' : 'Release';
    const activate = lesson.is_active ? 'Deactivate' : 'Activate';
    return [
      {
        label: release,
        primary: true,
        busy: running !== undefined,
        onClick: () => run(lesson, release),
      },
      {
        label: activate,
        icon: lesson.is_active ? IconCircleOff : IconCircleCheck,
        disabled: running !== undefined,
        onClick: () => run(lesson, activate),
      },
    ];
  },
});

const When = ({ lesson }: { lesson: LessonSummary }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <TwoLines
      first={<Day day={businessDayOf(lesson.scheduled_on, zone)} />}
      second={<TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />}
    />
  );
};

const Seats = ({ seats, max_cap: cap }: Pick<LessonSummary, 'seats' | 'max_cap'>) => {
  const words = `${seats} of ${cap}`;
  return (
    <span className={styles.seats}>
      {words}
      <Meter label={words} parts={[{ value: seats, tone: 'accent' }]} total={cap} />
    </span>
  );
};

type LessonAct = 'Activate' | 'Deactivate' | 'Release' | 'Un-Release';

const changesOf = {
  Activate: { is_active: true },
  Deactivate: { is_active: false },
  Release: { is_released: true },
  'Un-Release': { is_released: false },
} as const satisfies Record<LessonAct, object>;

const doneWords: Record<LessonAct, string> = {
  Activate: 'activated',
  Deactivate: 'deactivated',
  Release: 'released',
  'Un-Release': 'un-released',
};

/**
 * Activates, deactivates, releases and un-releases lessons, several at a time. Deactivating one that has
 * students asks first. What went wrong is told, and the row is read again (part 1 §2, Class lessons).
 */
const useLessonActs = () => {
  const [busy, setBusy] = useState<ReadonlyMap<string, LessonAct>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const update = useUpdateLesson();
  const askAfter = useRefusalQuestion();

  const note = (id: string, act: LessonAct | null) =>
    setBusy((before) => {
      const next = new Map(before);
      if (act) next.set(id, act);
      else next.delete(id);
      return next;
    });

  /** Students of every kind: also those who only see the recording lose the lesson. */
  const isWanted = async (lesson: LessonSummary) => {
    const { data } = await queryClient.fetchQuery({ ...lessonQuery(lesson._id), staleTime: 0 });
    const students = data.counts.student + data.counts.trial_student + data.counts.video_student;
    if (students === 0) return true;
    return confirm({
      title: 'Deactivate this lesson?',
      message: `${formatCount(students, 'student stands', 'students stand')} on ${lessonLabel(lesson)}.`,
      confirmLabel: 'Deactivate',
      danger: true,
    });
  };

  /** Whether it was saved; what the server asks is asked here. */
  const save = async (id: string, changes: BodyInput<typeof updateLesson>): Promise<boolean> => {
    try {
      await update.mutateAsync({ params: { id }, body: changes });
      return true;
    } catch (error) {
      const allowed = await askAfter(error);
      if (allowed) return save(id, { ...changes, ...allowed });
      if (isQuestion(error)) return false;
      throw error;
    }
  };

  const run = async (lesson: LessonSummary, act: LessonAct) => {
    note(lesson._id, act);
    setProblem(null);
    try {
      if (act !== 'Deactivate' || (await isWanted(lesson))) {
        if (await save(lesson._id, changesOf[act]))
          showSnackbar(`${lessonLabel(lesson)} ${doneWords[act]}`);
      }
    } catch (error) {
      setProblem(failureWords(lesson, act, error));
      // A lost answer may have taken effect, a refusal may mean that it looks different by now.
      void queryClient.invalidateQueries({ queryKey: ['lessons'] });
    }
    note(lesson._id, null);
  };

  return {
    problem,
    actOn: (lesson: LessonSummary) => busy.get(lesson._id),
    run: (lesson: LessonSummary, act: LessonAct) => void run(lesson, act),
  };
};

const failureWords = (lesson: LessonSummary, act: LessonAct, error: unknown) => {
  const what = `${lessonLabel(lesson)} was`;
  return isOutcomeUnknown(error)
    ? `It is not known whether ${what} ${doneWords[act]}. ${sentenceOf(error)}`
    : `${what} not ${doneWords[act]}. ${sentenceOf(error)}`;
};
