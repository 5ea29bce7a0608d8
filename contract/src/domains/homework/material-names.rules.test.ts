import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levelTags } from '../../shared/levels.ts';
import { folderOf, foldersOf, materialFolderIds, type LessonNumber } from './material-folders.ts';
import {
  homeworkName,
  isHomeworkFile,
  readMaterialName,
  subjectsFor,
  takesPaper,
  targetOf,
} from './material-names.rules.ts';

const number = (level: string, term: number, index: number): LessonNumber => ({
  level,
  term,
  index,
});

describe('the name of a material', () => {
  test.each<[string, LessonNumber]>([
    ['P6 T1 L3 Fractions.pdf', number('primary-6', 1, 3)],
    ['p6_t1_l3_fractions.PDF', number('primary-6', 1, 3)],
    ['P6-T1-L03.pdf', number('primary-6', 1, 3)],
    ['  P6   T1 L3.pdf', number('primary-6', 1, 3)],
    ['Ｐ６ Ｔ１ Ｌ３ 分数.pdf', number('primary-6', 1, 3)],
    ['P6 Term 2 Lesson 10 Ratio (answers).docx', number('primary-6', 2, 10)],
    ['Sec 1 T2 L10 Angles.pdf', number('secondary-1', 2, 10)],
    ['S3 T4 L1.pdf', number('secondary-3', 4, 1)],
    ['JC2 T1 L1 Moles.pdf', number('junior-college-2', 1, 1)],
    ['IP Year 4 T1 L2.pdf', number('integrated-programme-4', 1, 2)],
    ['IBDP 1 T1 L2.pdf', number('international-baccalaureate-diploma-programme-1', 1, 2)],
  ])('%s has level, term and lesson', (name, said) => {
    expect(readMaterialName(name)).toEqual(said);
  });

  test.each([
    '',
    '.pdf',
    'Fractions P6 T1 L3.pdf',
    'P7 T1 L3.pdf',
    'P0 T1 L3.pdf',
    'P6 T0 L3.pdf',
    'P6 T1 L0.pdf',
    'P6 T1.pdf',
    'P6 T1 L3rd.pdf',
    'P6 T1 L1000.pdf',
    'P66 T1 L3.pdf',
    'PSLE T1 L3.pdf',
    'Sec 5 T1 L1.pdf',
    '../../etc/passwd',
  ])('%j has no level, term and lesson', (name) => {
    expect(readMaterialName(name)).toBeNull();
  });

  test('is parsed with any separators and suffix, and only to existing levels', () => {
    const level = fc.constantFrom(['P', 'primary', 6] as const, ['Sec ', 'secondary', 4] as const);
    const between = fc.constantFrom(' ', '_', '-', '  ', ' - ');
    fc.assert(
      fc.property(
        level,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 999 }),
        between,
        fc.constantFrom('', ' Fractions', '_answers', ' (2)', ' 分数'),
        ([short, tag], year, term, index, gap, rest) => {
          const said = readMaterialName(`${short}${year}${gap}T${term}${gap}L${index}${rest}.pdf`);
          expect(said).toEqual(number(`${tag}-${year}`, term, index));
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (name) => {
        const said = readMaterialName(`P${name}`);
        if (said) expect(levelTags).toContain(said.level);
      }),
    );
  });
});

describe('the folders', () => {
  test('are the six of the dialog, in its order and words', () => {
    expect(materialFolderIds.map((id) => folderOf(id).label)).toEqual([
      'All',
      'Science',
      'Mathematics',
      'English Paper 1',
      'English Paper 2',
      'Sec 1 Maths T2 L10',
    ]);
  });

  test('All covers every other folder', () => {
    expect(foldersOf('all')).toEqual(materialFolderIds.slice(1));
    expect(foldersOf('science')).toEqual(['science']);
  });

  test('Sec 1 Maths T2 L10 is for that lesson only, whatever its files are called', () => {
    const only = number('secondary-1', 2, 10);
    expect(targetOf('sec-1-maths-t2-l10', 'Angles.pdf')).toEqual(only);
    expect(targetOf('sec-1-maths-t2-l10', 'Sec 1 T2 L10.pdf')).toEqual(only);
    expect(targetOf('sec-1-maths-t2-l10', 'Sec 1 T2 L9.pdf')).toBe('other_lesson');
    expect(targetOf('mathematics', 'Angles.pdf')).toBe('no_number');
  });

  test('Mathematics covers A Maths and E Maths, unless a name says which of them', () => {
    expect(subjectsFor('mathematics', 'Sec 3 T1 L1 Surds.pdf')).toEqual([
      'Mathematics',
      'A Maths',
      'E Maths',
    ]);
    expect(subjectsFor('mathematics', 'Sec 3 T1 L1 A Maths Surds.pdf')).toEqual(['A Maths']);
    expect(subjectsFor('mathematics', 'Sec 3 T1 L1_E-Math.pdf')).toEqual(['E Maths']);
    expect(subjectsFor('mathematics', 'P6 T1 L1 Extra maths.pdf')).toHaveLength(3);
    expect(subjectsFor('science', 'P6 T1 L1 a maths.pdf')).toEqual(['Science']);
  });

  test('a class that names a paper only takes the files of that paper', () => {
    const [one, two] = [folderOf('english-paper-1'), folderOf('english-paper-2')];
    expect(takesPaper('PSLE English Paper 1 (Writing) Workshop', one)).toBe(true);
    expect(takesPaper('PSLE English Paper 1 (Writing) Workshop', two)).toBe(false);
    expect(takesPaper('P5 English — Sun 10am', two)).toBe(true);
    expect(takesPaper('English Paper 1 and Paper 2', two)).toBe(true);
    expect(takesPaper('Science paper 1', folderOf('science'))).toBe(true);
  });
});

test('homework is recognised by its file name, which becomes its name', () => {
  expect(isHomeworkFile('P6 T1 L3 Homework.pdf')).toBe(true);
  expect(isHomeworkFile('P6 T1 L3 HOMEWORK answers.pdf')).toBe(true);
  expect(isHomeworkFile('P6 T1 L3 Fractions.pdf')).toBe(false);
  expect(homeworkName('P6 T1 L3 Homework 1.2.pdf')).toBe('P6 T1 L3 Homework 1.2');
  expect(homeworkName('P6 T1 L3 Homework')).toBe('P6 T1 L3 Homework');
});
