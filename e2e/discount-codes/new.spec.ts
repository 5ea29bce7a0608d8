import type { Api } from 'staffroom-server/test/stage.ts';
import { eq } from 'drizzle-orm';
import {
  getDiscountCode,
  listDiscountCodes,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { addDays, addMonths, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { formatDay } from '../../web/src/lib/formats.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { codeList } from './code-list.ts';
import { newCodeForm } from './new-code-form.ts';

const today = () => businessDayOf(new Date().toISOString(), 'Asia/Singapore');
const aName = () => unique('code').toUpperCase();
const taken = 'This code already exists, try a different one';

/** Returns the codes that the API finds by this name. */
const named = async (admin: Api, code: string) => {
  const { data } = await admin.call(listDiscountCodes, {
    params: { type: 'general' },
    query: { filter: { search: { regex: code } } },
  });
  return data;
};

test('the form starts with the defaults and lists the missing fields', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  await codeList(page).open();
  await page.getByRole('button', { name: 'Create New Discount Code' }).click();
  await expect(page).toHaveURL('/discountcode/new');
  const form = newCodeForm(page);
  await expect(form.choice('Percentage Discount')).toBeChecked();
  await expect(form.value).toHaveValue('0');
  await expect(form.box('Start date')).toHaveValue(formatDay(today()));
  await expect(form.box('End date')).toHaveValue(formatDay(addMonths(today(), 1)));
  await expect(form.box('Usage limit')).toHaveValue('0');
  await expect(page.getByText('*Leave at 0 for unlimited use')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Block trial orders' })).not.toBeChecked();
  await expect(form.chosen).toContainText('The code applies to every class.');

  await expect(page.getByText('Still needed: code, discount value.')).toBeVisible();
  await expect(form.submit).toBeDisabled();
  await form.code.fill('early');
  await form.value.fill('10');
  await expect(form.submit).toBeEnabled();
  for (const [name, typed] of [
    ['Code', 'early'],
    ['Discount value', '10'],
    ['Start date', formatDay(today())],
    ['End date', formatDay(today())],
    ['Usage limit', '0'],
  ] as const) {
    await form.box(name).fill('');
    await form.box(name).press('Tab');
    await expect(page.getByText(`Still needed: ${name.toLowerCase()}.`)).toBeVisible();
    await expect(form.submit).toBeDisabled();
    await form.box(name).fill(typed);
    await form.box(name).press('Tab');
    await expect(form.submit).toBeEnabled();
  }
});

testInOwnBrowser(
  'a date can be typed before the calendar has loaded and chosen in it afterwards',
  async ({ page, signInAs }) => {
    await signInAs('Admin');
    const form = newCodeForm(page);
    const calendar = Promise.withResolvers<void>();
    await page.route(/\/day-calendar-/, async (route) => {
      await calendar.promise;
      await route.continue();
    });
    await form.open();
    const day = today();
    const [year] = addMonths(day, 12).split('-');
    const end = form.box('End date');
    const asked = page.waitForRequest(/\/day-calendar-/);
    await end.fill(`7/4/${year}`);
    await asked;
    await end.press('Tab');
    await expect(end).toHaveValue(`7 Apr ${year}`);
    await end.click();
    calendar.resolve();
    await page.getByRole('button', { name: `15 April ${year}`, exact: true }).click();
    await expect(end).toHaveValue(`15 Apr ${year}`);
    await expect(end).toBeFocused();
    await expect(page.getByRole('table')).toHaveCount(0);

    await end.click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('button', { name: `31 May ${year}`, exact: true })).toBeVisible();
    await end.fill(`2 Jan ${year}`);
    await expect(page.getByRole('button', { name: `31 January ${year}` })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(end).toHaveValue(`2 Jan ${year}`);

    // Today is the business day, whatever the date in the browser's time zone.
    await end.fill(formatDay(day));
    const marked = page.locator('[data-business-today]');
    await expect(marked).toHaveText(String(Number(day.slice(8))));
    await expect(marked).toHaveAttribute('data-selected', 'true');
  },
);

testInOwnBrowser(
  'a date can be typed when the calendar fails to load',
  async ({ page, signInAs, problems }) => {
    problems.expect(/ERR_FAILED/);
    await signInAs('Admin');
    const form = newCodeForm(page);
    await page.route(/\/day-calendar-/, (route) => route.abort());
    await form.open();
    const end = form.box('End date');
    await form.code.fill('kept');
    await end.click();
    await expect(page.getByText('The calendar could not be loaded.')).toBeVisible();
    await end.fill('31 Feb 2031');
    await end.press('Tab');
    await expect(end).toHaveValue('31 Feb 2031');
    await expect(page.getByText('“31 Feb 2031” is not a day of the calendar.')).toBeVisible();
    await end.fill('28 feb 31');
    await end.press('Tab');
    await expect(end).toHaveValue('28 Feb 2031');
    await expect(form.code).toHaveValue('KEPT');
  },
);

test('a code is upper-cased while it is typed, also in the middle', async ({ page, signInAs }) => {
  await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open();
  await form.code.pressSequentially('earlybird');
  await expect(form.code).toHaveValue('EARLYBIRD');
  for (let step = 0; step < 4; step += 1) await form.code.press('ArrowLeft');
  await form.code.pressSequentially('-10-');
  await expect(form.code).toHaveValue('EARLY-10-BIRD');
  await form.code.fill('  less 5  ');
  await form.code.press('Tab');
  await expect(form.code).toHaveValue('LESS 5');
});

test('the confirmation lists the entries, and the list shows the created code', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const admin = await signInAs('Admin');
  const name = aName();
  const form = newCodeForm(page);
  await form.open();
  await form.code.fill(name.toLowerCase());
  await form.box('Description').fill('Through the agent');
  await form.choose('Fixed amount discount');
  await expect(form.choice('Whole order')).toBeChecked();
  await form.choose('Per lesson');
  await expect(form.value).toHaveAccessibleDescription('$ per lesson');
  await form.value.fill('5.50');
  await form.box('Usage limit').fill('10');
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: agent.name }).click();
  await page.getByRole('checkbox', { name: 'Block trial orders' }).check();
  await form.submit.click();
  for (const [label, words] of [
    ['Code', name],
    ['Description', 'Through the agent'],
    ['Type of discount', 'Fixed amount discount'],
    ['Discount value', '$5.50 per lesson'],
    ['Usage limit', '10 uses'],
    ['Agent', agent.name],
    ['Trial orders', 'Not allowed'],
    ['Classes', 'Every class'],
  ] as const) {
    const entry = form.confirm.locator('div', {
      has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }),
    });
    await expect(entry.last().getByRole('definition')).toHaveText(words);
  }
  await expectAccessible(page);
  await form.confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.confirm).toBeHidden();
  expect(await named(admin, name)).toEqual([]);
  await expect(form.code).toHaveValue(name);

  await form.create();
  await expect(form.created).toBeVisible();
  await expectAccessible(page);
  await form.created.getByRole('link', { name: 'Go to Discount Codes' }).click();
  await expect(page).toHaveURL('/discountcode');
  await expect(codeList(page).row(name)).toContainText('$5.50 per lesson');
  const [made] = await named(admin, name);
  expect(made).toMatchObject({
    discount_type: 'Each Element Dollar Off',
    discount: 5.5,
    currency: 'SGD',
    start_date: today(),
    end_date: addMonths(today(), 1),
    usage_limit: 10,
    agent: agent.id,
    block_trial: true,
    merchandise_id: [],
    status: 'Active',
  });
});

test('each of the four discount types shows its unit and its formatted value', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  const name = aName();
  const form = newCodeForm(page);
  await form.open();
  await form.code.fill(name);
  for (const [choices, typed, unit, words] of [
    [['Percentage Discount'], '12.5', '% of the whole order', '12.5%'],
    [['Fixed amount discount'], '20', 'US$ off the whole order', 'US$20.00'],
    [['Per lesson'], '5', 'US$ per lesson', 'US$5.00 per lesson'],
    [['Free lessons'], '2', 'lessons free, the cheapest of the order', '2 lessons free'],
  ] as const) {
    for (const choice of choices) await form.choose(choice);
    if (choices[0] === 'Fixed amount discount') {
      await page.getByRole('combobox', { name: 'Currency' }).click();
      await page.getByRole('option', { name: 'USD' }).click();
    }
    await expect(form.value).toHaveAccessibleDescription(unit);
    await form.value.fill(typed);
    await form.submit.click();
    await expect(form.confirm.getByText(words, { exact: true })).toBeVisible();
    await form.confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.confirm).toBeHidden();
  }
  await form.create();
  await expect(form.created).toContainText('takes 2 lessons free off');
  // The list opens no matter how the dialog is closed.
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/discountcode');
  await expect(
    codeList(page).row(name).getByRole('cell', { name: '2 lessons free', exact: true }),
  ).toBeVisible();
});

test('an existing code shows an error at its field, and the form keeps its values', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(60_000);
  problems.expect(/status of 409/);
  const before = await aDiscountCode(app);
  const admin = await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open();
  await form.code.fill(` ${before.code.toLowerCase()}`);
  await form.box('Description').fill('Once more');
  await form.value.fill('15');
  await form.create();
  await expect(form.confirm).toBeHidden();
  await expect(form.code).toHaveAccessibleDescription(taken);
  await expect(form.box('Description')).toHaveValue('Once more');
  await expect(form.value).toHaveValue('15');

  const other = aName();
  await form.code.fill(other);
  await expect(page.getByText(taken)).toHaveCount(0);
  await form.create();
  await expect(form.created).toBeVisible();
  expect(await named(admin, other)).toMatchObject([{ desc: 'Once more', discount: 15 }]);
});

test('only enabled agents are offered; one disabled meanwhile shows an error at its field', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const disabled = await anAgent(app, { name: unique('Gone'), enabled: false });
  await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open();
  await form.code.fill(aName());
  await form.value.fill('10');
  const agents = page.getByRole('combobox', { name: 'Agent' });
  await agents.click();
  await expect(page.getByRole('option', { name: agent.name })).toBeAttached();
  await expect(page.getByRole('option', { name: disabled.name })).toHaveCount(0);
  await page.getByRole('option', { name: agent.name }).click();
  await form.submit.click();
  await expect(form.confirm).toBeVisible();
  await app.database.db.update(users).set({ enabled: false }).where(eq(users.id, agent.id));
  await form.confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.confirm).toBeHidden();
  await expect(agents).toHaveAccessibleDescription('This agent is not enabled.');
  await expect(page.getByText(taken)).toHaveCount(0);
  await expect(agents).toHaveValue(agent.name);
  // Choosing the selected agent again clears the field.
  await agents.click();
  await page.getByRole('option', { name: agent.name }).click();
  await expect(agents).toHaveValue('');
  await form.create();
  await expect(form.created).toBeVisible();
});

test('a code whose response is lost can be submitted again and is created once', async ({
  page,
  signInAs,
  problems,
}) => {
  problems.expect(/Failed to load resource/, /Request failed/);
  const admin = await signInAs('Admin');
  const name = aName();
  const form = newCodeForm(page);
  await form.open();
  await form.code.fill(name);
  await form.value.fill('10');
  const calls = '**/api/admin/discountcode/general';
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.create();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached');
  await expect(form.confirm).toBeHidden();
  await page.unroute(calls);
  await form.create();
  await expect(form.created).toBeVisible();
  expect(await named(admin, name)).toHaveLength(1);
});

test('leaving asks for confirmation only if typed values would be lost', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open();
  const back = page.getByRole('main').getByRole('link', { name: 'Discount Codes' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await form.code.fill('early');
  await back.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(form.code).toHaveValue('EARLY');
  await back.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/discountcode');

  await form.open();
  await back.click();
  await expect(page).toHaveURL('/discountcode');
});

test('a duplicate copies the terms of a code and starts today with the same duration', async ({
  page,
  app,
  signInAs,
}) => {
  const source = await aDiscountCode(app, {
    description: 'Brothers and sisters',
    discountType: 'Absolute',
    value: 2000,
    currency: 'USD',
    startDate: '2026-01-01',
    endDate: '2026-01-11',
    usageLimit: 7,
    totalUsage: 7,
    isActive: false,
    blockTrial: true,
  });
  const admin = await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open(`/discountcode/new?from=${source.id}`);
  await expect(form.code).toHaveValue('');
  await expect(form.box('Description')).toHaveValue('Brothers and sisters');
  await expect(form.choice('Whole order')).toBeChecked();
  await expect(form.value).toHaveValue('20');
  await expect(form.box('Start date')).toHaveValue(formatDay(today()));
  await expect(form.box('End date')).toHaveValue(formatDay(addDays(today(), 10)));
  await expect(page.getByText('Still needed: code.')).toBeVisible();
  const name = aName();
  await form.code.fill(name);
  await form.create();
  await form.created.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const [made] = await named(admin, name);
  const { data } = await admin.call(getDiscountCode, { params: { id: made?._id ?? '' } });
  expect(data).toMatchObject({
    discount_type: 'Absolute',
    discount: 20,
    currency: 'USD',
    usage_limit: 7,
    total_usage: 0,
    block_trial: true,
    status: 'Active',
  });
});

test('duplicating an unknown code shows an error and a form with the defaults', async ({
  page,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 404/);
  await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open('/discountcode/new?from=0190f3b4-0000-7000-8000-000000000000');
  await expect(page.getByText('The discount code to duplicate does not exist.')).toBeVisible();
  await expect(form.value).toHaveValue('0');
});

test('a code can be created with the keyboard alone', async ({ page, signInAs }) => {
  await signInAs('Admin');
  const name = aName();
  const form = newCodeForm(page);
  await codeList(page).open();
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/discountcode/new');
  await form.code.focus();
  await page.keyboard.type(name);
  for (const stop of ['Agent', 'Description', 'Percentage Discount', 'Discount value'] as const) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${stop}`));
  }
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form.confirm.getByRole('button', { name: 'Confirm' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.created).toBeVisible();
  await expect(form.created.getByRole('link', { name: 'Go to Discount Codes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(codeList(page).row(name)).toBeVisible();
});
