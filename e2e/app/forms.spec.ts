import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { forms, questions, rowQuestions } from '../support/all-examples.ts';
import type { Examples, OpenableForm, Question, RecordForm } from '../support/examples.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';
import { webSources } from '../support/web-sources.ts';

/** Titles of dialogs without a text field, which the walks below need. */
const withoutText = [
  'Move to another lesson',
  'Copy questions',
  'Match attendee',
  'Tag Question',
  'Replace file',
  'Change password',
  'New recovery codes',
  // Needs an authenticator; passkeys.spec.ts has one.
  'Add passkey',
];

test('every file with a form dialog is covered here', () => {
  const folder = join(import.meta.dirname, '..');
  const examples = globSync('*/*.examples.ts', { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const titles = [...examples.matchAll(/title: '([^']*)'/g)].map(([, title]) => title ?? '');
  const names = [...titles, ...withoutText].flatMap((title) => [`'${title}'`, `"${title}"`]);
  const unwalked = webSources(
    (source) =>
      /<(RecordDialog|RecordForm|ActDialog)\b/.test(source) &&
      !names.some((name) => source.includes(name)),
  );
  expect(unwalked, 'files with a dialog whose title no example has').toEqual([]);
});

const partsOf = (page: Page, form: OpenableForm) => {
  const dialog = page.getByRole('dialog', { name: form.title });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  return {
    dialog,
    box: dialog.getByRole('textbox', { name: form.box, exact: true }),
    save: dialog.getByRole('button', { name: form.save, exact: true }),
    question,
    keep: question.getByRole('button', { name: 'Keep editing' }),
    discard: question.getByRole('button', { name: 'Discard' }),
  };
};

const isWrite = (request: Request) =>
  ['POST', 'PATCH', 'PUT', 'DELETE'].includes(request.method()) &&
  // These POST requests only read.
  !/\/(check|similar)(\?|$)/.test(request.url());

/** Returns the content of a write: its JSON, or the fields of its form data, with files by name. */
const sentBy = (request: Request | undefined): object => {
  const text = request?.postData() ?? '';
  if (!/^--\S+\r\n/.test(text)) return (request?.postDataJSON() ?? {}) as object;
  const parts = text.matchAll(/name="(\w+)"(?:; filename="([^"]*)")?[^]*?\r\n\r\n([^]*?)\r\n--/g);
  return Object.fromEntries([...parts].map(([, name = '', file, value]) => [name, file ?? value]));
};

/** Aborts the next write before it reaches the server; resolves to all writes. */
const loseNextWrite = async (page: Page) => {
  const writes: Request[] = [];
  await page.route('**/api/**', async (route, request) => {
    if (!isWrite(request)) return route.fallback();
    writes.push(request);
    if (writes.length > 1) return route.fallback();
    return route.abort('connectionfailed');
  });
  return writes;
};

/** Expects fields for numbers and phones to keep other text as typed and to mark it as invalid. */
const expectUnreadableKept = async (dialog: Locator) => {
  const boxes = await dialog
    .locator('input:is([inputmode="numeric"], [inputmode="decimal"], [type="tel"]):enabled')
    .all();
  for (const each of boxes) await each.fill('1.5x');
  await dialog.getByRole('heading').first().click();
  for (const each of boxes) {
    await expect(each).toHaveValue('1.5x');
    await expect(each).toHaveAttribute('aria-invalid', 'true');
  }
};

const expectGuarded = async (page: Page, form: OpenableForm) => {
  const { dialog, box, question, keep, discard } = partsOf(page, form);
  await form.open(page);
  await box.fill(form.typed);
  // The first Escape leaves the changed field.
  await page.keyboard.press('Escape');
  await expect(box).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
  await keep.click();
  await expect(question).toBeHidden();
  await expect(box).toHaveValue(form.typed);
  await expectUnreadableKept(dialog);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await discard.click();
  await expect(dialog).toBeHidden();
};

const expectSentOnce = async (page: Page, form: OpenableForm) => {
  const { dialog, box, save } = partsOf(page, form);
  await form.open(page);
  await expect(box).not.toHaveValue(form.typed);
  await box.fill(form.typed);
  const writes = await loseNextWrite(page);
  await save.click();
  const alert = dialog.getByRole('alert');
  await expect(alert).toContainText('The server');
  const [first] = await Promise.all(
    writes.map((request) => request.headerValue('idempotency-key')),
  );
  if (first)
    await expect(alert).toContainText(
      `Nothing typed is lost. ${form.save} retries safely: it is never done twice.`,
    );
  await expect(box).toHaveValue(form.typed);
  await expect(save).toBeFocused();
  await box.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  expect(writes).toHaveLength(2);
  expect(await writes[1]?.headerValue('idempotency-key')).toBe(first);
  expect(sentBy(writes[1])).toEqual(sentBy(writes[0]));
};

const expectBothVersions = async (page: Page, form: RecordForm) => {
  const { dialog, box, save } = partsOf(page, form);
  const mine = `${form.typed} too`;
  await form.open(page);
  await box.fill(mine);
  await form.saveMeanwhile();
  await save.click();
  await expect(dialog.getByText(/^.+ changed this .+ while you were editing\.$/)).toBeVisible();
  await expect(dialog.getByText(/^Saved by .+, .*\d\d:\d\d\.$/)).toBeVisible();
  await expect(save).toBeFocused();
  const keeps = (whose: 'mine' | 'theirs') =>
    dialog.getByRole('radio', { name: `Keep ${whose}: ${form.box}`, exact: true });
  await expect(keeps('mine')).toBeChecked();
  await expectAccessible(page);
  // Fields that only the other user changed default to the other user's value.
  for (const others of await dialog.getByRole('radio', { name: /^Keep theirs/ }).all())
    if (!(await others.and(keeps('theirs')).count())) await expect(others).toBeChecked();
  await keeps('theirs').check();
  await expect(box).not.toHaveValue(mine);
  await dialog.getByRole('button', { name: 'Keep all of mine' }).click();
  await expect(box).toHaveValue(mine);
  await dialog.getByRole('button', { name: 'Keep all of theirs' }).click();
  await expect(box).not.toHaveValue(mine);
  await keeps('mine').check();
  await expect(box).toHaveValue(mine);
  const sending = page.waitForRequest(isWrite);
  await save.click();
  const body = sentBy(await sending);
  expect(Object.keys(body).toSorted()).toEqual(form.writes);
  await expect(dialog).toBeHidden();
};

/** Returns the dotted path of the typed text in the sent content; undefined if it is sent in another shape. */
const placeOf = (
  sent: unknown,
  typed: string,
  path: readonly string[] = [],
): string | undefined => {
  if (typeof sent === 'string')
    return sent === typed || sent === `<p>${typed}</p>` ? path.join('.') : undefined;
  if (typeof sent !== 'object' || sent === null) return undefined;
  for (const [key, value] of Object.entries(sent)) {
    const place = placeOf(value, typed, [...path, key]);
    if (place !== undefined) return place;
  }
  return undefined;
};

const refusal = 'The server refuses this value.';

/** Answers the next write with 422 for the text field; resolves to all writes and the path of that field. */
const refuseNextWrite = async (page: Page, form: OpenableForm) => {
  const writes: Request[] = [];
  const refused = Promise.withResolvers<string | undefined>();
  await page.route('**/api/**', async (route, request) => {
    if (!isWrite(request)) return route.fallback();
    writes.push(request);
    if (writes.length > 1) return route.fallback();
    const field = placeOf(sentBy(request), form.typed);
    refused.resolve(field);
    const error = { code: 'invalid_value', message: refusal, field };
    return route.fulfill({ status: 422, json: { message: { errors: [error] } } });
  });
  return { writes, field: refused.promise };
};

/** Forms that do not send the text as typed: a time is sent with its day, e-mails as the users found. */
const sentOtherwise = ['the homework of a lesson', 'students added to a lesson'];

// The kit's own tests prove the rest (web/src/kit/test): the short walks prove that each form is made of the kit.
for (const [name, example] of Object.entries(forms))
  test(`the form of ${name} shows a server refusal, then saves`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    problems.expect(/status of 422/);
    const form = await example(app);
    await signInAs('Admin');
    const { dialog, box, save } = partsOf(page, form);
    await form.open(page);
    await box.fill(form.typed);
    const { writes, field } = await refuseNextWrite(page, form);
    await save.click();
    await expect(dialog.getByText(refusal).first()).toBeVisible();
    expect((await field) === undefined, 'no field has the text').toBe(sentOtherwise.includes(name));
    if (!sentOtherwise.includes(name))
      await expect(box).toHaveAccessibleDescription(new RegExp(refusal));
    await save.click();
    await expect(dialog).toBeHidden();
    expect(writes).toHaveLength(2);
    if ('writes' in form) expect(Object.keys(sentBy(writes[1])).toSorted()).toEqual(form.writes);
  });

for (const [name, example] of Object.entries(walksAll ? forms : {}))
  test(`the form of ${name} keeps typed text, saves once and overwrites no concurrent save`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    problems.expect(/ERR_CONNECTION_FAILED/, /status of 409/);
    const form = await example(app);
    await signInAs('Admin');
    await test.step('asks before discarding unsaved text', () => expectGuarded(page, form));
    await test.step('keeps typed text when the connection fails, and retries the same request', () =>
      expectSentOnce(page, form));
    if ('saveMeanwhile' in form)
      await test.step('shows both versions after a save by another user', () =>
        expectBothVersions(page, form));
  });

test('every file whose row actions ask first is covered here', () => {
  const asking = webSources(
    (source) =>
      /\buseRowDelete\(/.test(source) ||
      (/\buseRowAct\(/.test(source) && /\bquestion: (?!false)/.test(source)),
  );
  expect(asking).toEqual(Object.keys(rowQuestions).toSorted());
});

/** Delays the next write until `letGo` is called, sends it and loses its response; resolves to all writes. */
const loseNextAnswer = async (page: Page) => {
  const writes: Request[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/**', async (route, request) => {
    if (!isWrite(request)) return route.fallback();
    writes.push(request);
    if (writes.length > 1) return route.fallback();
    await held;
    await route.fetch();
    return route.abort('connectionfailed');
  });
  return { writes, letGo };
};

const allQuestions: Examples<Question> = { ...questions, ...rowQuestions };

for (const [name, example] of Object.entries(walksAll ? {} : allQuestions))
  test(`the question before ${name} sends nothing until it is confirmed`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    const { title, save, open, isHarmless = false, isAfterRefusal = false } = await example(app);
    if (isAfterRefusal) problems.expect(/status of 409/);
    await signInAs('Admin');
    const writes: Request[] = [];
    await open(page);
    page.on('request', (request) => {
      if (isWrite(request)) writes.push(request);
    });
    const dialog = page.getByRole('dialog', { name: title });
    const yes = dialog.getByRole('button', { name: save, exact: true });
    await expect(isHarmless ? yes : dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(writes).toEqual([]);
    await yes.click();
    await expect(dialog).toBeHidden();
    expect(writes).toHaveLength(1);
  });

for (const [name, example] of Object.entries(walksAll ? allQuestions : {}))
  test(`the question before ${name} stays open on a lost response, and a retry repeats the request`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    problems.expect(/ERR_CONNECTION_FAILED/);
    const { title, save, open, isHarmless = false, isAfterRefusal = false } = await example(app);
    if (isAfterRefusal) problems.expect(/status of 409/);
    await signInAs('Admin');
    await open(page);
    const early: Request[] = [];
    const noteWrite = (request: Request) => {
      if (isWrite(request)) early.push(request);
    };
    page.on('request', noteWrite);
    const dialog = page.getByRole('dialog', { name: title });
    const yes = dialog.getByRole('button', { name: save, exact: true });
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await expect(isHarmless ? yes : cancel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toHaveCount(0);
    await expect(dialog).toBeHidden();
    expect(early).toEqual([]);
    page.off('request', noteWrite);

    await open(page);
    const { writes, letGo } = await loseNextAnswer(page);
    await yes.click();
    await expect(cancel).toBeDisabled();
    await page.keyboard.press('Escape');
    letGo();
    await expect(dialog.getByRole('alert')).toContainText('The server');
    expect(writes).toHaveLength(1);
    await yes.click();
    await expect(dialog).toBeHidden();
    expect(writes).toHaveLength(2);
    const [first, second] = await Promise.all(
      writes.map(async (each) => [
        each.method(),
        each.url(),
        await each.headerValue('idempotency-key'),
        each.postData(),
      ]),
    );
    expect(second).toEqual(first);
    // The retry gets the response of the first request, so that no conflict is reported.
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
