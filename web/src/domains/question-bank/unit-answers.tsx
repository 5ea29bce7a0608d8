import { ActionIcon, Button, Flex, Stack, TextInput, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  mostAnswers,
  mostOptions,
  neededOptions,
  optionLabel,
  type ShortAnswer,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { RichTextLine } from '../../ui/rich-text/rich-text-line.tsx';
import { isKey, questionKeys } from './question-keys.tsx';
import styles from './unit-builder.module.css';
import {
  withOneMoreAnswer,
  withOneMoreOption,
  withRightOption,
  type UnitProblems,
  type UnitValue,
} from './unit-value.ts';

type Part = { unit: UnitValue; problems: UnitProblems; onChange: (unit: UnitValue) => void };

/** The answer inputs of a unit: options, one or several short answers, or formatted text (part 2 §5, Question unit). */
export const UnitAnswers = (part: Part) => {
  const { unit, problems, onChange } = part;
  if (unit.question_type === 'mcq') return <Options {...part} />;
  if (unit.written === 'short_answer_set') return <AnswerSet {...part} />;
  if (unit.written === 'rich_text')
    return (
      <RichTextEditor
        label="Answer"
        value={unit.rich}
        error={problems.answer}
        onChange={(rich) => onChange({ ...unit, rich })}
      />
    );
  return (
    <Rows label="Answer" about="Text before, answer, unit after." problem={problems.answer}>
      <AnswerRow
        name="Answer"
        answer={unit.short}
        onChange={(short) => onChange({ ...unit, short })}
      />
    </Rows>
  );
};

type RowsProps = {
  label: string;
  about: string;
  problem: string | undefined;
  children: ReactNode;
};

const Rows = ({ label, about, problem, children }: RowsProps) => {
  const id = useId();
  return (
    <Stack gap={5} role="group" aria-labelledby={id}>
      <Flex columnGap="md" align="center" justify="space-between" wrap="wrap">
        <Text id={id} mb={2} variant="label" c="secondary">
          {label}
        </Text>
        <Text variant="meta" c="dimmed">
          {about}
        </Text>
      </Flex>
      {children}
      {problem && (
        <Text variant="meta" c="negative" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
};

/** Focuses a row's text. A `change` that adds the row is rendered first, so that the next key press reaches it. */
const focusRow = (rows: HTMLElement | null, place: number, change?: () => void) => {
  if (change) flushSync(change);
  rows?.querySelector<HTMLElement>(`[data-place="${place}"] [contenteditable="true"]`)?.focus();
};

/** The options by letter; those after the second may stay empty (part 2 §5, Question unit). */
const Options = ({ unit, problems, onChange }: Part) => {
  const rows = useRef<HTMLDivElement>(null);
  const name = useId();
  const { options, choice } = unit;
  const change = (place: number, content: string) =>
    onChange({
      ...unit,
      options: options.map((one, index) => (index === place ? { ...one, content } : one)),
    });
  const remove = (place: number) => {
    const without = () => onChange({ ...unit, options: options.toSpliced(place, 1) });
    focusRow(rows.current, Math.min(place, options.length - 2), without);
  };
  const next = (place: number) => {
    const isLast = place === options.length - 1;
    const more = () => onChange(withOneMoreOption(unit));
    if (isLast) focusRow(rows.current, place + 1, more);
    else focusRow(rows.current, place + 1);
  };
  return (
    <Rows
      label="Options"
      about={
        choice === 'single'
          ? 'Mark the right option. Empty options are dropped.'
          : 'Tick the right options. Empty options are dropped.'
      }
      problem={problems.option ?? problems.answer}
    >
      <Stack ref={rows} gap={5}>
        {options.map(({ content, isRight }, place) => {
          const letter = optionLabel(place);
          return (
            // An option has no id: its index is its key.
            <div key={place} data-place={place} className={styles.option}>
              <input
                type={choice === 'single' ? 'radio' : 'checkbox'}
                name={name}
                className={styles.tick}
                aria-label={`${letter} is right`}
                checked={isRight}
                onChange={() => onChange(withRightOption(unit, place))}
              />
              <Text span variant="label" c="secondary" ta="center" aria-hidden="true">
                {letter}
              </Text>
              <RichTextLine
                label={`Option ${letter}`}
                value={content}
                placeholder={place < neededOptions ? '' : 'Option, may stay empty'}
                error={problems[`option.${place}`]}
                onChange={(html) => change(place, html)}
                onKey={(event) => {
                  if (isKey(event, 'next')) next(place);
                  else if (isKey(event, 'right')) onChange(withRightOption(unit, place));
                  else return false;
                  return true;
                }}
              />
              {place >= neededOptions ? (
                <ActionIcon
                  size={30}
                  aria-label={`Remove option ${letter}`}
                  onClick={() => remove(place)}
                >
                  <IconX size={16} stroke={1.7} />
                </ActionIcon>
              ) : (
                <span />
              )}
            </div>
          );
        })}
      </Stack>
      <MoreRows
        isFull={options.length >= mostOptions}
        full={`At most ${mostOptions} options, A to Z`}
        keys={['next', 'right']}
        onMore={() => next(options.length - 1)}
      />
    </Rows>
  );
};

/** Several short answers, each with the text before and the unit after it. */
const AnswerSet = ({ unit, problems, onChange }: Part) => {
  const rows = useRef<HTMLDivElement>(null);
  const { set } = unit;
  const next = (place: number) => {
    const isLast = place === set.length - 1;
    const more = () => onChange(withOneMoreAnswer(unit));
    if (isLast) focusRow(rows.current, place + 1, more);
    else focusRow(rows.current, place + 1);
  };
  return (
    <Rows
      label="Answer"
      about="Text before, answer, unit after. Empty answers are dropped."
      problem={problems.answer}
    >
      <Stack ref={rows} gap={5}>
        {set.map((answer, place) => (
          <AnswerRow
            key={place}
            place={place}
            name={`Answer ${place + 1}`}
            answer={answer}
            onChange={(changed) => onChange({ ...unit, set: set.with(place, changed) })}
            onNext={() => next(place)}
            onRemove={
              set.length > 1
                ? () => {
                    const change = () => onChange({ ...unit, set: set.toSpliced(place, 1) });
                    focusRow(rows.current, Math.min(place, set.length - 2), change);
                  }
                : undefined
            }
          />
        ))}
      </Stack>
      <MoreRows
        isFull={set.length >= mostAnswers}
        full={`At most ${mostAnswers} answers`}
        keys={['next']}
        onMore={() => next(set.length - 1)}
      />
    </Rows>
  );
};

type MoreProps = {
  isFull: boolean;
  full: string;
  keys: readonly (keyof typeof questionKeys)[];
  onMore: () => void;
};

const shortWords = { next: 'next', right: 'mark right' } as Readonly<Record<string, string>>;

const MoreRows = ({ isFull, full, keys, onMore }: MoreProps) => (
  <Flex columnGap="md" align="center" justify="space-between" wrap="wrap">
    {isFull ? (
      <Text variant="meta" c="dimmed">
        {full}
      </Text>
    ) : (
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={16} stroke={1.7} />}
        onClick={onMore}
      >
        Add more
      </Button>
    )}
    <Flex
      component="span"
      gap="md"
      wrap="wrap"
      visibleFrom="sm"
      variant="meta"
      c="dimmed"
      aria-hidden="true"
    >
      {keys.map((key) => (
        <span key={key}>
          <KeyHint keys={questionKeys[key].shown} /> {shortWords[key]}
        </span>
      ))}
    </Flex>
  </Flex>
);

type AnswerRowProps = {
  name: string;
  answer: ShortAnswer;
  onChange: (answer: ShortAnswer) => void;
  /** Index within a set. */
  place?: number;
  onNext?: () => void;
  onRemove?: (() => void) | undefined;
};

const AnswerRow = ({ name, answer, onChange, place, onNext, onRemove }: AnswerRowProps) => {
  const onEnter = (event: Parameters<typeof isKey>[0]) => {
    if (!onNext || !isKey(event, 'next')) return false;
    onNext();
    return true;
  };
  return (
    <div
      className={styles.answer}
      data-place={place}
      data-single={place === undefined || undefined}
    >
      {place !== undefined && (
        <Text
          className={styles.letter}
          span
          variant="label"
          c="secondary"
          ta="center"
          aria-hidden="true"
        >
          {place + 1}
        </Text>
      )}
      <TextInput
        aria-label={`Before ${name.toLowerCase()}`}
        placeholder="before"
        autoComplete="off"
        maxLength={100}
        value={answer.pre_unit}
        onChange={(event) => onChange({ ...answer, pre_unit: event.currentTarget.value })}
        onKeyDown={onEnter}
      />
      <RichTextLine
        label={name}
        placeholder={place === undefined ? 'Answer' : 'Answer, may stay empty'}
        value={answer.body}
        onChange={(body) => onChange({ ...answer, body })}
        onKey={onEnter}
      />
      <TextInput
        aria-label={`After ${name.toLowerCase()}`}
        placeholder="after"
        autoComplete="off"
        maxLength={100}
        value={answer.post_unit}
        onChange={(event) => onChange({ ...answer, post_unit: event.currentTarget.value })}
        onKeyDown={onEnter}
      />
      {onRemove ? (
        <ActionIcon size={30} aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      ) : (
        <span />
      )}
    </div>
  );
};
