import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { expectAccessible } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';
import { actForms, recordForms, type OpenableForm, type RecordForm } from './forms.ts';
import { questionActForms, questionRecordForms } from './question-forms.ts';
import { questions, rowQuestions } from './questions.ts';
import { peopleActForms, peopleRecordForms } from './people-forms.ts';
import { ticketActForms, ticketRecordForms } from './ticket-forms.ts';

/** Dialogs of an act in which something is chosen and nothing typed. */
const withoutText = ['Move to another lesson', 'Copy questions', 'Match attendee', 'Tag Question'];

test('every file with the dialog of a form is walked here', () => {
  const domains = join(import.meta.dirname, '../../web/src/domains');
  const examples = [
    'forms.ts',
    'people-forms.ts',
    'question-forms.ts',
    'ticket-forms.ts',
    'questions.ts',
  ]
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const titles = [...examples.matchAll(/title: '([^']*)'/g)].map(([, title]) => title ?? '');
  const unwalked = globSync('**/*.tsx', { cwd: domains }).filter((file) => {
    const source = readFileSync(join(domains, file), 'utf8');
    const names = [...titles, ...withoutText].flatMap((title) => [`'${title}'`, `"${title}"`]);
    return (
      /<(RecordDialog|ActDialog)\b/.test(source) && !names.some((name) => source.includes(name))
    );
  });
  expect(
    unwalked,
    'none of forms.ts, people-forms.ts, ticket-forms.ts and questions.ts has an example with the title of a dialog of these',
  ).toEqual([]);
});

/** What of an opened form every walk uses. */
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
  // Read by what they are sent.
  !/\/(check|similar)(\?|$)/.test(request.url());

/** What a write carries: its JSON, or the fields of its form; a file itself is not to be had. */
const sentBy = (request: Request | undefined): object => {
  const text = request?.postData() ?? '';
  if (!/^--\S+\r\n/.test(text)) return (request?.postDataJSON() ?? {}) as object;
  const parts = text.matchAll(/name="(\w+)"(?:; filename="([^"]*)")?[^]*?\r\n\r\n([^]*?)\r\n--/g);
  return Object.fromEntries([...parts].map(([, name = '', file, value]) => [name, file ?? value]));
};

/** Loses the next write on its way to the server; answers all writes. */
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

/** Numbers and phones: what is none of them stays as it is typed and is said to be none. */
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
      `Nothing typed is lost. ${form.save} sends the same again; it is never done twice.`,
    );
  await expect(box).toHaveValue(form.typed);
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
  await expect(dialog.getByText(/^Somebody saved this .* meanwhile\.$/)).toBeVisible();
  await expect(dialog.getByText(/^Saved by .+, .*\d\d:\d\d\.$/)).toBeVisible();
  const keeps = (whose: 'mine' | 'theirs') =>
    dialog.getByRole('radio', { name: `Keep ${whose}: ${form.box}`, exact: true });
  await expect(keeps('mine')).toBeChecked();
  await expectAccessible(page);
  // What only they changed is theirs by itself.
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

for (const [name, example] of Object.entries<(app: Running) => Promise<OpenableForm | RecordForm>>({
  ...recordForms,
  ...questionRecordForms,
  ...peopleRecordForms,
  ...ticketRecordForms,
  ...actForms,
  ...questionActForms,
  ...peopleActForms,
  ...ticketActForms,
}))
  test(`the form of ${name} throws nothing away, sends once and overwrites nobody`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    problems.expect(/ERR_CONNECTION_FAILED/, /status of 409/);
    const form = await example(app);
    await signInAs('Admin');
    await test.step('asks before what was typed is thrown away', () => expectGuarded(page, form));
    await test.step('keeps what was typed when no answer comes, and sends it once more', () =>
      expectSentOnce(page, form));
    if ('saveMeanwhile' in form)
      await test.step('shows both versions when somebody saved meanwhile', () =>
        expectBothVersions(page, form));
  });

test('every file whose rows ask before an act is walked here', () => {
  const domains = join(import.meta.dirname, '../../web/src/domains');
  const asking = globSync('**/*.{ts,tsx}', { cwd: domains }).filter((file) => {
    const source = readFileSync(join(domains, file), 'utf8');
    return /\buseRowAct\(/.test(source) && /\bquestion: (?!false)/.test(source);
  });
  expect(asking.toSorted()).toEqual(Object.keys(rowQuestions).toSorted());
});

/** Lets the next write reach the server and loses its answer, once `letGo` is called; answers all writes. */
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

for (const [name, example] of Object.entries({ ...questions, ...rowQuestions }))
  test(`the question before ${name} stays when no answer comes, and a second yes is the same act`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    problems.expect(/ERR_CONNECTION_FAILED/);
    const { title, save, open, isHarmless = false } = await example(app);
    await signInAs('Admin');
    await open(page);
    const dialog = page.getByRole('dialog', { name: title });
    const yes = dialog.getByRole('button', { name: save, exact: true });
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await expect(isHarmless ? yes : cancel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toHaveCount(0);
    await expect(dialog).toBeHidden();

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
    // The second yes gets the answer of the first: nothing says that somebody else was quicker.
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
