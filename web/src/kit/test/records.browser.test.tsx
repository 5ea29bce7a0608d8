import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { alert, button, click, expectGone, expectRows, expectText, found, press } from './acts.ts';
import { refusal } from './fake-server.ts';
import { expectStill, watchShifts } from './layout-shifts.ts';
import { screens } from './room-screens.tsx';
import { getRoom, listRoomChanges, listVisitors } from './rooms.contract.ts';
import { aRoom, idOf, RoomsServer } from './rooms-server.ts';
import { openApp } from './stage.tsx';

afterEach(() => page.viewport(1440, 900));

const address = `/rooms/${idOf(1)}`;
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const expectChosen = async (name: string) => {
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
};
const wayBack = page.getByRole('link', { name: 'Go to Rooms' });
const heading = page.getByRole('heading', { level: 1 });

const aServer = () => {
  const server = new RoomsServer(aRoom(1));
  server.visitors = [{ _id: idOf(2), name: 'Lim Wei' }];
  return server;
};

describe("the tabs of a record's page", () => {
  test('are in the address, except the first', async () => {
    const stage = await openApp(aServer(), screens, address);
    await expectChosen('Visitors');
    expect(page.getByRole('tab').elements()).toHaveLength(3);
    for (const name of ['Shelves', 'Changes']) {
      await click(tab(name));
      await expect.poll(stage.address).toBe(`${address}?tab=${name.toLowerCase()}`);
    }
    await stage.reload();
    await expectChosen('Changes');
    await click(tab('Visitors'));
    await expect.poll(stage.address).toBe(address);
    stage.goBack();
    await expectChosen('Changes');
  });

  test('move with the arrow keys', async () => {
    const stage = await openApp(aServer(), screens, `${address}?tab=changes`);
    (await found(tab('Changes'))).focus();
    await press('{ArrowLeft}');
    await expect.element(tab('Shelves')).toHaveFocus();
    await expectChosen('Shelves');
    await expect.poll(stage.address).toBe(`${address}?tab=shelves`);
  });

  test('start at their first page', async () => {
    const server = aServer();
    server.visitors = Array.from({ length: 12 }, (_, index) => ({
      _id: idOf(index + 1),
      name: `Visitor ${index}`,
    }));
    const stage = await openApp(server, screens, `${address}?page=2`);
    await expectRows(2);
    await click(tab('Shelves'));
    await expect.poll(stage.address).toBe(`${address}?tab=shelves`);
  });
});

test('the breadcrumb leads to the list', async () => {
  const stage = await openApp(aServer(), screens, address);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expectText(crumbs, 'RoomsRoom 01');
  await click(crumbs.getByRole('link', { name: 'Rooms' }));
  await expect.poll(stage.address).toBe('/rooms');
});

describe.each([1440, 390])('at %i px', (width) => {
  test('nothing moves when the record arrives and its lists later', async () => {
    await page.viewport(width, width === 390 ? 844 : 900);
    const server = aServer();
    const [record, visitors] = [server.hold(getRoom), server.hold(listVisitors)];
    const shifts = watchShifts();
    await openApp(server, screens, address);
    await expectText(heading, 'Room');
    record();
    await expectText(heading, 'Room 01');
    visitors();
    await expectRows(1);
    expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0);
    await expectStill(shifts);
  });

  test('the details are above the tabs, or below them on phones', async () => {
    await page.viewport(width, width === 390 ? 844 : 900);
    await openApp(aServer(), screens, address);
    const topOf = async (part: Parameters<typeof found>[0]) =>
      (await found(part)).getBoundingClientRect().top;
    const tabs = await topOf(page.getByRole('tablist'));
    const details = await topOf(page.getByRole('region', { name: 'Details' }));
    expect(details > tabs).toBe(width === 390);
  });
});

describe('a record that cannot be shown', () => {
  test('does not exist', async () => {
    await openApp(aServer(), screens, `/rooms/${idOf(2)}`);
    await expect.element(page.getByText('This room does not exist')).toBeVisible();
    await expect.element(wayBack).toHaveAttribute('href', expect.stringMatching(/#\/rooms$/));
    await expectText(heading, 'Room');
  });

  test('does not exist for an address without an id', async () => {
    const server = aServer();
    server.next(getRoom, { reply: refusal('invalid_value', { field: 'id' }) });
    await openApp(server, screens, '/rooms/nonsense');
    await expect.element(page.getByText('This room does not exist')).toBeVisible();
  });

  test('may not be seen', async () => {
    const server = aServer();
    server.next(getRoom, { reply: refusal('forbidden') });
    await openApp(server, screens, address);
    await expect.element(page.getByText('You may not see this room')).toBeVisible();
    await expect.element(wayBack).toHaveAttribute('href', expect.stringMatching(/#\/rooms$/));
  });

  test('could not be loaded, and can be loaded again', async () => {
    const server = aServer();
    server.next(getRoom, { reply: refusal('internal') });
    await openApp(server, screens, address);
    await expectText(alert(), 'The room could not be loaded.');
    await click(button('Try again'));
    await expectText(heading, 'Room 01');
    await expectGone(alert());
  });
});

describe('the timeline', () => {
  const openChanges = async (server: RoomsServer) =>
    openApp(server, screens, `${address}?tab=changes`);
  const steps = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');

  test('names fields and values as the form does, without technical values', async () => {
    const server = aServer();
    server.changes = [
      {
        action: 'room.updated',
        changes: [
          { field: 'begins_on', from: null, to: '2026-04-01T06:00:00.000Z' },
          { field: 'opens', from: '2026-04-01', to: '2026-04-02' },
          { field: 'is_listed', from: 'true', to: 'false' },
          { field: 'phone', from: '91234567', to: '98765432' },
          { field: 'keeper_id', from: null, to: idOf(7) },
          { field: 'closed_on', from: null, to: '2026-04-01T06:00:00.000Z' },
        ],
      },
      { action: 'room.keys_handed_out', changes: [] },
      { action: 'room.created', changes: [] },
    ];
    await openChanges(server);
    await expect.element(steps.first()).toBeVisible();
    const [updated = '', handed = '', created = ''] = steps
      .elements()
      .map((step) => (step as HTMLElement).innerText);
    for (const words of [
      'Updated',
      'Mei Tan',
      'Start: nothing → 1 Apr 2026, 14:00',
      'Opens: 1 Apr 2026 → 2 Apr 2026',
      'Listed: Yes → No',
      'Phone: 91234567 → 98765432',
      'Closed on: nothing → ',
    ])
      expect(updated).toContain(words);
    expect(handed).toContain('Keys handed out');
    expect(created).toContain('Created');
    for (const words of [updated, handed, created])
      expect(words).not.toMatch(
        /\d{4}-\d\d-\d\d|\b[a-z]+_[a-z_]+\b|[\da-f]{8}-[\da-f]{4}-|\b(true|false|null|undefined)\b/,
      );
  });

  test('is paged in the address, and leads back from past its end', async () => {
    const server = aServer();
    server.changes = Array.from({ length: 21 }, () => ({ action: 'room.updated', changes: [] }));
    const stage = await openChanges(server);
    await expect.poll(() => steps.elements().length).toBe(20);
    await click(button('2', page.getByRole('navigation', { name: 'Pages of changes' })));
    await expect.poll(() => steps.elements().length).toBe(1);
    expect(stage.address()).toBe(`${address}?tab=changes&page=2`);
    expect(server.callsOf(listRoomChanges).at(-1)?.query).toEqual({ max: '20', offset: '20' });
    await stage.goTo(`${address}?tab=changes&page=9`);
    await click(button('Go to the first page'));
    await expect.poll(() => steps.elements().length).toBe(20);
  });

  test('folds long texts', async () => {
    const server = aServer();
    const to = 'Beside the stairs. '.repeat(20);
    server.changes = [{ action: 'room.updated', changes: [{ field: 'note', from: null, to }] }];
    await openChanges(server);
    await expect.element(page.getByText('Note changed')).toBeVisible();
    await expect.element(page.getByText('Before: nothing')).not.toBeVisible();
  });

  test('says that there are no changes, or that they could not be loaded', async () => {
    const server = aServer();
    server.next(listRoomChanges, { reply: refusal('forbidden') });
    await openChanges(server);
    await expectText(alert(), 'The changes could not be loaded.');
    await click(button('Try again'));
    await expect.element(page.getByText('There are no changes to display')).toBeVisible();
  });
});
