import { marksOf } from './question-bank.rules.ts';

/** Most questions of a worksheet that can still be printed and checked. */
export const mostWorksheetQuestions = 200;
/** Most bytes of the texts of a worksheet's questions, without pictures (worksheet_too_large). */
export const longestWorksheet = 4 * 1024 * 1024;

/** Space for working below a question: none, by its marks, or twice that. */
export const workingSpaces = ['none', 'by_marks', 'large'] as const;
export type WorkingSpace = (typeof workingSpaces)[number];

/** Default settings of a new worksheet. */
export const newWorksheet = { working: 'by_marks', minutes: 45 } as const;

/** Worksheets on a page of the list. */
export const worksheetsOnAPage = 20;

/** The three sections of a mathematics paper (part 2 §3, Maths section values), in print order. */
export const paperSections = ['MCQ', 'Short Question (SQ)', 'Word Problem (WP)'] as const;

type Marked = { unit: readonly { mark: number }[] };
type Sectioned = Marked & { meta: { section: string } };

export type WorksheetSection<Question> = {
  /** '' for questions without a section. */
  name: string;
  /** "Section A"; '' if the worksheet has only one section without a name. */
  title: string;
  marks: number;
  /** Numbers continue across sections. */
  questions: { number: number; question: Question }[];
};

/** Groups questions for print: the paper's sections, others in order of appearance, then those without a section. */
export const sectionsOf = <Question extends Sectioned>(
  questions: readonly Question[],
): WorksheetSection<Question>[] => {
  const named = [...new Set(questions.map(({ meta }) => meta.section))].filter(Boolean);
  const known: readonly string[] = paperSections;
  const names = [
    ...known.filter((name) => named.includes(name)),
    ...named.filter((name) => !known.includes(name)),
    '',
  ];
  const groups = names
    .map((name) => ({ name, questions: questions.filter(({ meta }) => meta.section === name) }))
    .filter((group) => group.questions.length > 0);
  const isPlain = groups.length === 1 && groups[0]?.name === '';
  let number = 0;
  return groups.map(({ name, questions: own }, index) => ({
    name,
    title: isPlain ? '' : `Section ${String.fromCharCode(65 + index)}`,
    marks: totalMarks(own),
    questions: own.map((question) => ({ number: (number += 1), question })),
  }));
};

/** The marks of all units of all questions. */
export const totalMarks = (questions: readonly Marked[]): number =>
  questions.reduce((sum, { unit }) => sum + marksOf(unit), 0);

/** Number of units of all questions. */
export const totalUnits = (questions: readonly { unit: readonly unknown[] }[]): number =>
  questions.reduce((sum, { unit }) => sum + unit.length, 0);

/** Moves a question to the position of another one, which is also its position within the section. */
export const movedTo = <Question extends { _id: string }>(
  questions: readonly Question[],
  id: string,
  place: number,
): Question[] => {
  const moved = questions.find(({ _id }) => _id === id);
  if (!moved) return [...questions];
  return questions.filter((question) => question !== moved).toSpliced(place, 0, moved);
};

/** Moves a question one step up (-1) or down (1) within its section; returns the same order at either end. */
export const movedBy = <Question extends Sectioned & { _id: string }>(
  questions: readonly Question[],
  id: string,
  step: -1 | 1,
): Question[] => {
  const own = sectionsOf(questions).find((section) =>
    section.questions.some(({ question }) => question._id === id),
  );
  const inSection = own?.questions.map(({ question }) => question) ?? [];
  const neighbour = inSection[inSection.findIndex(({ _id }) => _id === id) + step];
  return neighbour ? movedTo(questions, id, questions.indexOf(neighbour)) : [...questions];
};

/** Problem of a selection of questions for one worksheet, or undefined. */
export const pickProblem = (questions: readonly { subject: string }[]): string | undefined => {
  const [first, second] = [...new Set(questions.map(({ subject }) => subject))];
  if (questions.length === 0) return 'Please add a question';
  if (questions.length > mostWorksheetQuestions)
    return `A worksheet has at most ${mostWorksheetQuestions} questions; this one has ${questions.length}`;
  return second === undefined
    ? undefined
    : `A worksheet has questions of one subject; this one has ${first} and ${second}`;
};

/** Title of a copy, cut to the longest title. */
export const copyTitle = (title: string): string => `Copy of ${title}`.slice(0, longestTitle);
/** Most characters of a worksheet's title. */
export const longestTitle = 200;
