import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { auditRow } from './audit-row.ts';
import { days, hours, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom } from './random.ts';

const seed = 20_261_124;
const mostQuestions = 14;

type World = { today: number; by: { id: string; name: string }; questions: readonly Row[] };

/** A worksheet that a teacher has put together of the bank's own questions, each in its newest version. */
export const createWorksheets = ({ today, by, questions }: World) => {
  const created = today - days(3) + hours(15);
  const newId = createIds(createRandom(seed));
  const id = newId(created);
  const picked = questions
    .filter(
      ({ subject, level, section_id: section }) =>
        subject === 'Mathematics' && section !== null && (level as string[]).includes('primary-6'),
    )
    .slice(0, mostQuestions);
  const worksheet: Row = {
    id,
    title: 'Revision before the last week of term',
    header: 'Primary 6 Mathematics',
    second_line: 'Term 4, lesson 9',
    instructions: 'Show your working. No calculators in Section A.',
    minutes: 60,
    has_logo: true,
    has_boxes: true,
    has_section_notes: true,
    has_sources: true,
    working: 'by_marks',
    subject: 'Mathematics',
    created_by: by.id,
    updated_by: by.id,
    created: iso(created),
    updated: iso(created),
  };
  const rows = picked.map((question, place): Row => ({
    worksheet_id: id,
    place,
    question_id: question['id'],
    question_version: question['version'],
  }));
  const { id: _id, created_by: _by, updated_by: _saver, ...said } = worksheet;
  const audit = auditRow({
    id: newId(created),
    at: created,
    by,
    entity: 'worksheet',
    entityId: id,
    action: 'created',
    before: null,
    after: {
      _id,
      ...said,
      question: picked.map((question) => ({
        _id: question['id'],
        version: question['version'],
        name: questionName(question as unknown as Pick<Question, 'context' | 'unit'>),
      })),
      version: 1,
    },
  });
  return {
    tables: [
      ['worksheets', [worksheet]],
      ['worksheet_questions', rows],
    ] as const,
    audit: [audit],
  };
};
