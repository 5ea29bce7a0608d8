import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  copyTitle,
  longestTitle,
  movedBy,
  movedTo,
  paperSections,
  pickProblem,
  sectionsOf,
  totalMarks,
  totalUnits,
} from './worksheet.rules.ts';

const question = (_id: string, section = '', marks: readonly number[] = [1]) => ({
  _id,
  subject: 'Mathematics',
  meta: { section },
  unit: marks.map((mark) => ({ mark })),
});

const anyQuestions = fc
  .array(
    fc.record({
      section: fc.constantFrom(...paperSections, 'Paper 2', ''),
      halves: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all.map(({ section, halves }, index) =>
      question(
        `q${index}`,
        section,
        halves.map((half) => half / 2),
      ),
    ),
  );

const printed = (questions: Parameters<typeof sectionsOf<ReturnType<typeof question>>>[0]) =>
  sectionsOf(questions).flatMap((section) => section.questions);

describe('the sections of a worksheet', () => {
  test('MCQ come first, then short questions, word problems, other sections, and last questions without a section', () => {
    const sections = sectionsOf([
      question('1'),
      question('2', 'Paper 2'),
      question('3', 'Word Problem (WP)', [2, 3]),
      question('4', 'MCQ'),
      question('5', 'Short Question (SQ)', [2]),
      question('6', 'MCQ'),
    ]);
    expect(
      sections.map(({ title, name, marks, questions }) => [
        title,
        name,
        marks,
        questions.map((one) => `${one.number}:${one.question._id}`).join(' '),
      ]),
    ).toEqual([
      ['Section A', 'MCQ', 2, '1:4 2:6'],
      ['Section B', 'Short Question (SQ)', 2, '3:5'],
      ['Section C', 'Word Problem (WP)', 5, '4:3'],
      ['Section D', 'Paper 2', 1, '5:2'],
      ['Section E', '', 1, '6:1'],
    ]);
  });

  test('a worksheet whose questions have no section has one without a title', () => {
    expect(sectionsOf([question('1'), question('2')])).toMatchObject([{ title: '', name: '' }]);
    expect(sectionsOf([])).toEqual([]);
  });

  test('every question is printed once, numbered from 1 without a gap, and every mark counts once', () => {
    fc.assert(
      fc.property(anyQuestions, (questions) => {
        const all = printed(questions);
        expect(all.map(({ number }) => number)).toEqual(questions.map((_, index) => index + 1));
        expect(new Set(all.map((one) => one.question))).toEqual(new Set(questions));
        const bySections = sectionsOf(questions).reduce((sum, { marks }) => sum + marks, 0);
        const byUnits = questions
          .flatMap(({ unit }) => unit)
          .reduce((sum, { mark }) => sum + mark, 0);
        expect(bySections).toBe(byUnits);
        expect(totalMarks(questions)).toBe(byUnits);
        expect(totalUnits(questions)).toBe(questions.flatMap(({ unit }) => unit).length);
      }),
    );
  });
});

describe('moving a question', () => {
  test('a step moves past the neighbour in the section, across other questions in the list', () => {
    const questions = [
      question('1', 'MCQ'),
      question('2', 'Word Problem (WP)'),
      question('3', 'MCQ'),
    ];
    const ids = (all: { _id: string }[]) => all.map(({ _id }) => _id).join('');
    expect(ids(movedBy(questions, '3', -1))).toBe('312');
    expect(ids(movedBy(questions, '1', 1))).toBe('231');
    expect(ids(movedBy(questions, '1', -1))).toBe('123');
    expect(ids(movedBy(questions, '2', 1))).toBe('123');
    expect(ids(movedTo(questions, '1', 2))).toBe('231');
    expect(ids(movedTo(questions, 'gone', 0))).toBe('123');
  });

  test('no question is lost, and a step back undoes a step', () => {
    fc.assert(
      fc.property(anyQuestions, fc.nat(), fc.constantFrom<-1 | 1>(-1, 1), (questions, at, step) => {
        const id = questions[at % Math.max(questions.length, 1)]?._id ?? '';
        const moved = movedBy(questions, id, step);
        expect(new Set(moved)).toEqual(new Set(questions));
        const place = (all: typeof questions) =>
          printed(all).findIndex((one) => one.question._id === id);
        if (place(moved) !== place(questions))
          expect(place(movedBy(moved, id, step === 1 ? -1 : 1))).toBe(place(questions));
      }),
    );
  });
});

describe('limits of a worksheet', () => {
  test('one to 200 questions of one subject', () => {
    expect(pickProblem([])).toBe('Please add a question');
    expect(pickProblem([{ subject: 'Mathematics' }, { subject: 'Science' }])).toBe(
      'A worksheet has questions of one subject; this one has Mathematics and Science',
    );
    const many = (count: number) => Array.from({ length: count }, () => ({ subject: 'English' }));
    expect(pickProblem(many(200))).toBeUndefined();
    expect(pickProblem(many(201))).toBe('A worksheet has at most 200 questions; this one has 201');
  });

  test('a copy is named after the worksheet, within the length of a title', () => {
    expect(copyTitle('Fractions')).toBe('Copy of Fractions');
    expect(copyTitle('x'.repeat(longestTitle))).toHaveLength(longestTitle);
  });
});
