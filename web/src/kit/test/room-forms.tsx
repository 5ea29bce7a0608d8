import { Checkbox, MultiSelect, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { mergedBy } from '../../lib/merge-lists.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { DayInput } from '../form/day-input.tsx';
import { DayTimeInput } from '../form/day-time-input.tsx';
import { defineForm } from '../form/define-form.ts';
import { field, valueAt } from '../form/field-kind.ts';
import {
  choice,
  choices,
  day,
  dayTime,
  email,
  flag,
  list,
  longText,
  money,
  password,
  phone,
  text,
  wholeNumber,
} from '../form/field.ts';
import { ActDialog, OpenForm, RecordDialog, type FormProps } from '../form/form-dialogs.tsx';
import { PhoneInput } from '../form/phone-input.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { useFormState } from '../form/use-form-state.ts';
import {
  closeRoom,
  createRoom,
  emptyRoom,
  getRoom,
  subjects,
  updateRoom,
  weekdays,
  type Room,
  type Shelf,
} from './rooms.contract.ts';

type DialogProps = { open: string | null; onClose: () => void };

export const roomForm = defineForm({
  noun: 'room',
  create: createRoom,
  update: updateRoom,
  refreshes: ['classes'],
  fields: {
    name: text({ label: 'Name', required: true, maxLength: 100 }),
    email: email({ label: 'E-mail' }),
    phone: phone({
      label: 'Phone',
      codeLabel: 'Country code',
      at: ['phone_country_code', 'phone'],
    }),
    note: longText({ label: 'Note', maxLength: 2000 }),
    seats: wholeNumber({ label: 'Seats', required: true, default: 20, min: 1 }),
    rate: money({ label: 'Rate per lesson' }),
    subject: choice(subjects, { label: 'Subject' }),
    days: choices(weekdays, { label: 'Days' }),
    tags: list({ label: 'Tags' }),
    opens: day({ label: 'Opens' }),
    begins: dayTime({ label: 'Start', at: 'begins_on' }),
    is_listed: flag({ label: 'Listed', default: true }),
    door_code: password({ label: 'Door code' }),
  },
});

/** The plain form of a record: a field of every kind. */
export const RoomForm = (props: DialogProps) => (
  <RecordForm {...props} form={roomForm} get={getRoom} titles={['New room', 'Edit room']}>
    {({ field: of }) => (
      <>
        <TextInput {...of('name')} />
        <TextInput {...of('email')} />
        <PhoneInput {...of('phone')} />
        <Textarea {...of('note')} />
        <NumberInput {...of('seats')} />
        <NumberInput {...of('rate')} />
        <Select {...of('subject')} />
        <MultiSelect {...of('days')} />
        <TextInput {...of('tags')} />
        <DayInput {...of('opens')} />
        <DayTimeInput {...of('begins')} className={undefined} />
        <Checkbox {...of('is_listed')} />
        <PasswordInput {...of('door_code')} />
      </>
    )}
  </RecordForm>
);

const shelfForm = defineForm({
  noun: 'room',
  create: createRoom,
  update: updateRoom,
  refreshes: ['classes'],
  fields: {
    name: text({ label: 'Name', required: true }),
    shelves: field<Shelf[]>({
      label: 'Shelves',
      initial: [],
      read: (record) => (valueAt(record, 'shelves') as Shelf[] | undefined) ?? [],
      write: (shelves) => ({ shelves }),
      isEmpty: (shelves) => shelves.length === 0,
      words: (shelves) => shelves.map((shelf) => shelf.text).join('; '),
      items: {
        merged: mergedBy((shelf) => (shelf as Shelf).uid),
        label: (place) => `Shelf ${place + 1}`,
        words: (shelf) => (shelf as Shelf).text,
      },
    }),
  },
});

/** A form with rows, which a stale save compares one by one. */
export const ShelfForm = (props: DialogProps) => (
  <OpenForm {...props} noun="room" title="Shelves" get={getRoom}>
    {(dialog) => <Shelves {...dialog} />}
  </OpenForm>
);

const Shelves = (dialog: FormProps<Room>) => {
  const form = useFormState(shelfForm, {
    ...dialog,
    ...(dialog.record && { record: dialog.record }),
    done: 'Shelves saved',
  });
  const { value, onChange, error } = form.field('shelves');
  return (
    <RecordDialog form={form} title="Shelves">
      <TextInput {...form.field('name')} />
      {value.map(({ uid, text: typed }, index) => (
        <TextInput
          key={uid}
          label={`Shelf ${index + 1}`}
          value={typed}
          error={index === 0 && error}
          onChange={({ currentTarget }) =>
            onChange(value.with(index, { uid, text: currentTarget.value }))
          }
        />
      ))}
    </RecordDialog>
  );
};

const closeForm = defineForm({
  noun: 'room',
  create: closeRoom,
  refreshes: ['classes'],
  fields: {
    remark: text({ label: 'Remark', required: true }),
    notifies: flag({ label: 'Notify the visitors' }),
  },
});

type ActProps = { room: Room | null; onClose: () => void };

/** An action with a few fields; a refusal becomes a question. */
export const CloseDialog = ({ room, onClose }: ActProps) => (
  <FreshForm record={room}>
    {(shown, opened) => <Closing room={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Closing = ({ room, ...dialog }: { room: Room; opened: boolean; onClose: () => void }) => {
  const confirm = useConfirm();
  const form = useFormState(closeForm, {
    ...dialog,
    params: { id: room._id },
    done: `${room.name} closed`,
    afterRefusal: async (error) =>
      error instanceof ApiError &&
      error.has('host_booked') &&
      (await confirm({
        title: 'Close anyway?',
        message: 'A lesson needs it.',
        confirmLabel: 'Close anyway',
      }))
        ? { allow_overlap: true }
        : null,
  });
  return (
    <ActDialog title="Close room" form={form} actLabel="Close room" cancelLabel="Keep open">
      <TextInput {...form.field('remark')} />
      <Checkbox {...form.field('notifies')} />
    </ActDialog>
  );
};

const emptyForm = defineForm({
  noun: 'room',
  create: emptyRoom,
  refreshes: ['classes'],
  fields: {},
});

type AskProps = ActProps & { danger: boolean };

/** An action without fields: the dialog only asks. */
export const EmptyDialog = ({ room, onClose, danger }: AskProps) => (
  <FreshForm record={room}>
    {(shown, opened) => <Emptying room={shown} opened={opened} onClose={onClose} danger={danger} />}
  </FreshForm>
);

const Emptying = ({
  room,
  danger,
  ...dialog
}: {
  room: Room;
  danger: boolean;
  opened: boolean;
  onClose: () => void;
}) => {
  const form = useFormState(emptyForm, {
    ...dialog,
    params: { id: room._id },
    done: `${room.name} emptied`,
  });
  return (
    <ActDialog
      title="Empty room"
      form={form}
      actLabel="Empty"
      danger={danger}
      about={`${room.name} loses its shelves.`}
    />
  );
};
