import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { listQuery } from '../../../lib/queries.ts';
import { classQuery } from '../../classes/classes.api.ts';
import { teacherById, teachersByTerm } from '../../users/users.api.ts';
import styles from './week.module.css';

type ChoiceProps = {
  id: string | undefined;
  /** Whose names are here already. */
  known: readonly Named[];
  onChange: (id: string | undefined) => void;
};

type Named = { _id: string; name: string };

/** A tutor, or all of them. */
export const TutorChoice = ({ id, known, onChange }: ChoiceProps) => {
  const [term, setTerm] = useState('');
  const found = useQuery(teachersByTerm('Tutor', term));
  const shown = known.find(({ _id }) => _id === id);
  const named = useQuery({ ...teacherById(id ?? ''), enabled: id !== undefined && !shown });
  const tutor = shown ?? named.data?.data[0];
  return (
    <FoundChoice
      label="Tutor"
      placeholder="All tutors"
      noun="tutors"
      chosen={id === undefined ? null : { _id: id, name: tutor?.name || '–' }}
      found={found}
      describe={({ name, email }) => [name || email, email]}
      onTerm={setTerm}
      onChange={onChange}
    />
  );
};

/** The first classes whose name holds the term, ended and inactive ones too: they have lessons to see. */
const classesByName = (term: string) =>
  listQuery(listClasses, {
    filter: { ...(term && { name: { regex: term } }) },
    sortBy: 'name',
    order: 'asc',
    max: 30,
  });

/** A class, or all of them. */
export const ClassChoice = ({ id, known, onChange }: ChoiceProps) => {
  const [term, setTerm] = useState('');
  const found = useQuery(classesByName(term));
  const shown = known.find(({ _id }) => _id === id);
  const named = useQuery({ ...classQuery(id ?? ''), enabled: id !== undefined && !shown });
  const name = shown?.name ?? named.data?.data.name;
  return (
    <FoundChoice
      label="Class"
      placeholder="All classes"
      noun="classes"
      chosen={id === undefined ? null : { _id: id, name: name ?? '–' }}
      found={found}
      describe={(each) => [each.name, each.tutor.map((tutor) => tutor.name).join(', ')]}
      onTerm={setTerm}
      onChange={onChange}
    />
  );
};

type Props<T extends { _id: string }> = {
  label: string;
  /** What no choice means. */
  placeholder: string;
  /** What is looked for, in the plural. */
  noun: string;
  chosen: { _id: string; name: string } | null;
  found: { data: { data: T[] } | undefined; isFetching: boolean; isError: boolean };
  /** The name of what was found, and a line about it. */
  describe: (each: T) => readonly [name: string, about: string];
  onTerm: (term: string) => void;
  onChange: (id: string | undefined) => void;
};

/** Milliseconds of rest after which the server is asked. */
const debounceMs = 250;

/** One of many that the server finds by a part of the name; it can be cleared. */
const FoundChoice = <T extends { _id: string }>(props: Props<T>) => {
  const { label, placeholder, noun, chosen, found, describe, onTerm, onChange } = props;
  const [typed, setTyped] = useState('');
  const search = useDebouncedCallback(onTerm, debounceMs);
  const offers = (found.data?.data ?? []).map((each) => {
    const [name, about] = describe(each);
    return { value: each._id, label: name, about };
  });
  const isOffered = offers.some(({ value }) => value === chosen?._id);
  const data =
    chosen && !isOffered
      ? [{ value: chosen._id, label: chosen.name, about: '' }, ...offers]
      : offers;
  return (
    <Select
      classNames={{ root: styles.choice ?? '', label: styles.choiceLabel ?? '' }}
      label={label}
      placeholder={placeholder}
      data={data.map((each) => ({ value: each.value, label: each.label }))}
      value={chosen?._id ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      clearable
      // The kit keeps the button from the keyboard.
      clearButtonProps={{ 'aria-label': `Show all ${noun}`, 'aria-hidden': false, tabIndex: 0 }}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        // What stands in the box after a choice is its name, not a search for it.
        search(data.some((each) => each.label === text) ? '' : text.trim());
      }}
      // The server has searched already.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <span>{option.label}</span>
          <span className={styles.about}>
            {data.find((each) => each.value === option.value)?.about}
          </span>
        </span>
      )}
      nothingFoundMessage={
        found.isError
          ? `The ${noun} could not be loaded`
          : found.isFetching
            ? `Looking for ${noun}`
            : `No ${noun} found`
      }
    />
  );
};
