import { ActionIcon, Button, VisuallyHidden, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  marksOf,
  marksWords,
  mostUnits,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { lineOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { CountPill, Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { questionKeys } from './question-keys.tsx';
import type { QuestionForm } from './question.form.ts';
import styles from './question-units.module.css';
import { questionTypeWords } from './type-words.ts';
import { UnitBuilder } from './unit-builder.tsx';
import { isUntouched, newUnit, unitOf, type UnitValue } from './unit-value.ts';

type Props = {
  form: QuestionForm;
  /** Index of the unit being edited. */
  open: number | null;
  onOpen: (place: number | null) => void;
};

/** The units of a question: a table, and the builder of the unit being edited (part 2 §2). */
export const QuestionUnits = ({ form, open, onOpen }: Props) => {
  const confirm = useConfirm();
  const isNarrow = useNarrow();
  const add = useRef<HTMLButtonElement>(null);
  /** The unit before editing; null for a new one. */
  const [before, setBefore] = useState<UnitValue | null>(null);
  const { unit: units } = form.values;
  const { error } = form.field('unit');
  const set = (unit: UnitValue[]) => form.set({ unit });
  const close = () => {
    onOpen(null);
    add.current?.focus();
  };
  const openAt = (place: number, was: UnitValue | null) => {
    setBefore(was);
    onOpen(place);
  };
  const addUnit = () => {
    if (units.length >= mostUnits) return;
    set([...units, newUnit(units.length)]);
    openAt(units.length, null);
  };
  const remove = async (place: number) => {
    const unit = units[place];
    if (!unit) return;
    const question = {
      title: `Delete unit ${place + 1}?`,
      message: lineOf(unit.question_body) || 'Its text will be lost.',
      confirmLabel: 'Delete',
      danger: true,
    };
    if (!isUntouched(unit) && !(await confirm(question))) return;
    set(units.toSpliced(place, 1));
    if (open === place) close();
    else if (open !== null && open > place) onOpen(open - 1);
  };
  const opened = open === null ? undefined : units[open];

  return (
    <>
      <Group wrap="wrap">
        <Text component="h2" variant="title">
          Question units
        </Text>
        <CountPill count={units.length} />
        <Text span variant="meta" c="secondary">
          {marksWords(marksOf(units.map(unitOf)) || 0)}
        </Text>
        <Button
          ref={add}
          data-add-unit
          flex={isNarrow ? '1 0 100%' : undefined}
          ml="auto"
          leftSection={<IconPlus size={17} stroke={1.7} />}
          rightSection={<KeyHint keys={questionKeys.addUnit.shown} />}
          disabled={units.length >= mostUnits}
          onClick={addUnit}
        >
          Add Question Unit
        </Button>
      </Group>
      {error && (
        <Text variant="meta" c="negative" role="alert">
          {error}
        </Text>
      )}
      <UnitTable
        units={units}
        open={open}
        onEdit={openAt}
        onDelete={(place) => void remove(place)}
      />
      {opened && open !== null && (
        <UnitBuilder
          key={opened.uid}
          unit={opened}
          place={open}
          isTried={form.isTried}
          onChange={(changed) => set(units.with(open, changed))}
          onDone={close}
          onCancel={() => {
            set(before === null ? units.toSpliced(open, 1) : units.with(open, before));
            close();
          }}
        />
      )}
    </>
  );
};

type TableProps = {
  units: readonly UnitValue[];
  open: number | null;
  onEdit: (place: number, unit: UnitValue) => void;
  onDelete: (place: number) => void;
};

const UnitTable = ({ units, open, onEdit, onDelete }: TableProps) => (
  <table className={styles.table}>
    <caption>
      <VisuallyHidden>Question units</VisuallyHidden>
    </caption>
    <thead>
      <tr>
        <th scope="col">#</th>
        <th scope="col">Question Details</th>
        <th scope="col">Actions</th>
      </tr>
    </thead>
    <tbody>
      {units.length === 0 && (
        <tr>
          <td colSpan={3}>
            <Text span inherit c="dimmed">
              No units yet. A question has at least one.
            </Text>
          </td>
        </tr>
      )}
      {units.map((unit, place) => (
        <tr key={unit.uid} data-open={open === place || undefined}>
          <td>{place + 1}</td>
          <td>
            <Details unit={unit} />
          </td>
          <td>
            <Group gap={0} justify="flex-end">
              {open === place ? (
                <Text span mr="sm" variant="meta" c="accent">
                  editing
                </Text>
              ) : (
                <ActionIcon
                  size={30}
                  aria-label={`Edit unit ${place + 1}`}
                  onClick={() => onEdit(place, unit)}
                >
                  <IconPencil size={16} stroke={1.7} />
                </ActionIcon>
              )}
              <ActionIcon
                size={30}
                aria-label={`Delete unit ${place + 1}`}
                onClick={() => onDelete(place)}
              >
                <IconTrash size={16} stroke={1.7} />
              </ActionIcon>
            </Group>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A unit's label and first words, its type and its marks. */
const Details = ({ unit }: { unit: UnitValue }) => (
  <Group>
    <Text span truncate flex={1} miw={0} variant="strong">
      {unit.label} {lineOf(unit.question_body) || 'Nothing written yet'}
    </Text>
    <Text span visibleFrom="sm" variant="meta" c="secondary">
      {questionTypeWords[unit.question_type]}
    </Text>
    <Tag>{marksWords(unitOf(unit).mark || 0)}</Tag>
  </Group>
);
