import { Button, Select, Stack, TextInput, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  answerTypesOf,
  builderTypes,
  highestMark,
  type AnswerType,
  type QuestionType,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { Segments } from '../../ui/segments.tsx';
import { isKey, questionKeys } from './question-keys.tsx';
import { answerTypeWords, questionTypeWords } from './type-words.ts';
import { UnitAnswers } from './unit-answers.tsx';
import styles from './unit-builder.module.css';
import {
  answerTypeOf,
  problemsOfUnit,
  withAnswerType,
  withQuestionType,
  type UnitValue,
} from './unit-value.ts';

type Props = {
  unit: UnitValue;
  place: number;
  /** Saving was tried, so errors are shown. */
  isTried: boolean;
  onChange: (unit: UnitValue) => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Edits one unit: its type, question and answer (part 2 §2, Worksheet builder). Every action has a shortcut. */
export const UnitBuilder = ({ unit, place, isTried, onChange, onDone, onCancel }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const [isDoneTried, setDoneTried] = useState(false);
  const found = problemsOfUnit(unit);
  const problems = isTried || isDoneTried ? found : {};
  const types: readonly QuestionType[] = (builderTypes as readonly QuestionType[]).includes(
    unit.question_type,
  )
    ? builderTypes
    : [...builderTypes, unit.question_type];
  const answers: readonly AnswerType[] = answerTypesOf[unit.question_type];
  const answer = answerTypeOf(unit);

  const done = () => {
    setDoneTried(true);
    if (Object.keys(found).length === 0) onDone();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // React events bubble through portals, so this also receives those of a dialog above.
    if (!frame.current?.contains(event.target as Node)) return;
    if (isKey(event, 'done')) done();
    else if (isKey(event, 'otherType'))
      onChange(withQuestionType(unit, after(types, unit.question_type)));
    else if (isKey(event, 'otherAnswer')) onChange(withAnswerType(unit, after(answers, answer)));
    // Enter in an input moves on inside the builder and must not submit the question.
    else if (!(isKey(event, 'next') && event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
  };

  return (
    <Stack
      ref={frame}
      role="group"
      aria-label={`Unit ${place + 1}`}
      gap="md"
      pt="md"
      px="md"
      bd="1px solid var(--accent-line)"
      bdrs="md"
      onKeyDown={onKeyDown}
    >
      <Group align="flex-start" wrap="wrap">
        <Labelled label="Question type">
          <Segments
            label="Question type"
            choices={types.map((value) => ({ value, label: questionTypeWords[value] }))}
            value={unit.question_type}
            onChange={(type) => onChange(withQuestionType(unit, type))}
          />
        </Labelled>
        <NumberInput
          label="Mark"
          w={62}
          decimals={1}
          min={1}
          max={highestMark}
          value={unit.mark}
          error={problems.mark}
          onChange={(mark) => onChange({ ...unit, mark })}
        />
        <TextInput
          label="Label"
          w={72}
          autoComplete="off"
          maxLength={20}
          value={unit.label}
          onChange={(event) => onChange({ ...unit, label: event.currentTarget.value })}
        />
        {unit.question_type === 'mcq' ? (
          <Labelled label="Answer type">
            <Segments
              label="Answer type"
              choices={answers.map((value) => ({ value, label: answerTypeWords[value] }))}
              value={answer}
              onChange={(type) => onChange(withAnswerType(unit, type))}
            />
          </Labelled>
        ) : (
          <Select
            label="Answer type"
            flex="1 1 180px"
            data={answers.map((value) => ({ value, label: answerTypeWords[value] }))}
            value={answer}
            allowDeselect={false}
            openOnFocus={false}
            onChange={(type) => type && onChange(withAnswerType(unit, type))}
          />
        )}
      </Group>
      <RichTextEditor
        label="Question body"
        required
        focused
        withPalette
        value={unit.question_body}
        error={problems.question_body}
        onChange={(body) => onChange({ ...unit, question_body: body })}
      />
      <UnitAnswers unit={unit} problems={problems} onChange={onChange} />
      <TextInput
        label="Hint"
        autoComplete="off"
        maxLength={2000}
        value={unit.hint}
        onChange={(event) => onChange({ ...unit, hint: event.currentTarget.value })}
      />
      <Group className={styles.foot} justify="flex-end" mx={-12} py="sm" px="md">
        <Text span flex={1} visibleFrom="sm" variant="meta" c="dimmed">
          Tab goes through every field
        </Text>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          leftSection={<IconCheck size={17} stroke={1.7} />}
          rightSection={<KeyHint keys={questionKeys.done.shown} />}
          onClick={done}
        >
          Done
        </Button>
      </Group>
    </Stack>
  );
};

/** The next value, wrapping around. */
const after = <Value,>(all: readonly Value[], one: Value): Value =>
  all[(all.indexOf(one) + 1) % all.length] ?? one;

/** A visible label for a control that has its own accessible name. */
const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text mb={2} variant="label" c="secondary" aria-hidden="true">
      {label}
    </Text>
    {children}
  </div>
);
