import type { StudentAnswers } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import { isCorrect } from 'staffroom-contract/domains/polls/polls.rules.ts';
import { takesSeat } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { studentScope } from '../users/users.policy.ts';
import type { AnswerRow, PollRow } from './polls.queries.ts';
import * as pollQueries from './polls.queries.ts';
import { requireLesson } from './polls.service.ts';

/**
 * Returns the answers of each student of a lesson, sorted by name; students out of the actor's scope are only counted.
 * People who are not on the lesson are last, and named only to users who manage polls. Throws not_found.
 */
export const listAnswers = async (context: Context, lessonId: string) => {
  const { rows, unnamed } = await readAnswers(context, lessonId);
  return { data: rows, count: rows.length + unnamed, unnamed };
};

/** Exports a lesson's answers as CSV: a row for each student, a column for each question with the chosen letters. */
export const exportAnswers = async (context: Context, lessonId: string) => {
  const { rows, questions } = await readAnswers(context, lessonId);
  return csvAnswer('poll-answers.csv', columnsFor(questions), rows);
};

const readAnswers = async (context: Context, lessonId: string) => {
  const { db, actor } = context;
  await requireLesson(db, context, lessonId);
  const questions = await pollQueries.listOf(db, lessonId);
  const known = new Map(questions.map((row) => [row.id, row]));
  const given = (await pollQueries.latestAnswers(db, lessonId)).filter(
    ({ pollId, answer }) => known.has(pollId) && answer.length > 0,
  );
  const students = await pollQueries.listStudents(db, lessonId, studentScope(actor));
  const standing = new Set(students.map(({ id }) => id));
  const byPerson = Map.groupBy(given, ({ person }) => person);
  const expected = students.filter(({ id, kind }) => takesSeat(kind) || byPerson.has(id));
  const others = [...byPerson].filter(([person]) => !standing.has(person));
  const named = [
    ...expected
      .filter(({ isVisible }) => isVisible)
      .map((student) =>
        present(known, { ...student, isKnown: true, answers: byPerson.get(student.id) ?? [] }),
      ),
    ...(can(actor, 'lesson.canManagePoll') ? others : []).map(([person, answers]) =>
      present(known, { ...nameOf(answers), id: person, kind: null, answers }),
    ),
  ];
  return { rows: named, questions, unnamed: expected.length + others.length - named.length };
};

/** The name that the classroom used. */
const nameOf = (answers: readonly AnswerRow[]) => ({
  name: answers[0]?.name ?? '',
  email: answers[0]?.email ?? '',
  isKnown: answers[0]?.studentId != null,
});

type Person = Pick<pollQueries.LessonStudent, 'id' | 'name' | 'email'> & {
  kind: StudentAnswers['kind'];
  isKnown: boolean;
  answers: readonly AnswerRow[];
};

const present = (known: Map<string, PollRow>, person: Person): StudentAnswers => {
  const answers = [...known.values()].flatMap((question) => {
    const given = person.answers.find(({ pollId }) => pollId === question.id);
    return given ? [{ question, given }] : [];
  });
  const shown = answers.map(({ question, given }) => ({
    poll: question.id,
    answer: given.answer,
    is_correct: isCorrect(question.answerIndex, given.answer),
    at: given.at.toISOString(),
  }));
  return {
    _id: person.id,
    student: person.isKnown ? { _id: person.id, name: person.name } : null,
    name: person.name,
    email: person.email,
    kind: person.kind,
    answers: shown,
    correct: shown.filter(({ is_correct }) => is_correct).length,
  };
};

const columnsFor = (questions: readonly PollRow[]): CsvColumn<StudentAnswers>[] => [
  { header: 'name', value: ({ name }) => name },
  { header: 'email', value: ({ email }) => email },
  { header: 'kind', value: ({ kind }) => kind ?? 'not on the lesson' },
  ...questions.map((question, index) => ({
    header: `${index + 1}. ${question.question}`,
    value: (row: StudentAnswers) => lettersOf(row, question),
  })),
  { header: 'correct', value: ({ correct }) => correct },
];

const lettersOf = (row: StudentAnswers, { id, option }: PollRow) =>
  row.answers
    .find(({ poll }) => poll === id)
    ?.answer.toSorted((a, b) => a - b)
    .map((index) => option[index]?.label ?? '?')
    .join(' ');
