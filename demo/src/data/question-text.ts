/**
 * The questions of the demo. Texts are as they are typed: formulas between \( and \), or \[ and \] for formulas by
 * themselves, paragraphs separated by an empty line, "{picture}" for the drawn figure.
 */
export type QuestionText = {
  subject: string;
  level: readonly string[];
  topic: string;
  skill?: string;
  heuristic?: string;
  section?: 'MCQ' | 'Short Question (SQ)' | 'Word Problem (WP)';
  instruction?: string;
  context?: string;
  units: readonly UnitText[];
  /** Was tagged some days after it was typed. */
  taggedLater?: true;
  selfChecking?: true;
};

export type UnitText = { mark: number; body: string; hint?: string } & (
  | { options: readonly string[]; right: readonly number[] }
  | { answer: ShortText }
  | { answers: readonly ShortText[] }
  | { model: string }
);

/** Before, answer and after: "At first|6|ℓ". */
type ShortText = string;

const choose = 'Choose the correct answer.';
const work = 'Show your working clearly.';

/** A question to choose from; the right options are counted from 0. */
export const mcq = (
  mark: number,
  body: string,
  options: readonly string[],
  ...right: readonly number[]
): UnitText => ({ mark, body, options, right });

/** A question with an answer to write. */
export const open = (mark: number, body: string, answer: ShortText, hint?: string): UnitText => ({
  mark,
  body,
  answer,
  ...(hint === undefined ? {} : { hint }),
});

type Tags = Pick<QuestionText, 'skill' | 'heuristic' | 'section' | 'taggedLater'>;

/** A Mathematics question for these years; one with options is of the section MCQ by default. */
export const maths = (
  years: string,
  topic: string,
  tags: Tags,
  units: readonly UnitText[],
  rest: Pick<QuestionText, 'context' | 'instruction' | 'selfChecking'> = {},
): QuestionText => ({
  subject: 'Mathematics',
  level: years.split(' ').map((year) => `primary-${year}`),
  topic,
  section: tags.section ?? (isChoice(units) ? 'MCQ' : 'Word Problem (WP)'),
  instruction: isChoice(units) ? choose : work,
  units,
  ...tags,
  ...rest,
});

const isChoice = (units: readonly UnitText[]) => units.some((unit) => 'options' in unit);

const other =
  (subject: 'English' | 'Science') =>
  (
    years: string,
    topic: string,
    skill: string,
    units: readonly UnitText[],
    rest: Pick<QuestionText, 'context' | 'instruction' | 'selfChecking' | 'taggedLater'> = {},
  ): QuestionText => ({
    subject,
    level: years.split(' ').map((year) => `primary-${year}`),
    topic,
    skill,
    instruction: isChoice(units) ? choose : 'Answer in complete sentences.',
    units,
    ...rest,
  });

export const english = other('English');
export const science = other('Science');
export const short = { section: 'Short Question (SQ)' } as const;
