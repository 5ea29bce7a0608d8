import type { BrowserContext, Page } from '@playwright/test';
import { sendClassroomEvents } from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { signInAs as makeSession } from 'staffroom-server/test/sign-in-as.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aPollQuestion } from 'staffroom-server/test/factories/poll.factory.ts';
import { aSystem } from 'staffroom-server/test/factories/service-token.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { updatePollQuestion } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { placeMany } from '../lessons/lesson-page.ts';
import type { Running } from '../support/running-server.ts';
import { expect, testInOwnBrowser as test } from '../support/test.ts';

/** A lesson with students and a poll question, and a function that answers it as one of them. */
const aClassroom = async (app: Running, students: number) => {
  const lesson = await aLesson(app, (await aClass(app)).id);
  const question = await aPollQuestion(app, lesson.id);
  const pupils = await placeMany(app, lesson, students);
  const classroom = await aSystem(app, 'classroom-events');
  return {
    lesson,
    question,
    address: `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls`,
    answer: async (number: number) => {
      const item = {
        external_id: unique('answer'),
        lesson: lesson.id,
        email: pupils[number]?.email ?? '',
        action: 'answer',
        at: new Date().toISOString(),
        poll: question.id,
        answer: [number % 4],
      };
      const { data } = await classroom.call(sendClassroomEvents, { body: { items: [item] } });
      expect(data).toMatchObject([{ ok: true }]);
    },
  };
};

const answered = (page: Page, count: number) =>
  page.getByRole('tabpanel').getByText(new RegExp(`· ${count} of \\d+ answered`));

/** Counts the live streams that a browser opens. */
const watchStreams = (context: BrowserContext) => {
  let opened = 0;
  context.on('request', (request) => {
    if (request.url().includes('/api/live?')) opened += 1;
  });
  return { opened: () => opened };
};

const anotherBrowser = async (page: Page, app: Running) => {
  const person = await makeSession(app, 'CustService', {});
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  const context = await browser.newContext({
    baseURL: app.address,
    storageState: {
      cookies: [],
      origins: [{ origin: app.address, localStorage: [{ name: 'token', value: person.token }] }],
    },
  });
  return { context, person, page: await context.newPage() };
};

// The bench checks that this takes less than a second: here three tests share two processors.
test('new answers and a colleague’s change appear in two browsers; a disabled account is signed out', async ({
  page,
  app,
  signInAs,
}) => {
  const { address, lesson, question, answer } = await aClassroom(app, 10);
  const admin = await signInAs('Admin');
  const other = await anotherBrowser(page, app);
  const both = [page, other.page];
  for (const each of both) await each.goto(address);
  for (const each of both) await expect(answered(each, 0)).toBeVisible();
  // Once the first answer is shown, the stream is open.
  for (let number = 0; number < 3; number += 1) {
    await answer(number);
    await Promise.all(both.map((each) => expect(answered(each, number + 1)).toBeVisible()));
  }
  await Promise.all(Array.from({ length: 7 }, (_, number) => answer(number + 3)));
  await Promise.all(both.map((each) => expect(answered(each, 10)).toBeVisible()));

  // An open form keeps its typed text.
  await page.getByRole('button', { name: 'Add Question' }).click();
  const box = page
    .getByRole('dialog', { name: 'Add Question' })
    .getByRole('textbox', { name: 'Question', exact: true });
  await box.fill('Half typed');
  await admin.call(updatePollQuestion, {
    params: { id: lesson.id, pollId: question.id },
    body: { question: 'Changed by a colleague' },
  });
  for (const each of both) await expect(each.getByText('Changed by a colleague')).toBeAttached();
  await expect(box).toHaveValue('Half typed');

  await admin.call(updateUser, {
    params: { type: 'CustService', id: other.person.id },
    body: { enabled: false },
  });
  await expect(other.page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await other.context.close();
});

test('the tabs of a browser share one stream, and another tab takes over when one closes', async ({
  page,
  context,
  app,
  signInAs,
}) => {
  const { address, answer } = await aClassroom(app, 3);
  await signInAs('Admin');
  const streams = watchStreams(context);
  await page.goto(address);
  await answer(0);
  await expect(answered(page, 1)).toBeVisible();
  const second = await context.newPage();
  await second.goto(address);
  await expect(answered(second, 1)).toBeVisible();
  await answer(1);
  await expect(answered(page, 2)).toBeVisible();
  await expect(answered(second, 2)).toBeVisible();
  expect(streams.opened()).toBe(1);
  await page.close();
  await answer(2);
  await expect(answered(second, 3)).toBeVisible();
  expect(streams.opened()).toBe(2);
});

test('the page catches up by itself after the database or the server was unavailable', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(
    /ERR_CONNECTION_(REFUSED|RESET)/,
    /ERR_EMPTY_RESPONSE/,
    /ERR_INCOMPLETE_CHUNKED/,
    /status of 503/,
  );
  const { address, answer } = await aClassroom(app, 4);
  await signInAs('Admin');
  await page.goto(address);
  await answer(0);
  await expect(answered(page, 1)).toBeVisible();

  await app.line.cut();
  await app.line.restore();
  // The first request may still get a connection that was cut.
  await expect(() => answer(1)).toPass();
  await expect(answered(page, 2)).toBeVisible({ timeout: 20_000 });

  await app.stop();
  await app.start();
  await answer(2);
  await expect(answered(page, 3)).toBeVisible({ timeout: 20_000 });
  await answer(3);
  await expect(answered(page, 4)).toBeVisible();
});
