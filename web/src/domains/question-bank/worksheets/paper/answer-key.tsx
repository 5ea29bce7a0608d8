import { Box, Flex, Text } from '@mantine/core';
import { marksWords } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { QuestionUnit } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  sectionsOf,
  totalMarks,
  totalUnits,
} from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import type { PickedQuestion } from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { lineOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { isEmptyRichText } from 'staffroom-contract/shared/rich-text.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { UnitAnswer } from '../../question-text.tsx';
import styles from './paper.module.css';
import {
  School,
  wordsOf,
  type PaperPiece,
  type PrintedWorksheet,
  type Section,
} from './worksheet-paper.tsx';

type KeyFacts = {
  /** "made Mon 23 Mar 2026 by Nadia Tan, version 2"; '' for an unsaved worksheet. */
  made: string;
};

/** The answer key for staff (picture 18c). */
export const answerKey = (worksheet: PrintedWorksheet, { made }: KeyFacts): PaperPiece[] => {
  const sections = sectionsOf(worksheet.question);
  const questions = sections.flatMap((section) => section.questions);
  return [
    {
      key: 'head',
      staysWithNext: true,
      content: <KeyHead worksheet={worksheet} made={made} />,
    },
    ...sections.flatMap((section) => [
      ...(section.title === ''
        ? []
        : [
            {
              key: section.title,
              staysWithNext: true,
              runningHead: KeyColumns,
              content: (
                <Flex
                  className={styles.ruled}
                  component="h3"
                  justify="space-between"
                  pt={10}
                  pb={4}
                  variant="body"
                  fw={650}
                >
                  <span>
                    {[section.title, wordsOf(section.name).name.toLowerCase()]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                  <span>{section.marks}</span>
                </Flex>
              ),
            },
          ]),
      ...section.questions.flatMap(({ number, question }) =>
        question.unit.map((unit, index) => ({
          key: `${question._id}/${unit.uid}`,
          question: number,
          // The total must not be alone on a page.
          staysWithNext: number === questions.length && index === question.unit.length - 1,
          runningHead: KeyColumns,
          content: <KeyRow number={number} isFirst={index === 0} question={question} unit={unit} />,
        })),
      ),
    ]),
    {
      key: 'total',
      runningHead: KeyColumns,
      content: (
        <Flex component="p" justify="space-between" pt={10} pb={14}>
          <strong>Total</strong>
          <Text component="strong" fz={18} lh="24px" fw={650}>
            {totalMarks(worksheet.question)}
          </Text>
        </Flex>
      ),
    },
    ...hintsOf(questions),
  ];
};

/** The hints in two columns. */
const hintsOf = (questions: Section['questions']): PaperPiece[] => {
  const hints = questions.flatMap(({ number, question }) =>
    question.unit
      .filter(({ hint }) => hint !== '')
      .map((unit) => ({
        key: `${question._id}/${unit.uid}/hint`,
        content: (
          <div key={`${question._id}/${unit.uid}`}>
            <strong>{`${number}${question.unit.length > 1 ? ` ${unit.label}` : ''}, hint`}</strong>
            <p>{unit.hint}</p>
          </div>
        ),
      })),
  );
  return hints.flatMap(({ key, content }, index) =>
    index % 2 === 1
      ? []
      : [
          {
            key,
            content: (
              <div className={styles.hints}>
                {content}
                {hints[index + 1]?.content}
              </div>
            ),
          },
        ],
  );
};

const KeyHead = ({ worksheet, made }: { worksheet: PrintedWorksheet } & KeyFacts) => {
  const { question, title } = worksheet;
  const facts = [
    `${formatCount(question.length, 'question')}, ${formatCount(totalUnits(question), 'unit')}, ${marksWords(totalMarks(question))}`,
    made,
  ];
  return (
    <Box className={styles.head} pb={2}>
      <School
        worksheet={worksheet}
        end={<p className={styles.forStaff}>Answer key, for staff</p>}
      />
      <h2 className={styles.title}>{title || 'Worksheet'}</h2>
      <Box className={styles.note} component="p" pt={4} mb="lg">
        {facts.filter(Boolean).join(' · ')}
      </Box>
      <KeyColumns />
    </Box>
  );
};

/** The column heads of the key, on each of its pages. */
const KeyColumns = () => (
  <p className={styles.columns}>
    <span>No.</span>
    <span>Unit</span>
    <span>Answer</span>
    <span>Topic and skill</span>
    <span>Marks</span>
  </p>
);

/** Characters that fit in a line of the answer column. */
const narrow = 22;

/** True if the answer needs more space than the answer column. */
const isWide = (unit: QuestionUnit): boolean => {
  if (unit.answer_type === 'rich_text') return !isEmptyRichText(unit.answer);
  const answers =
    unit.question_type === 'mcq'
      ? unit.answer.map((place) => `A ${unit.option[place]?.content ?? ''}`)
      : (unit.answer_type === 'absolute_answer' ? [unit.answer] : unit.answer).map(
          ({ pre_unit: before, body, post_unit: after }) => `${before} ${body} ${after}`,
        );
  return answers.some(
    (answer) => lineOf(answer).length > narrow || /<img |<div data-type="block-math"/.test(answer),
  );
};

const KeyRow = ({
  number,
  isFirst,
  question: { meta, unit: units },
  unit,
}: {
  number: number;
  isFirst: boolean;
  question: PickedQuestion;
  unit: QuestionUnit;
}) => {
  const isLong = isWide(unit);
  return (
    <div className={styles.row} data-long={isLong || undefined}>
      {/* Repeated where a page starts with a further unit. */}
      <strong className={isFirst ? undefined : styles.again}>{number}</strong>
      <span>{units.length > 1 && unit.label}</span>
      <div className={styles.keyAnswer}>
        <UnitAnswer unit={unit} />
      </div>
      <span className={styles.note}>
        {isFirst && [meta.topic, meta.skill].filter(Boolean).join(' · ')}
      </span>
      <span>{unit.mark}</span>
    </div>
  );
};
