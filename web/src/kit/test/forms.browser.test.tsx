import { describe, expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import {
  alert,
  box,
  button,
  chooseAct,
  click,
  dialog,
  expectGone,
  expectText,
  fill,
  found,
  press,
  radio,
  snackbar,
} from './acts.ts';
import { refusal } from './fake-server.ts';
import { screens } from './room-screens.tsx';
import { closeRoom, createRoom, updateRoom, type Room } from './rooms.contract.ts';
import { aRoom, idOf, RoomsServer } from './rooms-server.ts';
import { openApp } from './stage.tsx';

const question = dialog('Discard changes?');
const keep = button('Keep editing', question);
const typed = 'Typed text';

type Shape = {
  name: string;
  title: string;
  /** The field that the tests fill, and its path in the request. */
  label: string;
  path: string;
  save: string;
  operation: AnyOperation;
  /** Opens it from the list: by its address, or by an action of the first row. */
  opening: { address: string } | { act: string };
};

const plain: Shape = {
  name: 'the form of a record',
  title: 'Edit room',
  label: 'Name',
  path: 'name',
  save: 'Save',
  operation: updateRoom,
  opening: { address: `?room=${idOf(1)}` },
};
const withRows: Shape = {
  name: 'a form with rows',
  title: 'Shelves',
  label: 'Shelf 1',
  path: 'shelves.0.text',
  save: 'Save',
  operation: updateRoom,
  opening: { address: `?shelves=${idOf(1)}` },
};
const action: Shape = {
  name: 'the dialog of an action',
  title: 'Close room',
  label: 'Remark',
  path: 'remark',
  save: 'Close room',
  operation: closeRoom,
  opening: { act: 'Close' },
};

const open = async ({ title, label, save, opening }: Shape) => {
  const server = new RoomsServer(aRoom(1));
  const at = 'address' in opening ? opening.address : '';
  const stage = await openApp(server, screens, `/rooms${at}`);
  if ('act' in opening) await chooseAct('Room 01', opening.act);
  const form = dialog(title);
  // An opening dialog moves the focus to its first field once its record is there.
  await expect.poll(() => document.activeElement?.matches('[data-autofocus]')).toBe(true);
  return { server, stage, form, field: box(label, form), save: button(save, form) };
};

const expectMarked = async (field: Locator, words: RegExp) => {
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription(words);
};

describe.each([plain, withRows, action])('$name', (shape) => {
  test('asks before it discards typed text', async () => {
    const { server, form, field } = await open(shape);
    await fill(field, typed);
    // The first Escape leaves the field, in which a slip would otherwise close the dialog.
    await press('{Escape}');
    await expect.element(form).toHaveFocus();
    await press('{Escape}');
    await expect.element(keep).toHaveFocus();
    await click(keep);
    await expectGone(question);
    await expect.element(field).toHaveValue(typed);
    await click(button('Close', form));
    await click(button('Discard', question));
    await expectGone(form);
    expect(server.writes).toEqual([]);
  });

  test('closes without a question when nothing is typed', async () => {
    const { form, field } = await open(shape);
    await expect.element(field).toBeVisible();
    await press('{Escape}');
    await expectGone(form);
    expect(question.elements()).toEqual([]);
  });

  test('keeps typed text when the connection fails, and repeats the same request', async () => {
    const { server, form, field, save } = await open(shape);
    server.next(shape.operation, { lost: 'request' });
    await fill(field, typed);
    await click(save);
    await expectText(alert(form), 'The server cannot be reached at the moment.');
    if (shape.operation.idempotent)
      await expectText(
        alert(form),
        `Nothing typed is lost. ${shape.save} retries safely: it is never done twice.`,
      );
    else expect(form.getByText(/retries safely/).elements()).toEqual([]);
    await expect.element(field).toHaveValue(typed);
    await expect.element(save).toHaveFocus();
    (await found(field)).focus();
    await press('{Control>}{Enter}{/Control}');
    await expectGone(form);
    const [first, second] = server.writes;
    expect(server.writes).toHaveLength(2);
    expect(second).toEqual(first);
    expect(typeof first?.key).toBe(shape.operation.idempotent ? 'string' : 'object');
  });

  test('marks the field that the server refuses until it changes, then saves', async () => {
    const { server, form, field, save } = await open(shape);
    const message = 'The server refuses this value.';
    const about = { status: 422, field: shape.path, message };
    server.next(shape.operation, { reply: refusal('invalid_value', about) });
    await fill(field, typed);
    await click(save);
    await expectMarked(field, /The server refuses this value\./);
    await expect.element(field).toHaveFocus();
    await fill(field, '');
    await fill(field, typed);
    await expectGone(form.getByText(message));
    await click(save);
    await expectGone(form);
    expect(server.writes).toHaveLength(2);
  });

  test('sends one request while Save is pressed again', async () => {
    const { server, form, field, save } = await open(shape);
    const release = server.hold(shape.operation);
    await fill(field, typed);
    await click(save);
    await press('{Control>}{Enter}{/Control}');
    await press('{Escape}');
    await expect.element(field).toBeVisible();
    release();
    await expectGone(form);
    expect(server.writes).toHaveLength(1);
  });
});

/** The comparison's choice for a field. */
const choice = (whose: 'mine' | 'theirs', label: string) => radio(`Keep ${whose}: ${label}`);

/** Fills the field, lets another user save, and saves. */
const saveStale = async (shape: Shape, theirs: Partial<Room>) => {
  const opened = await open(shape);
  await fill(opened.field, typed);
  opened.server.saveMeanwhile(idOf(1), theirs);
  await click(opened.save);
  await expect
    .element(opened.form.getByText('Goh Shi Min changed this room while you were editing.'))
    .toBeVisible();
  return opened;
};

describe('a save that another user preceded', () => {
  test('shows both versions, keeps typed text and saves the chosen values', async () => {
    const { server, form, field, save } = await saveStale(plain, { name: 'Theirs', seats: 45 });
    const seats = box('Seats', form);
    await expect.element(form.getByText('Saved by Goh Shi Min, 14:05.')).toBeVisible();
    await expect.element(save).toHaveFocus();
    await expect.element(choice('mine', 'Name')).toBeChecked();
    // A field that only the other user changed has the other user's value.
    await expect.element(choice('theirs', 'Seats')).toBeChecked();
    await expect.element(seats).toHaveValue('45');
    expect(form.getByRole('radio').elements()).toHaveLength(4);

    await click(choice('theirs', 'Name'));
    await expect.element(field).toHaveValue('Theirs');
    await click(button('Keep all of mine', form));
    await expect.element(field).toHaveValue(typed);
    await expect.element(seats).toHaveValue('1');
    await click(button('Keep all of theirs', form));
    await expect.element(field).toHaveValue('Theirs');
    await expect.element(seats).toHaveValue('45');
    await click(choice('mine', 'Name'));
    await expect.element(field).toHaveValue(typed);
    await click(save);
    await expectGone(form);
    expect(server.writes.at(-1)?.body).toEqual({ name: typed, version: 2 });
  });

  test('compares rows one by one, and needs a choice for a row that both changed', async () => {
    const { server, form, field, save } = await saveStale(withRows, {
      shelves: [
        { uid: 'a', text: 'Their atlases' },
        { uid: 'b', text: 'Their fractions' },
      ],
    });
    await expect.element(choice('theirs', 'Shelf 2')).toBeChecked();
    await expect.element(choice('mine', 'Shelf 1')).not.toBeChecked();
    await expect.element(choice('theirs', 'Shelf 1')).not.toBeChecked();
    await expect
      .element(form.getByText('Still needed: a choice for the shelves above.'))
      .toBeVisible();
    await expect.element(save).toBeDisabled();
    await click(choice('theirs', 'Shelf 1'));
    await expect.element(field).toHaveValue('Their atlases');
    await click(choice('mine', 'Shelf 1'));
    await expect.element(field).toHaveValue(typed);
    await click(save);
    await expectGone(form);
    expect(server.writes.at(-1)?.body).toEqual({
      shelves: [
        { uid: 'a', text: typed },
        { uid: 'b', text: 'Their fractions' },
      ],
      version: 2,
    });
  });

  test('is compared again when the record changes once more', async () => {
    const { server, form, field, save } = await saveStale(plain, { name: 'Theirs' });
    server.saveMeanwhile(idOf(1), { name: 'Theirs again' });
    await click(save);
    await expectText(form.getByRole('table'), 'Theirs again');
    await expect.element(field).toHaveValue(typed);
    await click(save);
    await expectGone(form);
    expect(server.writes.at(-1)?.body).toEqual({ name: typed, version: 3 });
  });
});

describe('a record that was deleted meanwhile', () => {
  test('keeps typed text and can be saved as new', async () => {
    const { server, form, field, save } = await open(plain);
    await fill(field, typed);
    server.rooms.clear();
    await click(save);
    await expectText(alert(form), 'This room no longer exists.');
    await expect.element(save).toBeDisabled();
    await click(button('Save as new room', form));
    const created = dialog('New room');
    await expect.element(box('Name', created)).toHaveValue(typed);
    await click(button('Save', created));
    await expectGone(created);
    expect(server.callsOf(createRoom)).toHaveLength(1);
  });
});

describe('the form of a record', () => {
  test('reads every kind of field and writes none without a change', async () => {
    const { server, form, save } = await open(plain);
    const shown = {
      Name: 'Room 01',
      'E-mail': 'room@example.com',
      'Country code': '65',
      Phone: '91234567',
      Note: 'Beside the stairs',
      Seats: '1',
      'Rate per lesson': '18.5',
      Tags: 'quiet',
      Opens: '1 Apr 2026',
      'Start date': '1 Apr 2026',
      'Start time': '14:00',
    };
    for (const [label, value] of Object.entries(shown))
      await expect.element(box(label, form)).toHaveValue(value);
    await expect.element(form.getByRole('checkbox', { name: 'Listed' })).toBeChecked();
    await click(save);
    await expectGone(form);
    expect(server.writes.map(({ body }) => body)).toEqual([{ version: 1 }]);
  });

  test('sends only what changed, with the version', async () => {
    const { server, form, save } = await open(plain);
    await fill(box('Note', form), ' Below the stairs ');
    await fill(box('Rate per lesson', form), '20.25');
    await click(form.getByRole('checkbox', { name: 'Listed' }));
    await click(save);
    await expect.element(snackbar('Room 01 saved')).toBeVisible();
    await expectGone(form);
    expect(server.writes.map(({ body }) => body)).toEqual([
      { note: 'Below the stairs', rate: 20.25, is_listed: false, version: 1 },
    ]);
  });

  test('keeps unreadable numbers, phones and days as typed, and marks them', async () => {
    const { form, save } = await open(plain);
    const unreadable = {
      'Country code': '1.5x',
      Phone: '1.5x',
      Seats: '1.5x',
      'Rate per lesson': '1.5x',
      Opens: '31 Feb',
    };
    for (const [label, text] of Object.entries(unreadable)) await fill(box(label, form), text);
    (await found(form.getByRole('checkbox', { name: 'Listed' }))).focus();
    for (const [label, text] of Object.entries(unreadable)) {
      await expect.element(box(label, form)).toHaveValue(text);
      await expect.element(box(label, form)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect.element(form.getByText('Please check the marked fields.')).toBeVisible();
    await expect.element(save).toBeDisabled();
  });

  test('lists what is still needed, and creates once with a key', async () => {
    const server = new RoomsServer();
    const stage = await openApp(server, screens, '/rooms?room=new');
    const form = dialog('New room');
    await expect.element(form.getByText('Still needed: name.')).toBeVisible();
    await expect.element(button('Save', form)).toBeDisabled();
    server.next(createRoom, { lost: 'answer' });
    await fill(box('Name', form), typed);
    await click(button('Save', form));
    await expectText(alert(form), 'Save retries safely: it is never done twice.');
    await click(button('Save', form));
    await expect.element(snackbar(`${typed} created`)).toBeVisible();
    await expectGone(form);
    expect(server.writes[1]).toEqual(server.writes[0]);
    expect([...server.rooms.values()].map(({ name }) => name)).toEqual([typed]);
    expect(stage.address()).toBe('/rooms');
  });

  test('asks before Back closes it or another screen opens', async () => {
    const server = new RoomsServer(aRoom(1));
    const stage = await openApp(server, screens, '/rooms');
    await chooseAct('Room 01', 'Edit');
    const field = box('Name', dialog('Edit room'));
    await fill(field, typed);
    stage.goBack();
    await click(keep);
    await expect.element(field).toHaveValue(typed);
    void stage.goTo('/');
    await click(keep);
    await expect.element(field).toHaveValue(typed);
    stage.goBack();
    await click(button('Discard', question));
    await expectGone(dialog('Edit room'));
    expect(stage.address()).toBe('/rooms');
  });

  test('has what was typed when the session ended', async () => {
    const { server, stage, field, save, form } = await open(plain);
    const ended = refusal('session_expired');
    server.next(updateRoom, {
      reply: {
        ...ended,
        json: { message: { errors: [{ code: 'session_expired', message: '', isExpired: true }] } },
      },
    });
    await fill(field, typed);
    await click(save);
    await expect.poll(() => localStorage.getItem('token')).toBeNull();
    localStorage.setItem('token', 'of-a-test');
    await stage.reload();
    await expect
      .element(snackbar('What you typed before your session ended is back.'))
      .toBeVisible();
    await expect.element(field).toHaveValue(typed);
    await click(save);
    await expectGone(form);
    expect(server.writes.at(-1)?.body).toEqual({ name: typed, version: 1 });
  });
});
