import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from '@playwright/test';
import { lists } from '../support/all-examples.ts';
import type { ListExample } from '../support/examples.ts';
import { expectAccessible, expectNoSidewaysScroll, resize } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';
import { webSources } from '../support/web-sources.ts';

/** Lists that every-screen.spec.ts shows with rows and checks with axe in every run. */
const seenByAxe: readonly string[] = [
  'attendees of a live session',
  'classes',
  'discount codes',
  'feedback',
  'lessons of a class',
  'live sessions',
  'orders',
  'questions',
  'submissions of a homework',
  'tickets',
  'users',
  'worksheets',
];

test('every list is covered here', () => {
  const showing = webSources((source) => /<(ListPage|ListTab|RowsTab)\b/.test(source));
  expect([...new Set(Object.values(lists).map(({ file }) => file))].toSorted()).toEqual(showing);
  expect(seenByAxe.filter((name) => !lists[name])).toEqual([]);
});

const listOn = (page: Page, { caption, nouns, page: param = 'page' }: ListExample) => {
  // The page below a dialog can have tables, too.
  const place = param === null ? page.getByRole('dialog').last() : page.getByRole('main');
  const table = place.getByRole('table', { name: caption ?? '', exact: true });
  return {
    place,
    table,
    rows: caption
      ? table.getByRole('row').filter({ has: page.getByRole('cell') })
      : page.getByRole('article'),
    goTo: (number: string) =>
      place
        .getByRole('navigation', { name: `Pages of ${nouns}`, exact: true })
        .getByRole('button', { name: number, exact: true })
        .click(),
  };
};

const withParameter = (address: string, parameter: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${parameter}`;

/** Returns the left edges of the columns and the different heights of the rows, without headings of groups. */
const measure = (table: Locator) =>
  table.evaluate((element) => ({
    edges: [...element.querySelectorAll('thead th')].map((cell) =>
      Math.round(cell.getBoundingClientRect().left),
    ),
    heights: [
      ...new Set(
        [...element.querySelectorAll('tbody tr:has(td)')].map((row) =>
          Math.round(row.getBoundingClientRect().height),
        ),
      ),
    ],
  }));

/** Returns the texts of cells that are cut off and have no title. */
const cutWithoutTitle = (table: Locator) =>
  table.evaluate((element) =>
    [...element.querySelectorAll('tbody td')]
      .filter((cell) =>
        [cell, ...cell.querySelectorAll('*')].some(
          (part) =>
            getComputedStyle(part).textOverflow === 'ellipsis' &&
            part.scrollWidth > part.clientWidth + 1,
        ),
      )
      .filter((cell) => !cell.hasAttribute('title'))
      .map((cell) => cell.textContent),
  );

/** Returns the points where the first row's name, which is sticky on phones, is covered in a scrolled table. */
const coveringName = async (table: Locator, rows: Locator) => {
  await rows.first().scrollIntoViewIfNeeded();
  return table.evaluate((element) => {
    element.parentElement?.scrollTo({ left: 300 });
    const lead = element.querySelector('tbody td[data-lead]')!;
    const { left, right, top, height } = lead.getBoundingClientRect();
    return [left + 4, (left + right) / 2, right - 4].filter(
      (x) => !lead.contains(document.elementFromPoint(x, top + height / 2)),
    );
  });
};

/** Presses Enter on the focused row and expects it to open. */
const expectOpened = async (page: Page, opens: ListExample['opens']) => {
  const saving = 'download' in opens ? page.waitForEvent('download') : undefined;
  await page.keyboard.press('Enter');
  if (opens instanceof RegExp) await expect(page).toHaveURL(opens);
  else if ('download' in opens) expect((await saving)?.suggestedFilename()).toMatch(opens.download);
  else await expect(page.getByRole('dialog', { name: opens.dialog })).toBeVisible();
};

/** Files of lists that load all rows in one response. */
const pagedInBrowser = webSources((source) => /<RowsTab\b/.test(source));

const isListCall = ({ call }: ListExample, request: Request) =>
  call?.test(new URL(request.url()).pathname) ?? false;

/** Returns the query and body of a list request: its filter, sorting and page. */
const inputOf = (request: Request) => `${new URL(request.url()).search} ${request.postData()}`;

const expectSorted = async (
  page: Page,
  example: ListExample,
  [header, sortBy]: [string, string],
) => {
  const { table } = listOn(page, example);
  const sort = table.getByRole('columnheader', { name: header, exact: true });
  // If the list is already sorted by this column, a click reverses the order.
  const isTurned = (await sort.getAttribute('aria-sort')) === 'ascending';
  const order = isTurned ? 'desc' : 'asc';
  const asking = page.waitForRequest((request) => {
    const query = new URL(request.url()).searchParams;
    return (
      isListCall(example, request) && query.get('sortBy') === sortBy && query.get('order') === order
    );
  });
  await sort.getByRole('button').click();
  await asking;
  await expect(sort).toHaveAttribute('aria-sort', `${order}ending`);
  await expect(page).toHaveURL(new RegExp(`sortBy=${sortBy}&order=${order}`));
};

const expectFiltered = async (
  page: Page,
  example: ListExample,
  [label, choice, chosen]: [string, string, RegExp],
  before: string,
) => {
  const bar = page.getByRole('group', { name: 'Filters' });
  const field = bar.getByRole('combobox', { name: new RegExp(`^${label} `) });
  await field.click();
  const asking = page.waitForRequest(
    (request) => isListCall(example, request) && inputOf(request) !== before,
  );
  await page.getByRole('option', { name: choice, exact: true }).click();
  await asking;
  await expect(page).toHaveURL(chosen);
  await expect(field).toHaveText(`${label} ${choice}`);
};

// The kit's own tests prove what all lists do (web/src/kit/test); the short walks prove each list's definition.
for (const [name, example] of Object.entries(lists))
  test(`${name}: shows and opens its rows, and has an empty state`, async ({
    page,
    app,
    signInAs,
  }) => {
    await signInAs('Admin');
    const { place, table, rows } = listOn(page, example);
    const { pageSize = 20, nouns, sort, filter, caption, phoneCards, empty } = example;
    if (empty.address) {
      await page.goto(await empty.address(app));
      await expect(place.getByText(empty.text, { exact: true }).last()).toBeVisible();
    }

    const address = await example.make(app, 2);
    const calls: Request[] = [];
    page.on('request', (request) => {
      if (isListCall(example, request)) calls.push(request);
    });
    await page.goto(address);
    await expect(place.getByText(`2 ${nouns}`, { exact: true }).last()).toBeVisible();
    await expect(rows).toHaveCount(2);
    const sizes = calls.map((request) => new URL(request.url()).searchParams.get('max'));
    if (!pagedInBrowser.includes(example.file)) expect(sizes).toContain(`${pageSize}`);
    if (caption) {
      expect((await measure(table)).heights).toHaveLength(1);
      expect(await cutWithoutTitle(table)).toEqual([]);
    }
    if (walksAll || !seenByAxe.includes(name)) await expectAccessible(page);
    if (sort) await expectSorted(page, example, sort);
    if (filter) await expectFiltered(page, example, filter, inputOf(calls.at(-1)!));
    if (phoneCards) {
      await resize(page, 390);
      await expect(table).toHaveCount(0);
      await expect(place.locator('[data-row]')).toHaveCount(2);
      await resize(page, 1440);
    }

    await (caption ? rows : place.locator('[data-row]')).first().focus();
    await expectOpened(page, example.opens);
  });

/** Faults of the page on paper: boxes that scroll or cut, and controls that are visible. */
const faultsOnPaper = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const boxes = [document.documentElement, document.body, ...main.querySelectorAll('*'), main];
    const cut = boxes
      .filter(
        (box) => isShown(box) && !['visible', 'clip'].includes(getComputedStyle(box).overflowY),
      )
      .filter((box) => box.scrollHeight > box.clientHeight + 1 && box.clientHeight > 1)
      .map(({ tagName, className }) => `${tagName}.${String(className)} is cut`);
    const controls = [
      ...document.querySelectorAll('header, nav:not([aria-label="Breadcrumb"]), form, button'),
    ]
      .filter(
        (each) =>
          isShown(each) &&
          !each.matches('th button, td button, [role="presentation"], [role="tab"]'),
      )
      .map(({ tagName, textContent }) => `${tagName} ${textContent} is visible`);
    return [...cut, ...controls];
  });

for (const name of ['users', 'lessons of a class', 'students of a lesson'])
  test(`on paper: ${name} without menu and toolbar, as one table on white`, async ({
    page,
    app,
    signInAs,
  }) => {
    const example = lists[name]!;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1440, height: 560 });
    await signInAs('Admin');
    const { pageSize = 20 } = example;
    await page.goto(await example.make(app, pageSize + 1));
    const { table, rows } = listOn(page, example);
    await expect(rows).toHaveCount(pageSize);
    const onScreen = await faultsOnPaper(page);
    expect(onScreen.filter((fault) => fault.endsWith('is cut'))).not.toEqual([]);

    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await faultsOnPaper(page)).toEqual([]);
    await expect(table).toBeVisible();
    await expect(rows.last()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(0);
    expect(
      await table.evaluate((element) => {
        const head = getComputedStyle(element.querySelector('thead')!).display;
        const { position } = getComputedStyle(element.querySelector('thead th')!);
        const { backgroundColor } = getComputedStyle(document.body);
        const { width } = element.getBoundingClientRect();
        return { head, position, backgroundColor, fits: width <= innerWidth };
      }),
    ).toEqual({
      // Repeated on each page.
      head: 'table-header-group',
      position: 'static',
      backgroundColor: 'rgb(255, 255, 255)',
      fits: true,
    });
  });

const expectListedKeys = async (page: Page) => {
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const words of ['Next row', 'Previous row', 'Open the row'])
    await expect(keys.getByText(words, { exact: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
};

for (const [name, example] of Object.entries(walksAll ? lists : {})) {
  const { pageSize = 20, page: param = 'page', nouns } = example;
  const shown = `1–${pageSize} of ${pageSize + 1} ${nouns}`;

  test(`${name}: paging, sorting, filters, keyboard, download and phone layout`, async ({
    page,
    app,
    signInAs,
  }) => {
    test.setTimeout(120_000);
    await signInAs('Admin');
    const address = await example.make(app, pageSize + 1);
    const { place, table, rows, goTo } = listOn(page, example);
    const sizes: (string | null)[] = [];
    page.on('request', (request) => {
      if (isListCall(example, request)) sizes.push(new URL(request.url()).searchParams.get('max'));
    });
    await page.goto(address);
    await expect(place.getByText(shown)).toBeVisible({ timeout: 20_000 });
    await expect(rows).toHaveCount(pageSize);
    if (!pagedInBrowser.includes(example.file)) expect(sizes).toContain(`${pageSize}`);

    await test.step('paging keeps the columns and row heights and is in the URL', async () => {
      const first = example.caption ? await measure(table) : null;
      if (first) expect(first.heights).toHaveLength(1);
      if (first) expect(await cutWithoutTitle(table)).toEqual([]);
      await goTo('2');
      await expect(rows).toHaveCount(1);
      if (first) expect(await measure(table)).toEqual(first);
      if (param) {
        await expect(page).toHaveURL(new RegExp(`[?&]${param}=2(&|$)`));
        await page.goto(withParameter(address, `${param}=2`));
        await expect(rows).toHaveCount(1);
        await page.goto(withParameter(address, `${param}=99`));
        await place.getByRole('button', { name: 'Go to the first page' }).click();
      } else await goTo('1');
      await expect(rows).toHaveCount(pageSize);
    });

    if (example.sort)
      await test.step('the list can be sorted', async () => {
        const [header, sortBy] = example.sort!;
        const sort = table.getByRole('columnheader', { name: header, exact: true });
        // If the list is already sorted by this column, the first click reverses the order.
        const isTurned = (await sort.getAttribute('aria-sort')) === 'ascending';
        const orders = ['asc', 'desc'];
        let before = '';
        for (const order of isTurned ? orders.toReversed() : orders) {
          await sort.getByRole('button').click();
          await expect(sort).toHaveAttribute('aria-sort', `${order}ending`);
          await expect(page).toHaveURL(new RegExp(`sortBy=${sortBy}&order=${order}`));
          // Until then the rows have the previous order.
          await expect(table).toHaveAttribute('aria-busy', 'false');
          if (before) await expect(rows.first()).not.toHaveText(before);
          before = (await rows.first().textContent()) ?? '';
        }
      });

    if (example.filter)
      await test.step('a filter is applied from the first page and can be reset', async () => {
        const [label, choice, chosen] = example.filter!;
        const bar = page.getByRole('group', { name: 'Filters' });
        const field = bar.getByRole('combobox', { name: new RegExp(`^${label} `) });
        await goTo('2');
        await expect(page).toHaveURL(/page=2/);
        await field.click();
        await page.getByRole('option', { name: choice, exact: true }).click();
        await expect(page).toHaveURL(chosen);
        await expect(page).not.toHaveURL(/page=/);
        await expect(rows).toHaveCount(pageSize);
        await expect(field).toHaveText(`${label} ${choice}`);
        await bar.getByRole('button', { name: 'Reset' }).click();
        await expect(page).not.toHaveURL(chosen);
        await expect(page).not.toHaveURL(/search=|sortBy=|code=/);
        await page.goto(address);
        await expect(rows).toHaveCount(pageSize);
      });

    if (example.download)
      await test.step('the download contains all rows', async () => {
        const downloading = page.waitForEvent('download');
        const footer = place.getByRole('button', { name: 'Download', exact: true });
        await footer.last().click();
        if (example.hasFormats) await page.getByRole('menuitem', { name: 'CSV' }).click();
        const file = await downloading;
        // The period and the filter follow the list's name.
        const stem = example.download?.replace('.csv', '');
        expect(file.suggestedFilename()).toMatch(new RegExp(`^${stem}(-[\\w-]+)?\\.csv$`));
        const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
        expect(lines).toHaveLength(pageSize + 2);
      });

    await test.step('row actions stay visible when the table is wider than the screen', async () => {
      await page.setViewportSize({ width: 800, height: 900 });
      const act = rows.first().locator('td[data-acts] button').last();
      const rightEdge = async () => {
        const box = (await act.count()) > 0 ? await act.boundingBox() : null;
        return box ? box.x + box.width : 0;
      };
      await expect.poll(rightEdge).toBeLessThanOrEqual(800);
    });

    await test.step('on a phone only the list scrolls, and the name stays visible', async () => {
      await expectNoSidewaysScroll(page, [390]);
      await page.setViewportSize({ width: 390, height: 844 });
      if (example.phoneCards) {
        await expect(table).toHaveCount(0);
        await expect(place.locator('[data-row]')).toHaveCount(pageSize);
      } else if (example.caption) {
        expect(await coveringName(table, rows)).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    if (example.filter)
      await test.step('on a phone the filters are in a drawer, whose button counts the results', async () => {
        const [label, choice, chosen] = example.filter!;
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('button', { name: /^Filters/ }).click();
        const drawer = page.getByRole('dialog', { name: 'Filters' });
        await drawer.getByRole('combobox', { name: new RegExp(`^${label} `) }).click();
        await page.getByRole('option', { name: choice, exact: true }).click();
        await drawer.getByRole('button', { name: `Show ${pageSize + 1} ${nouns}` }).click();
        await expect(drawer).toHaveCount(0);
        await expect(page).toHaveURL(chosen);
        await page.setViewportSize({ width: 1440, height: 900 });
      });

    await test.step('J, K and Enter move through the rows and open one', async () => {
      const focused = place.locator('[data-row]:focus');
      await page.locator('body').press('j');
      await page.keyboard.press('j');
      await expect(place.locator('[data-row]').nth(1)).toBeFocused();
      await page.keyboard.press('k');
      await expect(place.locator('[data-row]').first()).toBeFocused();
      await expect(focused).toHaveCount(1);
      // The ? dialog lists shortcuts of the page, not of a list in a dialog.
      if (param) await expectListedKeys(page);
      const search = page.getByRole('search').getByRole('textbox');
      if (param && (await search.count()) > 0) {
        const typed = await search.inputValue();
        await search.press('End');
        await search.pressSequentially('jk');
        await expect(search).toHaveValue(`${typed}jk`);
        await expect(focused).toHaveCount(0);
        await search.fill(typed);
        // A delayed search would replace the rows and lose the focus.
        await search.press('Enter');
        await expect(rows).toHaveCount(pageSize);
        await expect(place.locator('[data-refetching]')).toHaveCount(0);
        await search.blur();
        await page.keyboard.press('j');
      }
      await expect(focused).toHaveCount(1);
      await expectOpened(page, example.opens);
    });
  });

  test(`${name}: loading, error and empty states`, async ({ page, app, signInAs, problems }) => {
    test.setTimeout(90_000);
    problems.expect(/status of 403/);
    await signInAs('Admin');
    const { place, table } = listOn(page, example);
    const refuse = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
    const calls = ({ pathname }: URL) => example.call?.test(pathname) ?? false;
    const address = (await example.empty.address?.(app)) ?? '/user?tab=staff&tokens=list';
    if (example.call) {
      // A live update would load the list before the button is clicked.
      await page.route('**/api/live?*', () => undefined);
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(calls, async (route) => {
        await held;
        await route.fulfill({ status: 403, json: { message: refuse } });
      });
      await page.goto(address);
      if (example.caption) {
        await expect(table).toHaveAttribute('aria-busy', 'true');
        await expect(table.getByRole('columnheader').first()).toBeVisible();
      } else await expect(place.locator('[aria-busy="true"]').first()).toBeVisible();
      answer();
      const problem = place.getByRole('alert').filter({ hasText: 'could not be loaded' });
      await expect(problem).toContainText('Opps, something wrong...', { timeout: 20_000 });
      await expect(problem).toContainText('Your role may not do this.');
      await page.unroute(calls);
      await problem.getByRole('button', { name: 'Try again' }).click();
      await expect(problem).toHaveCount(0);
    } else await page.goto(address);
    // Other tests of this worker create tokens, so that their list is not empty.
    if (!example.empty.address) return;
    await expect(place.getByText(example.empty.text, { exact: true }).last()).toBeVisible();
    await expect(place.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  });
}
