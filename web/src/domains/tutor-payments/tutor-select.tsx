import { Select, Flex, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNarrow } from '../../ui/use-narrow.ts';
import { teachersQuery } from './tutor-pay-address.ts';

type Props = {
  /** The chosen tutor, once the name is known. */
  chosen: { _id: string; name: string } | undefined;
  onChoose: (tutor: { _id: string; name: string } | undefined) => void;
  /** In a form: a visible label and the error at the field. */
  label?: string;
  error?: ReactNode;
};

/** Debounce of the search in milliseconds. */
const debounceMs = 250;

/** Finds one tutor or TA by name or e-mail; the server searches. */
export const TutorSelect = ({ chosen, onChoose, label, error }: Props) => {
  const narrow = useNarrow();
  const [typed, setTyped] = useState('');
  const own = chosen?.name ?? '';
  const asked = typed.trim() === own ? '' : typed.trim();
  const [term] = useDebouncedValue(asked, debounceMs);
  const { data, isError, isFetching } = useQuery(teachersQuery(term));
  const found = data?.data ?? [];
  const waits = isFetching || term !== asked;
  const isShown = chosen && !found.some(({ _id }) => _id === chosen._id);
  return (
    <Select
      {...(label === undefined ? { 'aria-label': 'Tutor', w: narrow ? '100%' : 280 } : { label })}
      error={error}
      placeholder="Name or e-mail of a tutor or TA"
      data={[
        ...(isShown ? [{ value: chosen._id, label: chosen.name }] : []),
        ...found.map(({ _id, name, email }) => ({ value: _id, label: name || email })),
      ]}
      // The server searches by the settled term; options that do not match the typed text are hidden.
      filter={({ options }) =>
        waits
          ? []
          : options.filter(
              (option) => !isShown || !('value' in option) || option.value !== chosen._id,
            )
      }
      value={chosen?._id ?? null}
      onChange={(id) => {
        const one = found.find(({ _id }) => _id === id);
        onChoose(one && { _id: one._id, name: one.name || one.email });
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear tutor' }}
      searchValue={typed}
      onSearchChange={setTyped}
      renderOption={({ option }) => {
        const one = found.find(({ _id }) => _id === option.value);
        return (
          <Flex component="span" direction="column">
            <span>{option.label}</span>
            <Text span variant="meta" c="dimmed">
              {one?._type === 'TA' ? `TA, ${one.email}` : one?.email}
            </Text>
          </Flex>
        );
      }}
      nothingFoundMessage={
        isError
          ? 'The tutors could not be loaded'
          : waits
            ? 'Looking for tutors'
            : asked === ''
              ? 'No tutors found'
              : 'There were no tutors found matching your search'
      }
    />
  );
};
