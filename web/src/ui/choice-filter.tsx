import { Box, Combobox, Group, Text, useCombobox } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { FilterButton } from './filter-button.tsx';
import styles from './filter.module.css';

export type Choice<Value extends string = string> = {
  value: Value;
  label: string;
  /** A second line that distinguishes it from choices of the same name. */
  about?: string;
};

/** Minimum number of choices for a search box. */
const searchFrom = 9;

type SingleProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  /** The default; other choices are shown as changed. */
  defaultValue: Value;
  onChange: (value: Value) => void;
};

/** A filter with exactly one choice. */
export const ChoiceFilter = <Value extends string>(props: SingleProps<Value>) => {
  const { label, choices, value } = props;
  return (
    <ChoiceList
      label={label}
      choices={choices}
      shown={choices.find((choice) => choice.value === value)?.label ?? value}
      changed={value !== props.defaultValue}
      isChosen={(choice) => choice === value}
      onChoose={(choice) => props.onChange(choice)}
      closes
    />
  );
};

type MultiProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: readonly Value[];
  defaultValue: readonly Value[];
  /** Receives the choices in the order of the list. */
  onChange: (value: Value[]) => void;
};

/** A filter with any number of choices; stays open while they are ticked. */
export const MultiChoiceFilter = <Value extends string>(props: MultiProps<Value>) => {
  const { label, choices, value, defaultValue } = props;
  const chosen = new Set(value);
  const toggle = (choice: Value) =>
    props.onChange(
      choices
        .map((each) => each.value)
        .filter((each) => (each === choice ? !chosen.has(each) : chosen.has(each))),
    );
  const labels = choices
    .filter((choice) => chosen.has(choice.value))
    .map(({ label: text }) => text);
  return (
    <ChoiceList
      label={label}
      choices={choices}
      shown={severalWords(labels, choices.length)}
      title={labels.join(', ')}
      changed={
        chosen.size !== defaultValue.length || defaultValue.some((choice) => !chosen.has(choice))
      }
      isChosen={(choice) => chosen.has(choice)}
      onChoose={toggle}
      closes={false}
    />
  );
};

/** "3 of 4"; an empty choice means all. */
const severalWords = (labels: readonly string[], count: number) => {
  if (labels.length === 0 || labels.length === count) return 'All';
  return labels.length === 1 ? labels.join() : `${labels.length} of ${count}`;
};

type FoundProps = {
  label: string;
  /** The choices in sentences, in the plural. */
  noun: string;
  /** The chosen one; null means all. */
  chosen: Choice | null;
  /** The server's result. */
  found: { choices: readonly Choice[]; isFetching: boolean; isError: boolean };
  /** Receives the typed term after a pause; '' when the list opens. */
  onTerm: (term: string) => void;
  onChange: (value: string | null) => void;
};

const every = 'every';

/** Debounce of the search in milliseconds. */
const debounceMs = 250;

/** A filter with one of many choices, or all; the server searches by the typed term. */
export const FoundFilter = ({ label, noun, chosen, found, onTerm, onChange }: FoundProps) => {
  const search = useDebouncedCallback(onTerm, debounceMs);
  return (
    <ChoiceList
      label={label}
      choices={found.choices}
      shown={chosen?.label ?? 'All'}
      changed={chosen !== null}
      isChosen={(choice) => choice === (chosen?.value ?? every)}
      onChoose={(choice) => onChange(choice === every ? null : choice)}
      closes
      finder={{
        all: { value: every, label: `All ${noun}` },
        empty: found.isError
          ? `The ${noun} could not be loaded`
          : found.isFetching
            ? `Looking for ${noun}`
            : `No ${noun} found`,
        onOpen: () => onTerm(''),
        onSearch: (text) => search(text.trim()),
      }}
    />
  );
};

type ListProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  shown: string;
  /** All choices in words, where `shown` counts them. */
  title?: string;
  changed: boolean;
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
  /** For a single choice: choosing closes the list. */
  closes: boolean;
  /** For choices found by the server: the "all" choice, and the text without results. */
  finder?: {
    all: Choice;
    empty: string;
    onOpen: () => void;
    onSearch: (text: string) => void;
  };
};

const ChoiceList = <Value extends string>(props: ListProps<Value>) => {
  const { label, choices, closes, finder } = props;
  const [search, setSearch] = useState('');
  const searchable = finder !== undefined || choices.length >= searchFrom;
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
      // While the list fades out, keys would still go to its search box.
      if (document.activeElement === combobox.searchRef.current)
        combobox.targetRef.current?.focus();
    },
    onDropdownOpen: () => {
      finder?.onOpen();
      combobox.updateSelectedOptionIndex('active');
      if (searchable) combobox.focusSearchInput();
    },
  });
  const term = search.trim().toLowerCase();
  const found: readonly Choice[] = finder
    ? [...(term === '' ? [finder.all] : []), ...choices]
    : choices.filter((choice) => choice.label.toLowerCase().includes(term));

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="max-content"
      onOptionSubmit={(value) => {
        props.onChoose(value as Value);
        if (closes) combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <FilterButton
          label={label}
          value={props.shown}
          changed={props.changed}
          title={props.title}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        {searchable && (
          <Combobox.Search
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              finder?.onSearch(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
            placeholder="Search"
            aria-label={`Search ${label}`}
          />
        )}
        <Combobox.Options
          className={styles.options}
          aria-label={label}
          aria-multiselectable={!closes}
        >
          {found.map((choice) => (
            <ChoiceOption
              key={choice.value}
              choice={choice}
              chosen={props.isChosen(choice.value as Value)}
              single={closes}
            />
          ))}
          {choices.length === 0 && finder && <Combobox.Empty>{finder.empty}</Combobox.Empty>}
          {found.length === 0 && !finder && <Combobox.Empty>Nothing found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};

const ChoiceOption = ({
  choice,
  chosen,
  single,
}: {
  choice: Choice;
  chosen: boolean;
  single: boolean;
}): ReactNode => (
  <Combobox.Option value={choice.value} active={chosen} aria-selected={chosen}>
    <Group>
      {!single && (
        <Box
          className={styles.box}
          flex="none"
          w={16}
          h={16}
          data-checked={chosen || undefined}
          aria-hidden="true"
        >
          {chosen && <IconCheck size={12} stroke={3} />}
        </Box>
      )}
      <Text component="div" inherit flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {choice.label}
        {choice.about && (
          <Text component="div" variant="meta" c="dimmed">
            {choice.about}
          </Text>
        )}
      </Text>
      {single && chosen && (
        <IconCheck size={16} stroke={1.7} color="var(--accent-text)" aria-hidden="true" />
      )}
    </Group>
  </Combobox.Option>
);
