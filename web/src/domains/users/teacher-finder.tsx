import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { teachersByTerm, type TeacherType } from './teachers.api.ts';
import styles from './teachers-field.module.css';

export type Teacher = { _id: string; name: string };

type Props = {
  label: string;
  type: TeacherType;
  /** Who is not offered again. */
  chosen: readonly Teacher[];
  emptyText: string;
  onFound: (teacher: Teacher) => void;
  invalid?: boolean;
};

/** Milliseconds of rest after which tutors are looked for. */
const patience = 250;

/** Finds one enabled tutor or TA by name or e-mail; the server searches. */
export const TeacherFinder = (props: Props) => {
  const { label, type, chosen, emptyText, onFound, invalid } = props;
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), patience);
  const { data, isError, isFetching } = useQuery(teachersByTerm(type, term));
  const offered = (data?.data ?? []).filter(({ _id }) => !chosen.some((each) => each._id === _id));
  const waits = isFetching || term !== typed.trim();
  return (
    <Select
      className={styles.finder ?? ''}
      label={label}
      placeholder="Search by name or e-mail"
      openOnFocus={false}
      data={offered.map(({ _id, name, email }) => ({ value: _id, label: name || email }))}
      // The server has searched already; names that it has not searched yet are not offered.
      filter={({ options }) => (waits ? [] : options)}
      value={null}
      onChange={(id) => {
        const found = offered.find(({ _id }) => _id === id);
        setTyped('');
        if (found) onFound({ _id: found._id, name: found.name || found.email });
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <span>{option.label}</span>
          <span className={styles.email}>
            {offered.find(({ _id }) => _id === option.value)?.email}
          </span>
        </span>
      )}
      nothingFoundMessage={emptyWords({ isError, waits, term, type, emptyText })}
      error={invalid ?? false}
    />
  );
};

const emptyWords = ({
  isError,
  waits,
  term,
  type,
  emptyText,
}: { isError: boolean; waits: boolean; term: string } & Pick<Props, 'type' | 'emptyText'>) => {
  const noun = type === 'Tutor' ? 'tutors' : 'TAs';
  if (isError) return `The ${noun} could not be loaded`;
  if (waits) return `Looking for ${noun}`;
  return term === '' && type === 'Tutor' ? 'No tutors found' : emptyText;
};
