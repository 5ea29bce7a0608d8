import { describe, expect, test } from 'vitest';
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
  press,
  expectRows,
  snackbar,
} from './acts.ts';
import { refusal } from './fake-server.ts';
import { screens } from './room-screens.tsx';
import { closeRoom, deleteRoom, emptyRoom } from './rooms.contract.ts';
import { aRoom, RoomsServer } from './rooms-server.ts';
import { openApp } from './stage.tsx';

type Question = {
  name: string;
  act: string;
  title: string;
  yes: string;
  operation: AnyOperation;
  done: string;
};

const emptying: Question = {
  name: 'an action without fields',
  act: 'Empty',
  title: 'Empty room',
  yes: 'Empty',
  operation: emptyRoom,
  done: 'Room 02 emptied',
};
const deleting: Question = {
  name: 'an action on a row',
  act: 'Delete',
  title: 'Delete room',
  yes: 'Delete',
  operation: deleteRoom,
  done: 'Room 02 deleted',
};

const openRooms = async () => {
  const server = new RoomsServer(aRoom(1), aRoom(2));
  await openApp(server, screens, '/rooms');
  return server;
};

describe.each([emptying, deleting])('the question of $name', ({ act, title, yes, ...rest }) => {
  const asked = dialog(title);
  const confirm = button(yes, asked);
  const cancel = button('Cancel', asked);

  test('sends nothing until it is confirmed', async () => {
    const server = await openRooms();
    await chooseAct('Room 02', act);
    await expect.element(cancel).toHaveFocus();
    await press('{Escape}');
    await expectGone(asked);
    expect(dialog('Discard changes?').elements()).toEqual([]);
    await chooseAct('Room 02', act);
    await click(cancel);
    await expectGone(asked);
    expect(server.writes).toEqual([]);
    await chooseAct('Room 02', act);
    await click(confirm);
    await expect.element(snackbar(rest.done)).toBeVisible();
    await expectGone(asked);
    expect(server.writes).toHaveLength(1);
  });

  test('stays open on a lost answer, and a retry repeats the request', async () => {
    const server = await openRooms();
    await chooseAct('Room 02', act);
    const release = server.hold(rest.operation, { lost: 'answer' });
    await click(confirm);
    await expect.element(cancel).toBeDisabled();
    await press('{Escape}');
    release();
    await expectText(alert(asked), 'The server cannot be reached at the moment.');
    await expectText(alert(asked), `${yes} retries safely: it is never done twice.`);
    expect(server.writes).toHaveLength(1);
    await click(confirm);
    await expectGone(asked);
    const [first, second] = server.writes;
    expect(server.writes).toHaveLength(2);
    expect(second).toEqual(first);
    expect(first?.key).toBeTruthy();
    // The retry gets the answer of the first request.
    expect(alert().elements()).toEqual([]);
  });
});

test('a question about a harmless action has the focus on its button', async () => {
  await openRooms();
  await chooseAct('Room 01', 'Empty');
  await expect.element(button('Empty', dialog('Empty room'))).toHaveFocus();
});

test('a refused action on a row says why in its question, and the rows are read again', async () => {
  const server = await openRooms();
  server.next(deleteRoom, { reply: refusal('forbidden') });
  await chooseAct('Room 02', 'Delete');
  server.rooms.delete(aRoom(1)._id);
  await click(button('Delete', dialog('Delete room')));
  await expectText(alert(dialog('Delete room')), 'Room 02 cannot be deleted.');
  await expectRows(1);
});

test('an action without a question says above the list why it was refused or is unknown', async () => {
  const server = await openRooms();
  server.next(deleteRoom, { reply: refusal('forbidden') });
  server.next(deleteRoom, { lost: 'answer' });
  await chooseAct('Room 02', 'Delete at once');
  await expectText(alert(), 'Room 02 cannot be deleted.');
  await chooseAct('Room 02', 'Delete at once');
  await expectText(
    alert(),
    'It is not known whether this was done. The server cannot be reached at the moment.',
  );
});

test('a refusal that becomes a question adds the consent, also to a retry', async () => {
  const server = await openRooms();
  const form = dialog('Close room');
  const asked = dialog('Close anyway?');
  const close = button('Close room', form);
  const booked = { reply: refusal('host_booked') };
  for (const fault of [booked, booked, { lost: 'answer' as const }]) server.next(closeRoom, fault);
  await chooseAct('Room 02', 'Close');
  await fill(box('Remark', form), 'Painting');
  await click(close);
  await click(button('Cancel', asked));
  await expectText(alert(form), 'The Zoom host has another lesson at this time.');
  await click(close);
  await click(button('Close anyway', asked));
  await expectText(alert(form), 'The server cannot be reached at the moment.');
  await click(close);
  await expect.element(snackbar('Room 02 closed')).toBeVisible();
  await expectGone(form);
  const body = { remark: 'Painting', notifies: false };
  expect(server.writes.map((sent) => sent.body)).toEqual([
    body,
    body,
    { ...body, allow_overlap: true },
    { ...body, allow_overlap: true },
  ]);
  expect(server.writes[3]?.key).toBe(server.writes[2]?.key);
});
