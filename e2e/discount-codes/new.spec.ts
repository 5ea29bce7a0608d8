import type { Api } from 'staffroom-server/test/stage.ts';
import { eq } from 'drizzle-orm';
import { listDiscountCodes } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { addMonths, businessDayOf } from 'staffroom-contract/shared/dates.ts';
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

test('the form starts with its defaults, asks for confirmation, and the list shows the created code', async ({
  page,
  app,
  signInAs,
}) => {
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const admin = await signInAs('Admin');
  const name = aName();
  const form = newCodeForm(page);
  await codeList(page).open();
  await page.getByRole('button', { name: 'Create New Discount Code' }).click();
  await expect(page).toHaveURL('/discountcode/new');
  await expect(form.choice('Percentage Discount')).toBeChecked();
  await expect(form.box('Start date')).toHaveValue(formatDay(today()));
  await expect(form.box('End date')).toHaveValue(formatDay(addMonths(today(), 1)));
  await expect(page.getByText('*Leave at 0 for unlimited use')).toBeVisible();
  await expect(form.chosen).toContainText('The code applies to every class.');
  await expect(page.getByText('Still needed: code, discount value.')).toBeVisible();
  await expect(form.submit).toBeDisabled();

  await form.code.fill(name.toLowerCase());
  await form.box('Description').fill('Through the agent');
  await expect(form.value).toHaveAccessibleDescription('% of the whole order');
  await form.choose('Free lessons');
  await expect(form.value).toHaveAccessibleDescription('lessons free, the cheapest of the order');
  await form.choose('Fixed amount discount');
  await expect(form.choice('Whole order')).toBeChecked();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'USD' }).click();
  await expect(form.value).toHaveAccessibleDescription('US$ off the whole order');
  await form.choose('Per lesson');
  await expect(form.value).toHaveAccessibleDescription('US$ per lesson');
  await form.value.fill('5.50');
  await form.box('Usage limit').fill('');
  await expect(page.getByText('Still needed: usage limit.')).toBeVisible();
  await form.box('Usage limit').fill('10');
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: agent.name }).click();
  await page.getByRole('checkbox', { name: 'Block trial orders' }).check();

  await form.submit.click();
  for (const [label, words] of [
    ['Code', name],
    ['Description', 'Through the agent'],
    ['Type of discount', 'Fixed amount discount'],
    ['Discount value', 'US$5.50 per lesson'],
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

  await form.create();
  await form.created.getByRole('link', { name: 'Go to Discount Codes' }).click();
  await expect(page).toHaveURL('/discountcode');
  await expect(codeList(page).row(name)).toContainText('US$5.50 per lesson');
  const [made] = await named(admin, name);
  expect(made).toMatchObject({
    discount_type: 'Each Element Dollar Off',
    discount: 5.5,
    currency: 'USD',
    start_date: today(),
    end_date: addMonths(today(), 1),
    usage_limit: 10,
    agent: agent.id,
    block_trial: true,
    merchandise_id: [],
    status: 'Active',
  });
});

test('a refusal is shown at its field, and a code whose response is lost is created once', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 4/, /Failed to load resource/, /Request failed/);
  const before = await aDiscountCode(app);
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const disabled = await anAgent(app, { name: unique('Gone'), enabled: false });
  const admin = await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open();
  const agents = page.getByRole('combobox', { name: 'Agent' });
  const name = aName();

  await test.step('a code that exists', async () => {
    await form.code.fill(` ${before.code.toLowerCase()}`);
    await form.box('Description').fill('Once more');
    await form.value.fill('15');
    await form.create();
    await expect(form.confirm).toBeHidden();
    await expect(form.code).toHaveAccessibleDescription(taken);
    await expect(form.box('Description')).toHaveValue('Once more');
    await form.code.fill(name);
    await expect(page.getByText(taken)).toHaveCount(0);
  });

  await test.step('only enabled agents are offered; one is disabled meanwhile', async () => {
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
  });

  await test.step('the response is lost', async () => {
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
    expect(await named(admin, name)).toMatchObject([{ desc: 'Once more', discount: 15 }]);
  });
  // The list opens no matter how the dialog is closed.
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/discountcode');
});

testInOwnBrowser(
  'a date can be typed when the calendar fails to load, and before it has loaded',
  async ({ page: first, context, signInAs, problems }) => {
    problems.expect(/ERR_FAILED/);
    await signInAs('Admin');
    const day = today();
    const [year] = addMonths(day, 12).split('-');

    await test.step('the calendar fails to load', async () => {
      await first.route(/\/day-calendar-/, (route) => route.abort());
      const form = newCodeForm(first);
      await form.open();
      const end = form.box('End date');
      await form.code.fill('kept');
      await end.click();
      await expect(first.getByText('The calendar could not be loaded.')).toBeVisible();
      await end.fill('31 Feb 2031');
      await end.press('Tab');
      await expect(end).toHaveValue('31 Feb 2031');
      await expect(first.getByText('“31 Feb 2031” is not a day of the calendar.')).toBeVisible();
      await end.fill('28 feb 31');
      await end.press('Tab');
      await expect(end).toHaveValue('28 Feb 2031');
      await expect(form.code).toHaveValue('KEPT');
    });

    const page = await context.newPage();
    const form = newCodeForm(page);
    const end = form.box('End date');
    await test.step('the calendar is late', async () => {
      const calendar = Promise.withResolvers<void>();
      await page.route(/\/day-calendar-/, async (route) => {
        await calendar.promise;
        await route.continue();
      });
      await form.open();
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
    });

    await test.step('the calendar follows the typed date and closes with Escape', async () => {
      await end.click();
      await page.getByRole('button', { name: 'Next month' }).click();
      await expect(page.getByRole('button', { name: `31 May ${year}`, exact: true })).toBeVisible();
      await end.fill(`2 Jan ${year}`);
      await expect(page.getByRole('button', { name: `31 January ${year}` })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('table')).toHaveCount(0);
      await expect(end).toHaveValue(`2 Jan ${year}`);
    });

    // Today is the business day, whatever the date in the browser's time zone.
    await end.fill(formatDay(day));
    const marked = page.locator('[data-business-today]');
    await expect(marked).toHaveText(String(Number(day.slice(8))));
    await expect(marked).toHaveAttribute('data-selected', 'true');
  },
);

test('leaving asks for confirmation only if typed values would be lost', async ({
  page,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 404/);
  await signInAs('Admin');
  const form = newCodeForm(page);
  const back = page.getByRole('main').getByRole('link', { name: 'Discount Codes' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  // Duplicating an unknown code shows an error and a form with the defaults.
  await form.open('/discountcode/new?from=0190f3b4-0000-7000-8000-000000000000');
  await expect(page.getByText('The discount code to duplicate does not exist.')).toBeVisible();
  await expect(form.value).toHaveValue('0');
  await back.click();
  await expect(page).toHaveURL('/discountcode');

  await form.open();
  await form.code.fill('early');
  await back.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(form.code).toHaveValue('EARLY');
  await back.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/discountcode');
});

test('a code can be created with the keyboard alone, upper-cased also in the middle', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  const rest = aName();
  const name = `KEY-1-${rest}`;
  const form = newCodeForm(page);
  await codeList(page).open();
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/discountcode/new');
  await form.code.fill(`key${rest}`);
  await form.code.press('Home');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('-1-');
  await expect(form.code).toHaveValue(name);
  for (const stop of ['Description', 'Percentage Discount', 'Discount value'] as const) {
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
