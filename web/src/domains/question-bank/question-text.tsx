import { Box, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  marksWords,
  optionLabel,
  type ShortAnswer,
  type Unit,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { isEmptyRichText } from 'staffroom-contract/shared/rich-text.ts';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import styles from './question-text.module.css';
import { answerTypeWords, questionTypeWords } from './type-words.ts';

/** The readable part of a question: of a saved one, a version, or one being typed. */
export type ReadableQuestion = Pick<Question, 'instruction' | 'context'> & {
  unit: readonly Unit[];
};

/** A question with its answers: instruction, context, and its units beside their answers (picture 17). */
export const QuestionText = ({ question }: { question: ReadableQuestion }) => {
  const { instruction, context, unit } = question;
  return (
    <div className={styles.question}>
      {instruction && (
        <Text fz="md" lh="md" c="secondary">
          {instruction}
        </Text>
      )}
      <RichTextView html={context} />
      <ol>
        {unit.map((one, index) => (
          // Two units may have equal texts; only the index is unique.
          <li key={index} className={styles.unit}>
            <Group align="flex-start" miw={0} pr="md">
              {unit.length > 1 && one.label && (
                <Box component="strong" flex="none" miw={26}>
                  {one.label}
                </Box>
              )}
              <Box flex={1} miw={0} maw="84ch">
                <RichTextView html={one.question_body} />
                {one.question_type === 'mcq' && <Options unit={one} />}
                {one.hint && (
                  <Text variant="meta" c="dimmed">
                    Hint: {one.hint}
                  </Text>
                )}
              </Box>
            </Group>
            <div className={styles.answer}>
              <Group justify="space-between" variant="meta" c="dimmed">
                {typeWords(one)}
                <Tag>{marksWords(one.mark)}</Tag>
              </Group>
              <UnitAnswer unit={one} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
};

/** "MCQ, single" */
const typeWords = ({ question_type: type, answer_type: answer }: Unit) =>
  type === 'mcq'
    ? `${questionTypeWords[type]}, ${answerTypeWords[answer].toLowerCase()}`
    : questionTypeWords[type];

type Mcq = Extract<Unit, { question_type: 'mcq' }>;

/** The options by letter; right ones have a check mark, not only a colour. */
const Options = ({ unit: { option, answer } }: { unit: Mcq }) => (
  <ol className={styles.options}>
    {option.map(({ content }, index) => (
      <li key={index} className={styles.option} data-right={answer.includes(index) || undefined}>
        <Text span variant="label" c="secondary">
          {optionLabel(index)}
        </Text>
        <RichTextView html={content} />
        {answer.includes(index) && (
          <IconCheck size={16} stroke={1.7} role="img" aria-label="right answer" />
        )}
      </li>
    ))}
  </ol>
);

/** The answer in words: the right options, the short answers, or a text. */
export const UnitAnswer = ({ unit }: { unit: Unit }) => {
  if (unit.question_type === 'mcq')
    return (
      <ul>
        {unit.answer.map((index) => (
          <li key={index} className={styles.short}>
            <span>{optionLabel(index)}</span>
            <RichTextView html={unit.option[index]?.content ?? ''} />
          </li>
        ))}
      </ul>
    );
  if (unit.answer_type === 'absolute_answer') return <Short answer={unit.answer} />;
  if (unit.answer_type === 'short_answer_set')
    return (
      <ul>
        {unit.answer.map((answer, index) => (
          <li key={index}>
            <Short answer={answer} />
          </li>
        ))}
      </ul>
    );
  return isEmptyRichText(unit.answer) ? (
    <Text variant="meta" c="dimmed">
      No answer written
    </Text>
  ) : (
    <RichTextView html={unit.answer} />
  );
};

const Short = ({
  answer: { pre_unit: before, body, post_unit: after },
}: {
  answer: ShortAnswer;
}) => (
  <div className={styles.short}>
    {before && <span>{before}</span>}
    <RichTextView html={body} />
    {after && <span>{after}</span>}
  </div>
);
