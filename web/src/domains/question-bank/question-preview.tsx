import { Button, Group, Text, Box, Flex, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconBooks, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  findSimilarQuestions,
  setDuplicate,
  type LikelyDuplicate,
} from 'staffroom-contract/domains/question-bank/likely-duplicates.contract.ts';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  longestComparedText,
  marksOf,
  marksWords,
  optionLabel,
  type ShortAnswer,
  type Unit,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { isEmptyRichText } from 'staffroom-contract/shared/rich-text.ts';
import { questionName, sourceOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { RichTextView, useBrokenFormulas } from '../../ui/rich-text/rich-text-view.tsx';
import rows from '../../ui/rows.module.css';
import { CountPill, Tag } from '../../ui/status-chip.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { percentOf } from './likely-duplicate.tsx';
import { refreshedByQuestions } from './question-bank.api.ts';
import { comparedWords, type QuestionForm, type QuestionValues } from './question.form.ts';
import styles from './question-preview.module.css';
import { droppedWords, unitOf } from './unit-value.ts';

/** The right panel: the question as students see it, its likely duplicates, and the effect of saving. */
export const QuestionPreview = ({ form }: { form: QuestionForm }) => {
  const { values, base } = form;
  return (
    <Stack gap="xl">
      <section aria-label="Preview">
        <Group align="baseline" justify="space-between" mb="sm">
          <Text component="h2" variant="title">
            Preview
          </Text>
          <Text span variant="meta" c="dimmed">
            as students see it
          </Text>
        </Group>
        <Paper values={values} />
      </section>
      <LikelyDuplicates form={form} />
      <section aria-label="When you save it">
        <Text component="h2" variant="title">
          When you save it
        </Text>
        <Consequences values={values} version={(base?.version ?? 0) + 1} />
      </section>
    </Stack>
  );
};

/** The student's page: answers are replaced by lines to write on. */
const Paper = ({ values: { instruction, context, unit } }: { values: QuestionValues }) => {
  const units = unit.map(unitOf);
  const isEmpty = instruction === '' && context === '' && units.length === 0;
  return (
    <Stack className={styles.paper} gap="sm" py="md" px="lg">
      {isEmpty && (
        <Text variant="meta" c="dimmed">
          What you type appears here.
        </Text>
      )}
      {instruction && (
        <Text inherit c="secondary">
          {instruction}
        </Text>
      )}
      <RichTextView html={context} />
      {units.map((one, place) => (
        <Group key={place} align="stretch" variant="body">
          {units.length > 1 && one.label && <strong>{one.label}</strong>}
          <Box flex={1} miw={0}>
            <RichTextView html={one.question_body} />
            <Room unit={one} />
          </Box>
          <Text span inherit flex="none" c="secondary" title={marksWords(one.mark || 0)}>
            [{one.mark || 0}]
          </Text>
        </Group>
      ))}
    </Stack>
  );
};

/** Space for the student's answer. */
const Room = ({ unit }: { unit: Unit }) => {
  if (unit.question_type === 'mcq')
    return (
      <Box component="ol" mt="xs">
        {unit.option
          .filter(({ content }) => !isEmptyRichText(content))
          .map(({ content }, index) => (
            <Group key={index} component="li" gap="md" align="baseline">
              <span>{optionLabel(index)}</span>
              <Box miw={0}>
                <RichTextView html={content} />
              </Box>
            </Group>
          ))}
      </Box>
    );
  if (unit.answer_type === 'absolute_answer') return <Line answer={unit.answer} />;
  if (unit.answer_type === 'short_answer_set')
    return unit.answer.map((answer, index) => <Line key={index} answer={answer} />);
  return <Box h={72} mt="sm" bd="1px solid var(--line-2)" bdrs="xs" />;
};

const Line = ({ answer: { pre_unit: before, post_unit: after } }: { answer: ShortAnswer }) => (
  <Flex component="p" gap="sm" align="flex-end" mt="sm">
    {before && <span>{before}</span>}
    <Box className={styles.rule} component="span" flex={1} miw={60} />
    {after && <span>{after}</span>}
  </Flex>
);

/** Debounce of the duplicate search in milliseconds, and the minimum number of characters. */
const restMs = 600;
const fewestSigns = 20;

const LikelyDuplicates = ({ form: { values, base } }: { form: QuestionForm }) => {
  const [compared, setCompared] = useState<Question | null>(null);
  const [words] = useDebouncedValue(comparedWords(values).slice(0, longestComparedText), restMs);
  const query = useQuery({
    ...operationQuery(findSimilarQuestions, {
      body: { text: words, ...(base && { except: base._id }) },
    }),
    enabled: words.length >= fewestSigns,
  });
  const judging = useOperation(setDuplicate, { refreshes: refreshedByQuestions });
  const judge =
    base &&
    ((other: Question, isDuplicate: boolean) =>
      judging.mutate({
        params: { id: base._id, otherId: other._id },
        body: { is_duplicate: isDuplicate },
      }));
  const found = words.length >= fewestSigns ? (query.data?.data ?? []) : [];
  const likely = found.filter(({ not_duplicate: said }) => said === null);
  return (
    <section aria-label="Likely duplicates" aria-live="polite">
      <Group align="baseline" justify="space-between" mb="sm">
        <Text component="h2" variant="title">
          Likely duplicates <CountPill count={likely.length} />
        </Text>
      </Group>
      {judging.error && <Banner tone="negative" title={sentenceOf(judging.error)} />}
      {found.length === 0 ? (
        <Text variant="meta" c="dimmed">
          {query.isError ? 'The search for duplicates failed.' : 'No duplicates found so far.'}
        </Text>
      ) : (
        <ul className={rows.rows}>
          {found.map((one) => (
            <Duplicate
              key={one._id}
              duplicate={one}
              onCompare={() => setCompared(one.question)}
              onUndo={() => judge?.(one.question, true)}
            />
          ))}
        </ul>
      )}
      <CompareDialog
        open={
          compared && {
            question: {
              instruction: values.instruction,
              context: values.context,
              unit: values.unit.map(unitOf),
            },
            other: compared,
          }
        }
        onClose={() => setCompared(null)}
        onNone={
          judge && likely.some(({ _id }) => _id === compared?._id)
            ? () => compared && judge(compared, false)
            : undefined
        }
      />
    </section>
  );
};

/** Similarity from which the hint is shown as a warning. */
const nearlySame = 0.8;

type DuplicateProps = { duplicate: LikelyDuplicate; onCompare: () => void; onUndo: () => void };

const Duplicate = ({
  duplicate: { similarity, question, not_duplicate: said },
  onCompare,
  onUndo,
}: DuplicateProps) => {
  const name = questionName(question);
  return (
    <Group component="li" align="flex-start" py="sm">
      <Tag warning={similarity >= nearlySame && said === null}>{percentOf({ similarity })}</Tag>
      <Box flex={1} miw={0}>
        <Text inherit truncate title={name}>
          {name}
        </Text>
        <Text variant="meta" c="dimmed">
          {said ? `Marked as not a duplicate by ${said.by.name}` : sourceOf(question)}
        </Text>
      </Box>
      {said ? (
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Undo: ${name} is not a duplicate`}
          onClick={onUndo}
        >
          Undo
        </Button>
      ) : (
        <Button variant="subtle" size="xs" aria-label={`Compare with ${name}`} onClick={onCompare}>
          Compare
        </Button>
      )}
    </Group>
  );
};

const Consequences = ({ values, version }: { values: QuestionValues; version: number }) => {
  const { name } = useSessionUser();
  const { unit } = values;
  const dropped = unit.flatMap((one, place) =>
    droppedWords(one).map((words) =>
      unit.length > 1
        ? `Unit ${place + 1}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
        : words,
    ),
  );
  const broken = useBrokenFormulas(textsOf(values).join(''));
  return (
    <Stack className={styles.consequences} component="ul" gap="sm" mt="sm" c="secondary">
      <li>
        <IconBooks size={16} stroke={1.7} aria-hidden="true" />1 question,{' '}
        {formatCount(unit.length, 'unit')}, {marksWords(marksOf(unit.map(unitOf)) || 0)}
      </li>
      <li>
        <IconHistory size={16} stroke={1.7} aria-hidden="true" />
        Version {version}, by {name}
      </li>
      {dropped.map((words) => (
        <li key={words} data-warning>
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
          {words}
        </li>
      ))}
      {[...new Set(broken)].map((why) => (
        <li key={why} data-warning>
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
          <span>A formula cannot be drawn and is printed as it was typed. {why}</span>
        </li>
      ))}
    </Stack>
  );
};

const textsOf = ({ context, unit }: QuestionValues): string[] => [
  context,
  ...unit
    .map(unitOf)
    .flatMap((one) => [
      one.question_body,
      ...one.option.map(({ content }) => content),
      ...answersOf(one),
    ]),
];

const answersOf = (unit: Unit): string[] => {
  if (unit.answer_type === 'absolute_answer') return [unit.answer.body];
  if (unit.answer_type === 'short_answer_set') return unit.answer.map(({ body }) => body);
  return unit.answer_type === 'rich_text' ? [unit.answer] : [];
};
