import { Button, Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Named } from '../../kit/form/field.ts';
import { FieldGroup } from '../../ui/field-group.tsx';
import { TeacherOption } from './teacher-option.tsx';
import { useBusy, type BusyQuery } from './use-busy.ts';
import { teachersByTerm, type TeacherType } from './users.api.ts';
import styles from './teachers-field.module.css';

type Props = {
  label: string;
  type: TeacherType;
  value: Named[];
  onChange: (teachers: Named[]) => void;
  /** Text when the search finds no match. */
  emptyText: string;
  error?: string | undefined;
  description?: string | undefined;
  required?: boolean;
  /** Allows at most one person. */
  single?: boolean;
  busy?: BusyQuery | undefined;
};

/** Tutors or TAs of a class or lesson; each can be replaced or removed, more can be added (part 1 §2). */
export const TeachersField = (props: Props) => {
  const { label, type, value, onChange, error, description, required, single } = props;
  const box = useRef<HTMLDivElement>(null);
  const [changed, setChanged] = useState<string | null>(null);
  const word = type === 'Tutor' ? 'tutor' : 'TA';
  const finder = { type, chosen: value, emptyText: props.emptyText, busy: props.busy };
  const [sought, setSought] = useState(0);
  const toFinder = () => setSought(sought + 1);
  // In a layout effect: a later focus could take it away from a dialog that opens next.
  useLayoutEffect(() => {
    if (sought > 0) box.current?.querySelector<HTMLElement>('input')?.focus();
  }, [sought]);
  const change = (teacher: string | null) => {
    setChanged(teacher);
    toFinder();
  };

  return (
    <FieldGroup
      ref={box}
      className={styles.field}
      label={label}
      required={required}
      description={description}
      error={error}
    >
      {value.length > 0 && (
        <ul aria-label={label}>
          {value.map((teacher) =>
            teacher._id === changed ? (
              <Group
                key={teacher._id}
                className={styles.row}
                component="li"
                align="flex-end"
                py="sm"
              >
                <TeacherFinder
                  {...finder}
                  label={`Instead of ${nameOf(teacher)}`}
                  onFound={(found) => {
                    onChange(value.map((each) => (each._id === teacher._id ? found : each)));
                    change(null);
                  }}
                />
                <Button onClick={() => change(null)}>Keep</Button>
              </Group>
            ) : (
              <Row key={teacher._id} name={nameOf(teacher)}>
                <Button size="xs" variant="subtle" onClick={() => change(teacher._id)}>
                  Change
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  onClick={() => {
                    onChange(value.filter((each) => each._id !== teacher._id));
                    toFinder();
                  }}
                >
                  Remove
                </Button>
              </Row>
            ),
          )}
        </ul>
      )}
      {changed === null && !(single && value.length > 0) && (
        <TeacherFinder
          {...finder}
          label={`Add a ${word}`}
          invalid={error !== undefined}
          onFound={(found) => onChange([...value, found])}
        />
      )}
    </FieldGroup>
  );
};

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group className={styles.row} component="li" gap="xs" mih={36}>
    <Text span inherit flex={1} miw={0} c="bright">
      {name}
    </Text>
    {children}
  </Group>
);

const nameOf = ({ name }: Named) => name || '–';

type FinderProps = {
  label: string;
  type: TeacherType;
  /** Already chosen people, who are not offered again. */
  chosen: readonly Named[];
  emptyText: string;
  onFound: (teacher: Named) => void;
  invalid?: boolean;
  busy: BusyQuery | undefined;
};

/** Delay before the search, in milliseconds. */
const debounceMs = 250;

/** Searches one enabled tutor or TA by name or e-mail on the server. */
const TeacherFinder = (props: FinderProps) => {
  const { label, type, chosen, emptyText, onFound, invalid, busy } = props;
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), debounceMs);
  const { data, isError, isFetching } = useQuery(teachersByTerm(type, term));
  const offered = (data?.data ?? []).filter(({ _id }) => !chosen.some((each) => each._id === _id));
  const known = useBusy(
    busy,
    offered.map(({ _id }) => _id),
  );
  const waits = isFetching || term !== typed.trim();
  return (
    <Select
      flex={1}
      miw={0}
      label={label}
      placeholder="Search by name or e-mail"
      openOnFocus={false}
      data={offered.map(({ _id, name, email }) => ({ value: _id, label: name || email }))}
      // The server filters; while it searches, outdated results are hidden.
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
        <TeacherOption
          label={option.label}
          teacher={offered.find(({ _id }) => _id === option.value)}
          busy={known && (known.get(option.value) ?? null)}
        />
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
}: { isError: boolean; waits: boolean; term: string } & Pick<
  FinderProps,
  'type' | 'emptyText'
>) => {
  const noun = type === 'Tutor' ? 'tutors' : 'TAs';
  if (isError) return `The ${noun} could not be loaded`;
  if (waits) return `Looking for ${noun}`;
  return term === '' && type === 'Tutor' ? 'No tutors found' : emptyText;
};
