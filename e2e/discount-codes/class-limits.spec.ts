import type { Api } from 'staffroom-server/test/stage.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { listDiscountCodes } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { classes } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import { newId } from 'staffroom-server/src/platform/ids.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { classDialog, newCodeForm } from './new-code-form.ts';

/** Returns the current number of matching classes, including those of other tests. */
const countOf = async (admin: Api, filter: Record<string, unknown>) =>
  (await admin.call(listClasses, { query: { filter, max: 1 } })).count;

const limitsOf = async (admin: Api, code: string) => {
  const { data } = await admin.call(listDiscountCodes, {
    params: { type: 'general' },
    query: { filter: { search: { regex: code } } },
  });
  return data[0]?.merchandise_id ?? [];
};

test('specific classes can be found by name, added and removed', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('(P5+)');
  const names = [`${mark} English`, `${mark} Science`, `${mark} Maths`] as const;
  const made = [];
  for (const name of names) made.push(await aClass(app, { name }));
  const admin = await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open();
  const dialog = classDialog(page, 'Specific classes');
  await dialog.open();
  const box = dialog.dialog.getByRole('textbox', { name: 'Class name' });
  await expect(box).toBeFocused();
  await box.fill('no class is called so');
  await expect(dialog.dialog.getByText('No class found matching that name')).toBeVisible();
  await box.fill(` ${mark.toLowerCase()} `);
  await expect(dialog.found.getByRole('listitem')).toHaveCount(3);
  await expect(dialog.rowOf(dialog.found, names[0])).toContainText('Mathematics · Secondary 3');
  await dialog.rowOf(dialog.found, names[0]).getByRole('button', { name: 'Add' }).click();
  await dialog.rowOf(dialog.found, names[1]).getByRole('button', { name: 'Add' }).click();
  await expect(dialog.chosen.getByText('2 classes selected')).toBeVisible();
  await dialog.rowOf(dialog.chosen, names[0]).getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.chosen.getByText('1 class selected')).toBeVisible();
  await expect(
    dialog.rowOf(dialog.found, names[0]).getByRole('button', { name: 'Add' }),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.addAll.click();
  await dialog.use();
  await expect(form.chosen.getByText('3 classes selected')).toBeVisible();

  // Closing the dialog without "Use selected classes" changes nothing.
  await dialog.open();
  await dialog.chosen.getByRole('button', { name: 'Clear' }).click();
  await dialog.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(dialog.dialog).toBeHidden();
  await expect(form.chosen.getByText('3 classes selected')).toBeVisible();

  await dialog.rowOf(form.chosen, names[1]).getByRole('button', { name: 'Remove' }).click();
  await expect(form.chosen.getByText('2 classes selected')).toBeVisible();
  const code = unique('code').toUpperCase();
  await form.code.fill(code);
  await form.value.fill('10');
  await form.submit.click();
  await expect(form.confirm).toContainText(`2 classes: ${names[0]}, ${names[2]}`);
  await form.confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.created).toBeVisible();
  expect(new Set(await limitsOf(admin, code))).toEqual(new Set([made[0]?.id, made[2]?.id]));
});

test('“All classes of subject” adds every class, even beyond the largest page, and retries', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 403/);
  const now = app.clock.now();
  const template = await aClass(app, { subject: 'Biology' });
  await app.database.db.insert(classes).values(
    Array.from({ length: 205 }, (_, index) => ({
      ...template,
      id: newId(now),
      name: `Biology ${String(index).padStart(3, '0')}`,
    })),
  );
  const admin = await signInAs('Admin');
  const count = await countOf(admin, { subject: 'Biology' });
  expect(count).toBeGreaterThan(205);
  const form = newCodeForm(page);
  await form.open();
  const dialog = classDialog(page, 'All classes of subject');
  await dialog.open();
  const calls = '**/api/admin/class?*';
  await page.route(calls, (route) => route.fulfill({ json: { data: [], count: 0 } }));
  await dialog.group('Chemistry').click();
  await expect(dialog.dialog.getByText('No classes found')).toBeVisible();
  await page.unroute(calls);
  const message = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
  await page.route(calls, (route) => route.fulfill({ status: 403, json: { message } }));
  await dialog.group('Biology').click();
  await expect(dialog.dialog.getByRole('alert')).toContainText('The classes could not be loaded');
  await page.unroute(calls);
  await dialog.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.found.getByText(`${count} classes of Biology`)).toBeVisible();
  await expect(dialog.found.getByRole('listitem')).toHaveCount(50);
  await dialog.found.getByRole('button', { name: `Show 50 more of ${count} classes` }).click();
  await expect(dialog.found.getByRole('listitem')).toHaveCount(100);
  await dialog.addAll.click();
  await expect(dialog.chosen.getByText(`${count} classes selected`)).toBeVisible();
  await dialog.use();
  const code = unique('code').toUpperCase();
  await form.code.fill(code);
  await form.value.fill('10');
  await form.create();
  await expect(form.created).toBeVisible();
  expect(await limitsOf(admin, code)).toHaveLength(count);
});

test('a level button selects the classes of its levels', async ({ page, app, signInAs }) => {
  const levelOf = new Map<string, string>();
  for (const level of ['primary-1', 'primary-2', 'primary-3', 'primary-4', 'beginner'])
    levelOf.set((await aClass(app, { levels: [level] })).id, level);
  await signInAs('Admin');
  const form = newCodeForm(page);
  await form.open();
  await form.code.fill(unique('code'));
  await form.value.fill('10');
  let sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST')
      sent = (request.postDataJSON() as { merchandise_id?: string[] }).merchandise_id ?? [];
  });
  const dialog = classDialog(page, 'All classes of level');
  await dialog.open();
  await expect(dialog.dialog.getByRole('group', { name: 'Level' }).getByRole('button')).toHaveText([
    'Lower Pri',
    'Upper Pri',
    'Lower Sec',
    'Upper Sec',
    'Junior College',
    'IP',
    'IBDP',
  ]);
  await dialog.group('Lower Pri').click();
  await expect(dialog.found.getByText(/of Lower Pri$/)).toBeVisible();
  await dialog.addAll.click();
  await dialog.use();
  await form.create();
  await expect(form.created).toBeVisible();
  expect(sent.flatMap((id) => levelOf.get(id) ?? []).toSorted()).toEqual([
    'primary-1',
    'primary-2',
    'primary-3',
  ]);
});
