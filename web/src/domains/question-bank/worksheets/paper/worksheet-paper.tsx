import { Fragment, type ReactNode } from 'react';
import {
  marksWords,
  type ShortAnswer,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { QuestionUnit } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  sectionsOf,
  totalMarks,
  type WorkingSpace,
  type WorksheetSection,
} from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import type { PickedQuestion } from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { lineOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { RichTextView } from '../../../../ui/rich-text/rich-text-view.tsx';
import styles from './paper.module.css';

export type PrintedWorksheet = {
  title: string;
  header: string;
  second_line: string;
  instructions: string;
  minutes: number | null;
  has_logo: boolean;
  has_boxes: boolean;
  has_section_notes: boolean;
  has_sources: boolean;
  working: WorkingSpace;
  question: readonly PickedQuestion[];
};

/** A piece of a page; never split, unless it is taller than a page. */
export type PaperPiece = {
  key: string;
  /** A heading stays with the next piece. */
  staysWithNext?: boolean;
  /** The number of its question. */
  question?: number;
  content: ReactNode;
  /** Shown in the upper margin of a page that starts with this piece or a further part of it. */
  runningHead?: (of: { isFurtherPart: boolean }) => ReactNode;
};

/** Section names on paper, with the instruction for answering. */
const sectionWords: Readonly<Record<string, { name: string; note: string }>> = {
  MCQ: {
    name: 'Multiple choice',
    note: 'Choose the correct answer and write its letter in the brackets.',
  },
  'Short Question (SQ)': {
    name: 'Short questions',
    note: 'Write your answer on the line. Give units where they are asked for.',
  },
  'Word Problem (WP)': {
    name: 'Word problems',
    note: 'Show your working clearly in the space below each question.',
  },
};
export const wordsOf = (section: string) => sectionWords[section] ?? { name: section, note: '' };

export type Section = WorksheetSection<PickedQuestion>;

/** The students' copy (picture 18b). */
export const studentCopy = (worksheet: PrintedWorksheet): PaperPiece[] => [
  { key: 'head', staysWithNext: true, content: <StudentHead worksheet={worksheet} /> },
  ...sectionsOf(worksheet.question).flatMap((section) => [
    ...(section.title === '' ? [] : [sectionHead(section, worksheet.has_section_notes)]),
    ...section.questions.flatMap(({ number, question }) =>
      question.unit.map((unit, index) => ({
        key: `${question._id}/${unit.uid}`,
        question: number,
        content: (
          <StudentUnit
            number={number}
            question={question}
            unit={unit}
            isFirst={index === 0}
            isLast={index === question.unit.length - 1}
            sectionNote={worksheet.has_section_notes ? wordsOf(section.name).note : ''}
            worksheet={worksheet}
          />
        ),
        runningHead: ({ isFurtherPart }: { isFurtherPart: boolean }) =>
          (index > 0 || isFurtherPart) && <Continued number={number} />,
      })),
    ),
  ]),
];

/** Names the question that continues on this page. */
const Continued = ({ number }: { number: number }) => (
  <p className={styles.continued}>
    <strong>{number}</strong> continued
  </p>
);

const sectionHead = (section: Section, hasNotes: boolean): PaperPiece => {
  const { name, note } = wordsOf(section.name);
  return {
    key: section.title,
    staysWithNext: true,
    content: (
      <div className={styles.section}>
        <h3>
          {section.title} <span>{name}</span>
        </h3>
        <p className={styles.sectionMarks}>{marksWords(section.marks)}</p>
        {hasNotes && note && <p className={styles.note}>{note}</p>}
      </div>
    ),
  };
};

/** The school header of the copy and its key. */
export const School = ({ worksheet, end }: { worksheet: PrintedWorksheet; end: ReactNode }) => (
  <div className={styles.school}>
    {worksheet.has_logo && <img src="/favicon.svg" alt="" width={30} height={30} />}
    <div className={styles.schoolWords}>
      <p>{worksheet.header}</p>
      <p>{worksheet.second_line}</p>
    </div>
    <div className={styles.schoolEnd}>{end}</div>
  </div>
);

const StudentHead = ({ worksheet }: { worksheet: PrintedWorksheet }) => {
  const { title, minutes, instructions, question } = worksheet;
  const marks = totalMarks(question);
  return (
    <div className={styles.head}>
      <School
        worksheet={worksheet}
        end={
          <>
            {minutes !== null && <p>{`Time: ${formatCount(minutes, 'minute')}`}</p>}
            {!worksheet.has_boxes && <p>{`Total: ${marksWords(marks)}`}</p>}
          </>
        }
      />
      <h2 className={styles.title}>{title || 'Worksheet'}</h2>
      {instructions && <p className={styles.instructions}>{instructions}</p>}
      {worksheet.has_boxes && (
        <div className={styles.boxes}>
          <p>Name</p>
          <p>Class</p>
          <p>Date</p>
          <p>
            Marks <strong>/ {marks}</strong>
          </p>
        </div>
      )}
    </div>
  );
};

type UnitProps = {
  number: number;
  question: PickedQuestion;
  unit: QuestionUnit;
  isFirst: boolean;
  isLast: boolean;
  /** Text already printed in the section's head. */
  sectionNote: string;
  worksheet: PrintedWorksheet;
};

/** A unit with space to answer; the first of its question has the introduction, the last the source. */
const StudentUnit = ({
  number,
  question,
  unit,
  isFirst,
  isLast,
  sectionNote,
  worksheet,
}: UnitProps) => {
  const { instruction, context, meta } = question;
  const isPart = question.unit.length > 1;
  const source = [meta.year, meta.school].filter(Boolean).join(', ');
  return (
    <div className={styles.unit} data-first={isFirst || undefined}>
      {isFirst && <p className={styles.number}>{number}</p>}
      <div className={styles.asked}>
        {isFirst && (
          <>
            {instruction && !sectionNote.startsWith(instruction.replace(/[.]$/, '')) && (
              <p className={styles.instruction}>{instruction}</p>
            )}
            <RichTextView html={context} />
          </>
        )}
        <div className={styles.part}>
          {isPart && unit.label && <p className={styles.label}>{unit.label}</p>}
          <div className={styles.body}>
            <RichTextView html={unit.question_body} />
            {unit.question_type === 'mcq' && <Options unit={unit} />}
          </div>
          <p className={styles.mark}>{`[${unit.mark}]`}</p>
        </div>
        <AnswerSpace unit={unit} working={worksheet.working} />
        {isLast && worksheet.has_sources && source && <p className={styles.source}>({source})</p>}
      </div>
    </div>
  );
};

/** Four, two or one option per row, depending on the longest. */
const Options = ({ unit }: { unit: QuestionUnit }) => {
  const longest = Math.max(...unit.option.map(({ content }) => lineOf(content).length));
  const hasPicture = unit.option.some(({ content }) => content.includes('<img'));
  const columns = hasPicture || longest > 14 ? (longest > 34 ? 1 : 2) : 4;
  return (
    <ol className={styles.options} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {unit.option.map(({ label, content }) => (
        <li key={label}>
          <span>({label})</span>
          <RichTextView html={content} />
        </li>
      ))}
    </ol>
  );
};

/** Working space in millimetres per mark. */
const millimetresAMark: Record<WorkingSpace, number> = { none: 0, by_marks: 7, large: 14 };
const pixelsAMillimetre = 96 / 25.4;

const AnswerSpace = ({ unit, working }: { unit: QuestionUnit; working: WorkingSpace }) => {
  if (unit.question_type === 'mcq')
    return (
      <p className={styles.answerLine}>
        {(unit.answer_type === 'multiple' ? unit.answer : [0]).map((place) => (
          <Fragment key={place}>
            (<span className={styles.letterLine} />)
          </Fragment>
        ))}
      </p>
    );
  const space = unit.mark * millimetresAMark[working] * pixelsAMillimetre;
  if (unit.answer_type === 'rich_text')
    return (
      <div className={styles.lines}>
        {Array.from({ length: Math.max(2, Math.ceil(unit.mark * 2)) }, (_, index) => (
          <span key={index} />
        ))}
      </div>
    );
  const answers = unit.answer_type === 'absolute_answer' ? [unit.answer] : unit.answer;
  return (
    <>
      <div style={{ height: space }} />
      {answers.map((answer, index) => (
        <AnswerLine key={index} answer={answer} />
      ))}
    </>
  );
};

const AnswerLine = ({
  answer: { pre_unit: before, post_unit: after },
}: {
  answer: ShortAnswer;
}) => (
  <p className={styles.answerLine}>
    {`Ans: ${before}`}
    <span className={styles.line} />
    {after}
  </p>
);
