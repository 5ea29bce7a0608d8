import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import {
  levelGroups,
  subjectGroups,
} from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';
import type { ClassFilter } from '../../classes/every-class.ts';
import styles from './class-limit.module.css';

/** What classes are looked for, and what to call them. */
export type Wanted = { filter: ClassFilter; words: string; empty: string };

export const limitKinds = [
  'Specific classes',
  'All classes of subject',
  'All classes of level',
] as const;
export type LimitKind = (typeof limitKinds)[number];

type Props = { wanted: Wanted | null; onWanted: (wanted: Wanted | null) => void };

/** Looks for classes by a part of their name. */
const NameFinder = ({ onWanted }: Props) => {
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      label="Class name"
      autoComplete="off"
      maxLength={200}
      value={typed}
      onChange={(event) => {
        const name = event.currentTarget.value.trim();
        setTyped(event.currentTarget.value);
        onWanted(
          name === ''
            ? null
            : {
                filter: { name: { regex: name } },
                words: `with “${name}” in their name`,
                empty: 'No class found matching that name',
              },
        );
      }}
    />
  );
};

/** A group of classes as its button names it. */
const choiceOf = (label: string, filter: ClassFilter) => ({
  label,
  filter,
  words: `of ${label}`,
  empty: 'No classes found',
});

const subjectChoices = Object.entries(subjectGroups).map(([name, subjects]) =>
  choiceOf(name, { subject: { in: [...subjects] } }),
);
const levelChoices = Object.entries(levelGroups).map(([name, levels]) =>
  choiceOf(name, { level: { in: [...levels] } }),
);

/** One button for each group of classes. */
const GroupFinder = ({
  label,
  choices,
  wanted,
  onWanted,
}: Props & { label: string; choices: readonly (Wanted & { label: string })[] }) => (
  <div className={styles.groups} role="group" aria-label={label}>
    {choices.map((choice) => (
      <Button
        key={choice.words}
        size="xs"
        aria-pressed={choice === wanted}
        className={styles.group ?? ''}
        onClick={() => onWanted(choice)}
      >
        {choice.label}
      </Button>
    ))}
  </div>
);

/** The part of the dialog that says which classes are meant (part 1 §2, New discount code). */
export const ClassFinder = ({ kind, ...props }: Props & { kind: LimitKind }): ReactNode => {
  if (kind === 'Specific classes') return <NameFinder {...props} />;
  return kind === 'All classes of subject' ? (
    <GroupFinder label="Subject" choices={subjectChoices} {...props} />
  ) : (
    <GroupFinder label="Level" choices={levelChoices} {...props} />
  );
};

/** What is looked for, once typing has paused. */
export const useSettled = (wanted: Wanted | null): Wanted | null =>
  useDebouncedValue(wanted, wanted && 'name' in wanted.filter ? 200 : 0)[0];
