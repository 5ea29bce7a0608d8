import { Box, Flex, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { marksWords } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
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
      <Box pt={8} pb={4}>
        <Flex className={styles.ruled} align="baseline" justify="space-between" pb={5}>
          <h3 className={styles.section}>
            {section.title} <span>{name}</span>
          </h3>
          <Text inherit flex="none" fz={13} lh="20px">
            {marksWords(section.marks)}
          </Text>
        </Flex>
        {hasNotes && note && (
          <Box className={styles.note} component="p" pt={5}>
            {note}
          </Box>
        )}
      </Box>
    ),
  };
};

/** The school header of the copy and its key. */
export const School = ({ worksheet, end }: { worksheet: PrintedWorksheet; end: ReactNode }) => (
  <Flex gap="md" align="flex-start" mih={34}>
    {worksheet.has_logo && <img src="/favicon.svg" alt="" width={30} height={30} />}
    <Box flex={1} miw={0}>
      <p className={styles.school}>{worksheet.header}</p>
      <Text variant="meta" c="secondary">
        {worksheet.second_line}
      </Text>
    </Box>
    <Text component="div" flex="none" maw="50%" variant="meta" c="secondary" ta="end">
      {end}
    </Text>
  </Flex>
);

const StudentHead = ({ worksheet }: { worksheet: PrintedWorksheet }) => {
  const { title, minutes, instructions, question } = worksheet;
  const marks = totalMarks(question);
  return (
    <Box className={styles.head} pb={18}>
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
      {instructions && (
        <Box className={styles.note} component="p" pt={6} style={{ whiteSpace: 'pre-line' }}>
          {instructions}
        </Box>
      )}
      {worksheet.has_boxes && (
        <Box className={styles.boxes} h={53} mt={14}>
          <p>Name</p>
          <p>Class</p>
          <p>Date</p>
          <p>
            Marks <strong>/ {marks}</strong>
          </p>
        </Box>
      )}
    </Box>
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
    <Flex pt={isFirst ? 8 : 4} pb={4}>
      <Box component="p" flex="none" w={30} fw={650}>
        {isFirst && number}
      </Box>
      <Box flex={1} miw={0}>
        {isFirst && (
          <>
            {instruction && !sectionNote.startsWith(instruction.replace(/[.]$/, '')) && (
              <Text inherit pb={2} c="secondary">
                {instruction}
              </Text>
            )}
            <RichTextView html={context} />
          </>
        )}
        <Flex gap="sm" align="flex-start" pt={2}>
          {isPart && unit.label && (
            <Box component="p" flex="none" miw={24} fw={550}>
              {unit.label}
            </Box>
          )}
          <Box flex={1} miw={0}>
            <RichTextView html={unit.question_body} />
            {unit.question_type === 'mcq' && <Options unit={unit} />}
          </Box>
          <Box component="p" flex="none" miw={44} fw={550} ta="end">
            {`[${unit.mark}]`}
          </Box>
        </Flex>
        <AnswerSpace unit={unit} working={worksheet.working} />
        {isLast && worksheet.has_sources && source && (
          <Text variant="meta" c="secondary">
            ({source})
          </Text>
        )}
      </Box>
    </Flex>
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
      <AnswerLine>
        {(unit.answer_type === 'multiple' ? unit.answer : [0]).map((place) => (
          <Fragment key={place}>
            (<Box className={styles.ruled} component="span" w={56} />)
          </Fragment>
        ))}
      </AnswerLine>
    );
  const space = unit.mark * millimetresAMark[working] * pixelsAMillimetre;
  if (unit.answer_type === 'rich_text')
    return (
      <Box className={styles.lines} pt={6}>
        {Array.from({ length: Math.max(2, Math.ceil(unit.mark * 2)) }, (_, index) => (
          <span key={index} />
        ))}
      </Box>
    );
  const answers = unit.answer_type === 'absolute_answer' ? [unit.answer] : unit.answer;
  return (
    <>
      <div style={{ height: space }} />
      {answers.map(({ pre_unit: before, post_unit: after }, index) => (
        <AnswerLine key={index}>
          {`Ans: ${before}`}
          <Box className={styles.ruled} component="span" w={150} />
          {after}
        </AnswerLine>
      ))}
    </>
  );
};

const AnswerLine = ({ children }: { children: ReactNode }) => (
  <Flex component="p" gap={6} align="flex-end" justify="flex-end" mih={34} pt={8} pr={44} pb={2}>
    {children}
  </Flex>
);
