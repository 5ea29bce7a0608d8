import { optionLabel } from 'staffroom-contract/domains/polls/polls.rules.ts';
import { takesSeat } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Lesson, TuitionClass } from './classes.ts';
import { questionsOf, type DemoQuestion } from './data/poll-questions.ts';
import { days, hours, iso, minutes } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom, type Random } from './random.ts';
import type { Roster } from './roster.ts';
import type { Student } from './students.ts';

const seed = 20_260_321;
/** How long ago lessons had polls first, and for which to come they are written already. */
const oldest = days(21);
const ahead = days(3);

type World = { today: number; classes: readonly TuitionClass[]; roster: Roster };

/** Poll questions of the lessons around today, with answers up to today's. */
export const createPolls = ({ today, classes, roster }: World) => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const questions: Row[] = [];
  const events: Row[] = [];
  for (const { plan, lessons } of classes) {
    if (plan.recording) continue;
    for (const lesson of lessons) {
      const isNear = lesson.start > today - oldest && lesson.start < today + ahead;
      // Of lessons on other days only some have polls.
      const isToday = lesson.start >= today && lesson.start < today + days(1);
      const has = random.chance(0.4);
      if (!lesson.isActive || !isNear || !(has || isToday)) continue;
      const students = studentsOf(roster, lesson);
      const isAsked = lesson.start < today + days(1);
      questionsOf(plan.subject).forEach((question, place) => {
        const row = questionRow(newId, lesson, question, place, today);
        questions.push(row);
        const at = lesson.start + minutes(12 + place * 14);
        if (isAsked && at < lesson.end)
          events.push(
            ...answersTo(random, newId, { lesson, question, id: String(row['id']), at, students }),
          );
      });
    }
  }
  return {
    tables: [
      ['poll_questions', questions],
      ['classroom_events', events],
    ] as const,
  };
};

const studentsOf = (roster: Roster, lesson: Lesson) =>
  roster.studentsOn(lesson).filter((student) => {
    const kind = roster.owned(lesson, student);
    return kind !== null && takesSeat(kind);
  });

const questionRow = (
  newId: ReturnType<typeof createIds>,
  lesson: Lesson,
  { question, options, right, answer = '', name = '', checks }: DemoQuestion,
  place: number,
  today: number,
): Row => {
  const created = Math.min(lesson.start - days(1), today - hours(6)) + minutes(place);
  return {
    id: newId(created),
    lesson_id: lesson.id,
    question_type: checks ? 'check_for_understanding' : 'question',
    name,
    question,
    choice_type: right.length > 1 ? 'multiple' : 'single',
    question_index: place,
    option: options.map((content, index) => ({ label: optionLabel(index), content })),
    answer_index: [...right],
    answer,
    created: iso(created),
    updated: iso(created),
    version: 1,
  };
};

type Asked = {
  lesson: Lesson;
  question: DemoQuestion;
  id: string;
  at: number;
  students: readonly Student[];
};

/** Most answer within two minutes, two in three rightly; few think again, and now and then a family's tablet answers. */
const answersTo = (
  random: Random,
  newId: ReturnType<typeof createIds>,
  { lesson, question, id, at, students }: Asked,
): Row[] => {
  const answer = () =>
    random.chance(0.66) ? [...question.right] : [random.whole(0, question.options.length - 1)];
  const eventOf = (who: { id: string | null; email: string; name: string }): Row => {
    const moment = at + random.whole(4000, 120_000);
    return {
      id: newId(moment),
      lesson_id: lesson.id,
      student_id: who.id,
      email: who.email,
      name: who.name,
      action: 'answer',
      at: iso(moment),
      poll_id: id,
      answer: answer(),
      received: iso(moment + 400),
    };
  };
  return [
    ...students.flatMap((student) => {
      if (!random.chance(0.88)) return [];
      return random.chance(0.05) ? [eventOf(student), eventOf(student)] : [eventOf(student)];
    }),
    ...(random.chance(0.06)
      ? [eventOf({ id: null, email: 'tablet@example.com', name: 'iPad (2)' })]
      : []),
  ];
};
