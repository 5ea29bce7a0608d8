import { Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyForm } from '../../../kit/form/form-dialogs.tsx';
import { formatClock, formatLongDay } from '../../../lib/formats.ts';
import { ClassName } from '../../../ui/class-name.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { teacherById } from '../../users/users.api.ts';
import { withoutDialog, type WeekSearch } from './week-search.ts';
import { classesByName } from './week.api.ts';

const LessonForm = lazyForm(async () => (await import('../lesson-form.tsx')).LessonForm);

type Props = { search: WeekSearch; onSearch: (search: WeekSearch) => void };

/** A new lesson at a free time of the week; asks for the class first if the week shows no single class. */
export const NewLessonAt = ({ search, onSearch }: Props) => {
  const { dialog, on: day, at: start, by } = search;
  const isOpen = dialog === 'lesson' && day !== undefined;
  const classId = search.class ?? search.of;
  const tutor = useQuery({ ...teacherById(by ?? ''), enabled: isOpen && by !== undefined });
  const isKnown = by === undefined || !tutor.isPending;
  const close = () => onSearch(withoutDialog(search));
  const [person] = tutor.data?.data ?? [];
  return (
    <>
      <ClassDialog
        key={`${day} ${start} ${by}`}
        opened={isOpen && classId === undefined}
        when={[day && formatLongDay(day), start && formatClock(start)].filter(Boolean).join(', ')}
        onClose={close}
        onChoose={(of) => onSearch({ ...search, of })}
      />
      <LessonForm
        open={isOpen && classId !== undefined && isKnown ? 'new' : null}
        classId={classId ?? ''}
        at={day === undefined ? undefined : { day, start, tutor: person }}
        onClose={close}
      />
    </>
  );
};

type ClassProps = {
  opened: boolean;
  /** Day and time as text. */
  when: string;
  onClose: () => void;
  onChoose: (classId: string) => void;
};

const ClassDialog = ({ opened, when, onClose, onChoose }: ClassProps) => {
  const [id, setId] = useState<string>();
  return (
    <Dialog
      title="New Lesson"
      opened={opened}
      onClose={onClose}
      onSubmit={() => id !== undefined && onChoose(id)}
      footerStart={id === undefined && 'Still needed: class.'}
      primary={<PrimaryButton disabled={id === undefined}>Continue</PrimaryButton>}
    >
      <p>{when}</p>
      <ClassChoice id={id} onChange={setId} />
    </Dialog>
  );
};

type ChoiceProps = { id: string | undefined; onChange: (id: string | undefined) => void };

/** Delay before the search, in milliseconds. */
const debounceMs = 250;

/** Chooses a class, searched by name. */
const ClassChoice = ({ id, onChange }: ChoiceProps) => {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [term] = useDebouncedValue(typed.trim(), debounceMs);
  // After a choice the box contains its name, which is not a search term.
  const found = useQuery(classesByName(term === chosen ? '' : term));
  const classes = found.data?.data ?? [];
  return (
    <Select
      label="Class"
      placeholder="Search by name"
      data={classes.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={id ?? null}
      onChange={(next, option) => {
        setChosen(option?.label ?? '');
        onChange(next ?? undefined);
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Stack gap={0} miw={0}>
          <ClassName name={option.label} />
          <Text span variant="meta" c="dimmed">
            {classes
              .find(({ _id }) => _id === option.value)
              ?.tutor.map(({ name }) => name)
              .join(', ')}
          </Text>
        </Stack>
      )}
      nothingFoundMessage={
        found.isError
          ? 'The classes could not be loaded'
          : found.isFetching
            ? 'Looking for classes'
            : 'No classes found'
      }
    />
  );
};
