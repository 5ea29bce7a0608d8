import { idArray, idFor, literal, pickFrom, textArray } from '../sql.ts';

const questionsOfEach = 12;
const titles = [
  'Revision before the holidays',
  'Lesson worksheet',
  'Homework of the week',
  'Mock paper',
  'Warm-up',
];

/** Of the questions of a subject that were typed one after the other, every third dozen is a worksheet. */
const dozens = `
  select id, subject, created, place % ${questionsOfEach} as place, place / ${questionsOfEach} as sheet
  from (
    select id, subject, created, row_number() over (partition by subject order by created, id) - 1 as place
    from questions where not is_archived
  ) numbered
  where place / ${questionsOfEach} % 3 = 0`;
const sheetId = idFor('created', `'worksheet ' || subject || sheet`);

/** Worksheets of a dozen questions in their first versions, made when the last of them was typed. */
export const insertWorksheets = (teachers: readonly string[]): string[] => [
  `create temp table sheets on commit drop as
    select ${sheetId} as id, subject, sheet, created
    from (select subject, sheet, max(created) as created from (${dozens}) dozen group by subject, sheet having count(*) = ${questionsOfEach}) made`,
  `insert into worksheets (id, title, header, second_line, instructions, minutes, has_logo, has_boxes, has_section_notes,
      has_sources, working, subject, created_by, updated_by, created, updated)
    select id, ${pickFrom(textArray(titles), titles.length, 'sheet', 111)} || ' ' || sheet + 1, subject, '', ${literal('Show your working.')}, 45,
      true, true, true, sheet % 2 = 0, 'by_marks', subject, teacher, teacher, created, created
    from sheets cross join lateral (select ${pickFrom(idArray(teachers), teachers.length, 'sheet', 112)} as teacher) made_by`,
  `insert into worksheet_questions (worksheet_id, place, question_id, question_version)
    select sheets.id, dozen.place, dozen.id, 1
    from (${dozens}) dozen join sheets using (subject, sheet)`,
];
