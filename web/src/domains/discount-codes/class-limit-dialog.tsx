import { Button, TextInput, Stack, Group, Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ClassSummary } from 'staffroom-contract/domains/classes/classes.contract.ts';
import {
  levelGroups,
  subjectGroups,
} from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { formatCount } from '../../lib/formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { everyClassQuery, type ClassFilter } from '../classes/classes.api.ts';
import { ChosenClasses } from './chosen-classes.tsx';
import { ClassRows } from './class-rows.tsx';
import {
  addClasses,
  notChosen,
  removeClasses,
  sameClasses,
  type ChosenClass,
  type LimitKind,
} from './class-choice.ts';
import styles from './class-limit.module.css';

type Props = {
  /** The way of searching; null while the dialog is closed. */
  open: LimitKind | null;
  chosen: readonly ChosenClass[];
  onChange: (chosen: ChosenClass[]) => void;
  onClose: () => void;
};

/** Finds classes and adds them to the code's limit, or removes them (part 1 §2). */
export const ClassLimitDialog = ({ open, ...rest }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Choice kind={shown} opened={opened} {...rest} />}
  </FreshForm>
);

const Choice = ({
  kind,
  opened,
  chosen: before,
  onChange,
  onClose,
}: Omit<Props, 'open'> & { kind: LimitKind; opened: boolean }) => {
  const [chosen, setChosen] = useState<readonly ChosenClass[]>(before);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <Dialog
      title={kind}
      opened={opened}
      onClose={onClose}
      dirty={!sameClasses(chosen, before)}
      size={880}
      onSubmit={() => {
        onChange([...chosen]);
        onClose();
      }}
      primary={<PrimaryButton keys="Ctrl ↵">Use selected classes</PrimaryButton>}
    >
      <div className={styles.columns}>
        <Stack gap="md" miw={0}>
          <ClassFinder kind={kind} wanted={wanted} onWanted={setWanted} />
          <FoundClasses wanted={useSettled(wanted)} chosen={chosen} onChange={setChosen} />
        </Stack>
        <section aria-label="Selected classes">
          <ChosenClasses chosen={chosen} onChange={setChosen} />
        </section>
      </div>
    </Dialog>
  );
};

/** The search for classes, with its wording and empty text. */
type Wanted = { filter: ClassFilter; words: string; empty: string };

type FinderProps = { wanted: Wanted | null; onWanted: (wanted: Wanted | null) => void };

/** The search of the dialog (part 1 §2, New discount code). */
const ClassFinder = ({ kind, ...props }: FinderProps & { kind: LimitKind }): ReactNode => {
  if (kind === 'Specific classes') return <NameFinder {...props} />;
  return kind === 'All classes of subject' ? (
    <GroupFinder label="Subject" choices={subjectChoices} {...props} />
  ) : (
    <GroupFinder label="Level" choices={levelChoices} {...props} />
  );
};

/** Finds classes by a part of their name. */
const NameFinder = ({ onWanted }: FinderProps) => {
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

const GroupFinder = ({
  label,
  choices,
  wanted,
  onWanted,
}: FinderProps & { label: string; choices: readonly (Wanted & { label: string })[] }) => (
  <Group align="stretch" wrap="wrap" role="group" aria-label={label}>
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
  </Group>
);

/** The search after a typing pause. */
const useSettled = (wanted: Wanted | null): Wanted | null =>
  useDebouncedValue(wanted, wanted && 'name' in wanted.filter ? 200 : 0)[0];

type FoundProps = {
  wanted: Wanted | null;
  chosen: readonly ChosenClass[];
  onChange: (chosen: ChosenClass[]) => void;
};

/** The classes found, with buttons that add or remove one or all. */
const FoundClasses = ({ wanted, chosen, onChange }: FoundProps) => {
  const query = useQuery({
    ...everyClassQuery(wanted?.filter ?? {}),
    enabled: wanted !== null,
  });
  if (!wanted)
    return (
      <Text inherit c="dimmed">
        Matching classes appear here.
      </Text>
    );
  const found = query.data ?? [];
  return (
    <Box component="section" miw={0} aria-label="Classes found">
      <ListStates
        state={listStateOf(query)}
        noun="classes"
        isEmpty={found.length === 0}
        empty={<ListEmpty text={wanted.empty} />}
        skeleton={<RowSkeletons />}
      >
        <FoundHead {...{ wanted, found, chosen, onChange }} />
        <FoundRows key={wanted.words} {...{ found, chosen, onChange }} />
      </ListStates>
    </Box>
  );
};

type FoundList = Omit<FoundProps, 'wanted'> & { found: readonly ClassSummary[] };

const FoundHead = ({ wanted, found, chosen, onChange }: FoundList & { wanted: Wanted }) => {
  const fresh = notChosen(found, chosen);
  const taken = found.length - fresh.length;
  return (
    <div className={`${styles.line} ${styles.head}`}>
      <Text variant="strong" c="bright" aria-live="polite">
        {formatCount(found.length, 'class', 'classes')} {wanted.words}
      </Text>
      <div>
        {fresh.length > 0 && (
          <Button size="xs" onClick={() => onChange(addClasses(chosen, fresh))}>
            Add all
          </Button>
        )}
        {taken > 0 && (
          <Button size="xs" variant="subtle" onClick={() => onChange(removeClasses(chosen, found))}>
            Remove all
          </Button>
        )}
      </div>
    </div>
  );
};

const FoundRows = ({ found, chosen, onChange }: FoundList) => {
  const ids = new Set(chosen.map(({ _id }) => _id));
  const now = Temporal.Now.instant();
  return (
    <ClassRows
      label="Classes found"
      classes={found}
      detailOf={(row) => detailOf(row, now)}
      actionOf={(row) =>
        ids.has(row._id)
          ? { label: 'Remove', run: () => onChange(removeClasses(chosen, [row])) }
          : { label: 'Add', run: () => onChange(addClasses(chosen, [row])) }
      }
    />
  );
};

/** "A Maths · Secondary 3 · ended". */
const detailOf = ({ subject, level, is_active, end_date }: ClassSummary, now: Temporal.Instant) =>
  [
    subject,
    ...level.map(formatLevel),
    ...(is_active ? [] : ['inactive']),
    ...(Temporal.Instant.compare(end_date, now) < 0 ? ['ended'] : []),
  ].join(' · ');

const RowSkeletons = () => (
  <Stack py="md">
    {[80, 65, 72, 58, 76].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </Stack>
);
