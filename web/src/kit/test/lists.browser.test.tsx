import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  alert,
  box,
  button,
  chooseAct,
  click,
  dialog,
  expectGone,
  expectRows,
  expectText,
  fill,
  found,
  press,
  rows,
} from './acts.ts';
import { refusal } from './fake-server.ts';
import { screens } from './room-screens.tsx';
import { listRooms, listVisitors } from './rooms.contract.ts';
import { aRoom, idOf, RoomsServer } from './rooms-server.ts';
import { expectStill, watchShifts } from './layout-shifts.ts';
import { openApp } from './stage.tsx';

afterEach(() => page.viewport(1440, 900));
const onPhone = () => page.viewport(390, 844);

/** Rooms 1 to `count`; every third teaches Science. */
const rooms = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aRoom(index + 1, {
      subject: index % 3 === 2 ? 'Science' : 'Maths',
      updated: new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString(),
    }),
  );
const openRooms = async (count = 21, address = '/rooms') => {
  const server = new RoomsServer(...rooms(count));
  const stage = await openApp(server, screens, address);
  return { server, stage };
};

const goToPage = (number: string, nouns = 'rooms') =>
  click(button(number, page.getByRole('navigation', { name: `Pages of ${nouns}` })));
const header = (name: string) => page.getByRole('columnheader', { name });
const table = page.getByRole('table', { name: 'List of rooms' });
const subject = page.getByRole('combobox', { name: /^Subject / });
const firstRow = () => rows()[0]?.textContent ?? '';

/** The left edges of the columns and the different heights of the rows. */
const measure = () => ({
  edges: [...document.querySelectorAll('thead th')].map((cell) =>
    Math.round(cell.getBoundingClientRect().left),
  ),
  heights: [...new Set(rows().map((row) => Math.round(row.getBoundingClientRect().height)))],
});

/** Elements that scroll sideways, without the regions that may. */
const scrollingSideways = () =>
  [...document.querySelectorAll<HTMLElement>('*')]
    .filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        (element === document.documentElement ||
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)) &&
        element.checkVisibility() &&
        !element.matches('[role="region"], [role="tablist"]'),
    )
    .map(({ tagName, className }) => `${tagName}.${className}`);

/** The content and the name of the next downloaded file. */
const watchDownload = () => {
  const { promise, resolve } = Promise.withResolvers<{ name: string; content: Blob }>();
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:of-a-test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    resolve({ name: this.download, content });
  });
  return promise;
};
afterEach(() => vi.restoreAllMocks());

describe('the pages of a list', () => {
  test('have the size of the definition, and are in the address', async () => {
    const { server, stage } = await openRooms();
    await expect.element(page.getByText('1–10 of 21 rooms')).toBeVisible();
    await expectRows(10);
    expect(server.callsOf(listRooms).map(({ query }) => query)).toEqual([
      { sortBy: 'updated', order: 'desc', max: '10', offset: '0' },
    ]);
    await goToPage('3');
    await expectRows(1);
    expect(stage.address()).toBe('/rooms?page=3');
    await stage.reload();
    await expectRows(1);
    expect(firstRow()).toContain('Room 01');
  });

  test('keep the columns and the heights of the rows', async () => {
    await openRooms();
    await expectRows(10);
    const first = measure();
    expect(first.heights).toHaveLength(1);
    await goToPage('3');
    await expectRows(1);
    expect(measure()).toEqual(first);
  });

  test('go back with the browser', async () => {
    const { stage } = await openRooms();
    await goToPage('2');
    await expect.poll(firstRow).toContain('Room 11');
    stage.goBack();
    await expect.poll(firstRow).toContain('Room 21');
  });

  test('past the last one lead to the first', async () => {
    const { stage } = await openRooms(21, '/rooms?page=99');
    await expect.element(page.getByText('This page is past the end of 21 rooms.')).toBeVisible();
    await click(button('Go to the first page'));
    await expectRows(10);
    expect(stage.address()).toBe('/rooms');
  });

  test('stay dimmed while the next one loads', async () => {
    const { server } = await openRooms();
    await expectRows(10);
    const release = server.hold(listRooms);
    await goToPage('2');
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
    expect(firstRow()).toContain('Room 21');
    release();
    await expect.element(table).toHaveAttribute('aria-busy', 'false');
    expect(firstRow()).toContain('Room 11');
  });
});

test('a column sorts names ascending, then descending, from the first page', async () => {
  const { server, stage } = await openRooms(21, '/rooms?page=2');
  await click(button('Room', header('Room')));
  await expect.element(header('Room')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(firstRow).toContain('Room 01');
  expect(stage.address()).toBe('/rooms?sortBy=name&order=asc');
  expect(server.callsOf(listRooms).at(-1)?.query).toMatchObject({ sortBy: 'name', order: 'asc' });
  await click(button('Room', header('Room')));
  await expect.element(header('Room')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(firstRow).toContain('Room 21');
  expect(stage.address()).toBe('/rooms?sortBy=name&order=desc');
});

test('a column sorts numbers descending first', async () => {
  await openRooms();
  await click(button('Seats', header('Seats')));
  await expect.element(header('Seats')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(header('Room')).not.toHaveAttribute('aria-sort');
});

test('a filter starts at the first page, and Reset removes filter, search and order', async () => {
  const { server, stage } = await openRooms(21, '/rooms?page=2&search=room&sortBy=name&order=asc');
  await click(subject);
  await click(page.getByRole('option', { name: 'Science' }));
  await expectRows(7);
  await expectText(subject, 'Subject Science');
  expect(stage.address()).toBe('/rooms?search=room&sortBy=name&order=asc&subject=Science');
  expect(JSON.parse(server.callsOf(listRooms).at(-1)?.query['filter'] ?? '')).toEqual({
    name: { regex: 'room' },
    subject: 'Science',
  });
  await click(button('Reset'));
  await expectRows(10);
  expect(stage.address()).toBe('/rooms');
  await expectText(subject, 'Subject All');
});

test('a search shows its matches, and can be cleared when it has no match', async () => {
  const { stage } = await openRooms();
  const search = box('Name', page.getByRole('search'));
  await fill(search, 'room 07');
  await press('{Enter}');
  await expectRows(1);
  await fill(search, 'nothing');
  await press('{Enter}');
  await expect.element(page.getByText('There are no rooms to display')).toBeVisible();
  await expect.element(page.getByText('No name contains “nothing”.')).toBeVisible();
  await click(button('Clear search'));
  await expectRows(10);
  expect(stage.address()).toBe('/rooms');
});

describe('the download', () => {
  test('contains all matching rows of all pages', async () => {
    const { server } = await openRooms(21, '/rooms?subject=Maths&page=2');
    await expectRows(4);
    const downloaded = watchDownload();
    await click(button('Download'));
    const { name, content } = await downloaded;
    expect(name).toMatch(/^rooms(-[\w-]+)?\.csv$/);
    expect((await content.text()).split('\n')).toHaveLength(15);
    expect(server.sent.at(-1)).toMatchObject({ accept: 'text/csv', path: '/admin/room' });
    expect(server.sent.at(-1)?.query).not.toHaveProperty('max');
  });

  test('asks for the format if there are several', async () => {
    const { server } = await openRooms(3, '/cards');
    for (const [format, file, accept] of [
      ['CSV', 'all-rooms.csv', 'text/csv'],
      ['Plan', 'rooms.plan', 'text/x-rooms'],
    ] as const) {
      const downloaded = watchDownload();
      await click(button('Download'));
      await click(page.getByRole('menuitem', { name: format }));
      expect((await downloaded).name).toBe(file);
      expect(server.sent.at(-1)?.accept).toBe(accept);
    }
  });

  test('says why it failed, and is not offered without rows', async () => {
    const { server, stage } = await openRooms(3);
    await expectRows(3);
    server.next(listRooms, { reply: refusal('downloads_busy') });
    await click(button('Download'));
    await expect.element(page.getByText(/^Too many downloads are running/)).toBeVisible();
    await stage.goTo('/rooms?search=nothing');
    await expectGone(button('Download'));
  });
});

describe('J, K and Enter', () => {
  test('move through the rows and open one', async () => {
    const { stage } = await openRooms();
    await expectRows(10);
    await press('jj');
    expect(document.activeElement).toBe(rows()[1]);
    await press('k');
    expect(document.activeElement).toBe(rows()[0]);
    await press('{Enter}');
    await expect.poll(stage.address).toBe(`/rooms/${idOf(21)}`);
  });

  test('are joined by ".", which opens the menu of the row', async () => {
    await openRooms(2);
    await expectRows(2);
    await press('j.');
    const menu = page.getByRole('menu');
    await expect.element(menu).toBeVisible();
    await press('{Escape}');
    await expectGone(menu);
    expect(document.activeElement).toBe(rows()[0]);
  });

  test('are listed under ?, with the keys of the rows', async () => {
    await openRooms(2);
    await expectRows(2);
    await press('?');
    const keys = dialog('Keyboard shortcuts');
    for (const words of [
      'Next row',
      'Previous row',
      'Open the row',
      'Edit, of the row',
      'Menu, of the row',
    ])
      await expect.element(keys.getByText(words)).toBeVisible();
    await press('{Escape}');
    await expectGone(keys);
    await press('je');
    await expect.element(dialog('Edit room')).toBeVisible();
  });

  test('are typed in a search like other letters', async () => {
    await openRooms(2);
    await expectRows(2);
    const search = box('Name', page.getByRole('search'));
    (await found(search)).focus();
    await press('jk');
    await expect.element(search).toHaveValue('jk');
    await expect.element(search).toHaveFocus();
  });
});

describe('a table', () => {
  test('has a title on each cell whose text is cut off', async () => {
    const note = 'Beside the stairs, '.repeat(20);
    const server = new RoomsServer(aRoom(1, { note }));
    await openApp(server, screens, '/rooms');
    await expectRows(1);
    const cut = [...rows()[0]!.querySelectorAll('td')].filter(
      (cell) => cell.scrollWidth > cell.clientWidth + 1,
    );
    expect(cut.map(({ title }) => title)).toEqual([note]);
  });

  test('keeps row actions in sight when it is wider than the screen', async () => {
    await page.viewport(800, 900);
    await openRooms(2);
    const { right } = (await found(button('Actions for Room 01'))).getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(800);
    expect(document.querySelector('table')!.getBoundingClientRect().width).toBeGreaterThan(800);
  });

  test('alone scrolls on a phone, and the name stays in sight', async () => {
    await onPhone();
    await openRooms(2);
    await expectRows(2);
    expect(scrollingSideways()).toEqual([]);
    document.querySelector('table')!.parentElement!.scrollTo({ left: 300 });
    const lead = rows()[0]!.querySelector('td[data-lead]')!;
    const { left, right, top, height } = lead.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    for (const x of [left + 4, (left + right) / 2, right - 4])
      expect(lead.contains(document.elementFromPoint(x, top + height / 2))).toBe(true);
  });
});

describe('the toolbar', () => {
  const filter = (kind: string) => page.getByRole('combobox', { name: new RegExp(`^${kind} `) });
  const more = button(/^More/);
  const choose = async (kind: string, choice: string) => {
    await click(filter(kind));
    await click(page.getByRole('option', { name: choice, exact: true }));
    await expectText(filter(kind), `${kind} ${choice}`);
  };
  const openBar = async (width: number) => {
    await page.viewport(width, 900);
    await openApp(new RoomsServer(), screens, '/toolbar');
    await found(more);
  };
  /** The controls on the line, from the left, and the space at its end. */
  const shown = () => {
    const bar = document.querySelector('main [role="group"][aria-label="Filters"]')!;
    const controls = [...bar.querySelectorAll('input, button')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    const boxes = controls.map((each) => each.getBoundingClientRect());
    const { left, right, height } = bar.getBoundingClientRect();
    return {
      height,
      heights: [...new Set(boxes.map((box) => box.height))],
      words: controls.map(({ textContent }) => textContent).filter(Boolean),
      edges: [boxes[0]!.left - left, right - boxes.at(-1)!.right],
      search: boxes[0]!.width,
    };
  };
  const all = ['Lecture', 'Workshop', 'Revision', 'Recording', 'Examination', 'Excursion'];

  test('fills its line, with the filters that fit', async () => {
    await openBar(1440);
    expect(shown()).toMatchObject({
      height: 55,
      heights: [34],
      words: [...all.map((kind) => `${kind} All`), 'More'],
      edges: [16, 16],
    });
    await page.viewport(860, 900);
    await expect.poll(() => shown().words.length).toBeLessThan(all.length);
    const { words, search, ...line } = shown();
    expect(words).toEqual([...all.map((kind) => `${kind} All`).slice(0, words.length - 1), 'More']);
    expect(search).toBeGreaterThanOrEqual(200);
    expect(line).toEqual({ height: 55, heights: [34], edges: [16, 16] });
  });

  test('has the other filters in "More", with the number of changed ones', async () => {
    await openBar(860);
    await expectGone(filter('Excursion'));
    await press('{Tab}');
    await click(more);
    const others = dialog(/^More/);
    await expect.element(others.getByRole('combobox', { name: 'Seldom All' })).toBeVisible();
    await choose('Excursion', 'With');
    // Only the list of choices was closed.
    await expect.element(others).toBeVisible();
    await choose('Seldom', 'Without');
    await expectText(more, 'More2');
    await click(filter('Seldom'));
    await expect.element(page.getByRole('listbox', { name: 'Seldom' })).toBeVisible();
    await press('{Escape}');
    await expect.element(page.getByRole('listbox', { name: 'Seldom' })).not.toBeInTheDocument();
    await expect.element(others).toBeVisible();
    await press('{Escape}');
    await expectGone(others);
    await expect.element(more).toHaveFocus();
    await page.viewport(1440, 900);
    await expectText(filter('Seldom'), 'Seldom Without');
    await expectGone(more);
  });

  test('offers Reset only when a filter differs from its default', async () => {
    await openBar(1440);
    await expectGone(button('Reset'));
    await choose('Lecture', 'With');
    await expect.element(filter('Lecture')).toHaveAttribute('data-changed', 'true');
    await click(button('Reset'));
    await expectGone(button('Reset'));
    await expectText(filter('Lecture'), 'Lecture All');
  });

  test('starts with the search, which "/" focuses', async () => {
    await openBar(1440);
    await press('/');
    await expect.element(box('Room')).toHaveFocus();
  });
});

test('the foot of a list has the count, its keys, the download and the pages', async () => {
  await openRooms();
  await expectRows(10);
  const foot = (await found(page.getByText('1–10 of 21 rooms'))).parentElement!;
  expect(foot.getBoundingClientRect().height).toBe(48);
  const words = foot.textContent;
  expect(words).toMatch(
    /^1–10 of 21 rooms\s*J\s*K\s*move\s*↵\s*open\s*\.\s*menu\s*Download\s*123$/,
  );
});

test('on a phone the filters are in a drawer, whose button counts the results', async () => {
  await onPhone();
  const { stage } = await openRooms();
  await click(button(/^Filters/));
  const drawer = dialog('Filters');
  await click(drawer.getByRole('combobox', { name: /^Subject / }));
  await click(page.getByRole('option', { name: 'Science' }));
  await click(button('Show 7 rooms', drawer));
  await expectGone(drawer);
  expect(stage.address()).toBe('/rooms?subject=Science');
  await expectText(button(/^Filters/), 'Filters1');
});

test('rows that are cards on phones have no table there, and open by keyboard', async () => {
  await onPhone();
  const { stage } = await openRooms(3, '/cards');
  await expectRows(3);
  expect(page.getByRole('table').elements()).toEqual([]);
  await press('j{Enter}');
  await expect.poll(stage.address).toBe(`/rooms/${idOf(3)}`);
});

describe('while a list loads', () => {
  test('its columns are there, and nothing moves when the rows arrive', async () => {
    const server = new RoomsServer(...rooms(12));
    const release = server.hold(listRooms);
    const shifts = watchShifts();
    await openApp(server, screens, '/rooms');
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
    await expect.element(header('Room')).toBeVisible();
    release();
    await expectRows(10);
    await expectStill(shifts);
  });

  test('cards have placeholders', async () => {
    await onPhone();
    const server = new RoomsServer(aRoom(1));
    const release = server.hold(listRooms);
    await openApp(server, screens, '/cards');
    await expect.element(page.getByRole('status', { name: '' }).first()).toBeInTheDocument();
    expect(document.querySelectorAll('main [aria-busy="true"]')).not.toHaveLength(0);
    release();
    await expectRows(1);
    expect(document.querySelectorAll('main [aria-busy="true"]')).toHaveLength(0);
  });
});

describe('a list that cannot be loaded', () => {
  test.each(['/rooms', '/cards'])('says why, and can be loaded again: %s', async (address) => {
    const server = new RoomsServer();
    server.next(listRooms, { reply: refusal('forbidden') });
    await openApp(server, screens, address);
    await expectText(alert(), 'Opps, something wrong...');
    await expectText(alert(), 'The rooms could not be loaded. Your role may not do this.');
    await click(button('Try again'));
    await expectGone(alert());
    await expect.element(page.getByText('There are no rooms to display')).toBeVisible();
    expect(page.getByRole('navigation').elements()).toEqual([]);
  });
});

describe('a list in a dialog', () => {
  const openVisitors = async (count: number) => {
    const server = new RoomsServer(aRoom(1));
    server.visitors = Array.from({ length: count }, (_, index) => ({
      _id: idOf(index + 1),
      name: `Visitor ${String(index + 1).padStart(2, '0')}`,
    }));
    const stage = await openApp(server, screens, '/rooms');
    return { server, stage };
  };

  test('is paged without the address, and its keys move through its own rows', async () => {
    const { server, stage } = await openVisitors(12);
    await chooseAct('Room 01', 'Visitors');
    await expectRows(10);
    const address = stage.address();
    await goToPage('2', 'visitors');
    await expectRows(2);
    expect(stage.address()).toBe(address);
    await press('j');
    expect(document.activeElement).toBe(rows()[0]);
    await goToPage('1', 'visitors');
    await expectRows(10);
    expect(server.callsOf(listVisitors)[0]?.query).toMatchObject({ max: '10', offset: '0' });
  });

  test('has its own error and empty text', async () => {
    const { server } = await openVisitors(0);
    server.next(listVisitors, { reply: refusal('forbidden') });
    await chooseAct('Room 01', 'Visitors');
    const visitors = dialog('Visitors');
    await expectText(alert(visitors), 'The visitors could not be loaded.');
    await click(button('Try again', visitors));
    await expect.element(visitors.getByText('There are no visitors to display')).toBeVisible();
  });
});

describe('a list whose rows come with their record', () => {
  const shelves = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      uid: String(index),
      text: `Shelf ${9 - index}`,
    }));
  const openShelves = async (count: number) => {
    const server = new RoomsServer(aRoom(1, { shelves: shelves(count) }));
    const stage = await openApp(server, screens, `/rooms/${idOf(1)}?tab=shelves`);
    return { server, stage };
  };

  test('is paged and sorted in the browser', async () => {
    const { server, stage } = await openShelves(7);
    await expectRows(5);
    const asked = server.sent.length;
    await goToPage('2', 'shelves');
    await expectRows(2);
    expect(stage.address()).toBe(`/rooms/${idOf(1)}?tab=shelves&page=2`);
    await click(button('Shelf', header('Shelf')));
    await expectRows(5);
    expect(rows().map(({ textContent }) => textContent)).toEqual(
      ['3', '4', '5', '6', '7'].map((number) => `Shelf ${number}`),
    );
    expect(stage.address()).toBe(`/rooms/${idOf(1)}?tab=shelves`);
    expect(server.sent).toHaveLength(asked);
  });

  test('has an empty text', async () => {
    await openShelves(0);
    await expect.element(page.getByText('There are no shelves')).toBeVisible();
  });
});
