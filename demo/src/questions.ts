import type { QuestionUnit } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  comparedText,
  tidyUnit,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { fromMoodleFormulas } from 'staffroom-server/src/domains/question-bank/moodle-formulas.ts';
import { firstTagId } from 'staffroom-server/src/domains/question-bank/first-tag-id.ts';
import type { QuestionRow } from 'staffroom-server/src/domains/question-bank/question-bank.schema.ts';
import { presentQuestion } from 'staffroom-server/src/domains/question-bank/questions.presenter.ts';
import { cleanRichText } from 'staffroom-server/src/platform/rich-text.ts';
import { auditRow } from './audit-row.ts';
import { englishAndScienceQuestions } from './data/english-and-science-questions.ts';
import { measureQuestions } from './data/measure-questions.ts';
import { numberQuestions } from './data/number-questions.ts';
import type { QuestionText, UnitText } from './data/question-text.ts';
import { days, hours, iso } from './demo-time.ts';
import { drawPng, type Colour } from './draw-png.ts';
import type { Row } from './insert-rows.ts';
import { pictureRow } from './picture-row.ts';
import { createIds, createRandom } from './random.ts';
import type { Staff } from './staff.ts';

const seed = 20_261_123;
/** How far back the first of them was typed. */
const oldest = days(120);

const schools = [
  'Admiralty Primary School',
  'Canberra Primary School',
  'Clementi Primary School',
  'Fuchun Primary School',
];
const questionTexts = [...numberQuestions, ...measureQuestions, ...englishAndScienceQuestions];
const noTags = { topic: '', skill: '', heuristic: '', section: '' };

type World = { today: number; typists: readonly Staff[]; uploadedBy: string };

/** The question bank: questions of every kind of answer, with a drawn figure, some tagged days after they were typed. */
export const createQuestions = ({ today, typists, uploadedBy }: World) => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const pictureId = newId(today - oldest);
  const picture = `<img src="${imagePath}${pictureId}.png" alt="A square with a quarter circle cut out" width="${side}" height="${side}">`;
  const questions: Row[] = [];
  const versions: Row[] = [];
  const audit: Row[] = [];

  questionTexts.forEach((text, number) => {
    const created = today - oldest + (number + 1) * (oldest / (questionTexts.length + 2));
    const by = random.pick(typists);
    const row = rowOf(text, {
      id: newId(created),
      picture,
      year: random.whole(2019, 2026),
      school: random.pick(schools),
      created: new Date(created),
      createdBy: by.id,
    });
    const tags = tagsOf(text);
    const untagged = { ...row, ...tagIds({ subject: text.subject, section: text.section }) };
    const states = text.taggedLater
      ? [untagged, { ...row, updated: new Date(created + hours(50)), version: 2 }]
      : [row];
    states.forEach((state, index) => {
      const action = index === 0 ? 'created' : 'tagged';
      const at = state.updated;
      versions.push(versionRow(state, { by: by.id, action }));
      const shown = (one: QuestionRow) =>
        presentQuestion({
          question: one,
          tags: one.topicId === null ? { ...noTags, section: tags.section } : tags,
          createdBy: { _id: by.id, name: by.name },
        });
      audit.push(
        auditRow({
          id: newId(at.getTime()),
          at: at.getTime(),
          by,
          entity: 'question',
          entityId: row.id,
          action,
          before: index === 0 ? null : shown(states[0] ?? row),
          after: shown(state),
        }),
      );
    });
    questions.push(columnsOf(states.at(-1) ?? row));
  });
  return {
    questions,
    images: [pictureRow(drawFigure(), { id: pictureId, uploadedBy, created: iso(today - oldest) })],
    tables: [
      ['questions', questions],
      ['question_versions', versions],
    ] as const,
    audit,
  };
};

type Made = Pick<QuestionRow, 'id' | 'year' | 'school' | 'created' | 'createdBy'> & {
  picture: string;
};

const rowOf = (text: QuestionText, { picture, ...made }: Made): QuestionRow => {
  const context = textOf(text.context ?? '').replace('{picture}', picture);
  const unit = text.units.map((one, index) =>
    unitOf(one, { uid: `${made.id}-${index + 1}`, index, isOnly: text.units.length === 1 }),
  );
  return {
    ...made,
    subject: text.subject,
    level: [...text.level],
    instruction: text.instruction ?? '',
    context,
    unit,
    ...tagIds(text),
    isSelfChecking: text.selfChecking ?? false,
    isArchived: false,
    plainText: comparedText({ context, unit }),
    updated: made.created,
    version: 1,
  };
};

const unitOf = (
  text: UnitText,
  { uid, index, isOnly }: { uid: string; index: number; isOnly: boolean },
): QuestionUnit => {
  const common = {
    uid,
    label: isOnly ? '' : `(${'abcdefgh'.charAt(index)})`,
    mark: text.mark,
    question_body: textOf(text.body),
    hint: text.hint ?? '',
    option: [],
  };
  const open = { ...common, question_type: 'open_ended' as const };
  if ('options' in text)
    return tidyUnit({
      ...common,
      question_type: 'mcq',
      answer_type: text.right.length > 1 ? 'multiple' : 'single',
      option: text.options.map((option) => ({ label: '', content: textOf(option) })),
      answer: [...text.right],
    });
  if ('answers' in text)
    return tidyUnit({
      ...open,
      answer_type: 'short_answer_set',
      answer: text.answers.map(answerOf),
    });
  if ('answer' in text)
    return tidyUnit({ ...open, answer_type: 'absolute_answer', answer: answerOf(text.answer) });
  return tidyUnit({ ...open, answer_type: 'rich_text', answer: textOf(text.model) });
};

const answerOf = (text: string) => {
  const [pre_unit = '', body = '', post_unit = ''] = text.split('|');
  return { pre_unit, body: textOf(body), post_unit };
};

/** Formatted text of what was typed, as it is kept. */
const textOf = (typed: string) =>
  cleanRichText(
    fromMoodleFormulas(
      typed
        .split('\n\n')
        .map((paragraph) => `<p>${paragraph}</p>`)
        .join(''),
    ),
  );

const tagsOf = ({ topic, skill, heuristic, section }: QuestionText) => ({
  topic,
  skill: skill ?? '',
  heuristic: heuristic ?? '',
  section: section ?? '',
});

const tagIds = ({
  subject,
  topic,
  skill,
  heuristic,
  section,
}: { subject: string } & { [tag in keyof typeof noTags]?: string | undefined }) => ({
  topicId: topic ? firstTagId('topic', subject, topic) : null,
  skillId: topic && skill ? firstTagId('skill', subject, topic, skill) : null,
  heuristicId: heuristic ? firstTagId('heuristic', subject, heuristic) : null,
  sectionId: section ? firstTagId('section', subject, section) : null,
});

const columnsOf = (row: QuestionRow): Row => ({
  id: row.id,
  subject: row.subject,
  level: row.level,
  instruction: row.instruction,
  context: row.context,
  unit: row.unit,
  year: row.year,
  school: row.school,
  topic_id: row.topicId,
  skill_id: row.skillId,
  heuristic_id: row.heuristicId,
  section_id: row.sectionId,
  is_self_checking: row.isSelfChecking,
  is_archived: row.isArchived,
  plain_text: row.plainText,
  created_by: row.createdBy,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
  version: row.version,
});

const versionRow = (row: QuestionRow, { by, action }: { by: string; action: string }): Row => {
  const { id, isArchived: _a, plainText: _p, createdBy: _b, created: _on, ...rest } = row;
  const { updated, version, ...state } = rest;
  return {
    question_id: id,
    version,
    at: updated.toISOString(),
    changed_by: by,
    action,
    restored: null,
    state,
    pictures: [...(row.context + JSON.stringify(row.unit)).matchAll(/\/api\/image\/[\w.-]+/g)].join(
      ' ',
    ),
  };
};

const side = 280;
const white: Colour = [255, 255, 255];
const grey: Colour = [214, 218, 230];
const black: Colour = [40, 42, 54];

/** A square of which a quarter circle about its lower left corner is cut out: the rest is shaded. */
const drawFigure = () =>
  drawPng({ width: side, height: side }, (x, y) => {
    const edge = Math.min(x, y, side - 1 - x, side - 1 - y);
    const beyond = Math.hypot(x, side - y) - (side - 4);
    if (edge < 3 || Math.abs(beyond) < 2) return black;
    return beyond > 0 ? grey : white;
  });
