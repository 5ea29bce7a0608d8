import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FilterPopover } from './filter-popover.tsx';
import styles from './filter.module.css';

type Props = {
  label: string;
  /** Empty if the filter is not set. */
  value: string;
  maxLength: number;
  /** Called on Enter or Apply; an empty text clears the filter. */
  onChange: (value: string) => void;
};

export const TextFilter = ({ label, value, maxLength, onChange }: Props) => {
  const [opened, setOpened] = useState(false);
  const apply = (typed: string) => {
    setOpened(false);
    if (typed.trim() !== value) onChange(typed);
  };
  return (
    <FilterPopover
      label={label}
      value={value === '' ? 'All' : value}
      changed={value !== ''}
      opened={opened}
      onOpened={setOpened}
      className={styles.dropdown}
    >
      <TextForm label={label} value={value} maxLength={maxLength} onApply={apply} />
    </FilterPopover>
  );
};

/** The input of a text filter, remounted each time the filter is opened. */
const TextForm = ({
  label,
  value,
  maxLength,
  onApply,
}: {
  label: string;
  value: string;
  maxLength: number;
  onApply: (typed: string) => void;
}) => {
  const [typed, setTyped] = useState(value);
  return (
    <Stack
      component="form"
      gap="sm"
      miw={220}
      p="sm"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(typed);
      }}
    >
      <TextInput
        label={label}
        value={typed}
        maxLength={maxLength}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group align="stretch" justify="flex-end">
        <Button variant="subtle" size="xs" disabled={value === ''} onClick={() => onApply('')}>
          Clear
        </Button>
        <Button variant="filled" size="xs" type="submit">
          Apply
        </Button>
      </Group>
    </Stack>
  );
};
