import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureBrowser } from '../tools/ensure-browser.ts';
import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const students = 300;
/** Milliseconds for all answers. */
const within = 10_000;

/** 300 students answer a poll within 10 seconds: the delay until the pages of two browsers show each answer. */
export const measureAnswers = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const lesson = await aLessonOfMany(dataset);
  const poll = await server.call<{ data: { _id: string } }>(`/admin/lesson/${lesson.id}/poll`, {
    method: 'POST',
    body: {
      question: 'What is ¾ of 48?',
      option: ['12', '36', '64', '32'].map((content) => ({ content })),
      answer_index: [1],
    },
  });
  const { data: token } = await server.call<{ data: { token: string } }>('/admin/service-token', {
    method: 'POST',
    body: { name: 'Classroom', scopes: ['classroom-events'] },
  });
  const browsers = await Promise.all([openBrowser(), openBrowser()]);
  try {
    const address = `/course/${lesson.class_id}/lesson/${lesson.id}?tab=polls`;
    const pages = await Promise.all(browsers.map((browser) => openPage(browser, server, address)));
    const send = (number: number) =>
      sendAnswer(server, token.token, { lesson: lesson.id, poll: poll.data._id, number });
    // An open stream reports everything from now on.
    await send(0);
    await Promise.all(pages.map((page) => untilShown(page, 1)));
    const began = Date.now();
    const taken: number[] = [];
    await Promise.all(
      Array.from({ length: students - 1 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, (within * index) / students));
        await send(index + 1);
        taken.push(Date.now());
      }),
    );
    log(`${students} answers taken in ${Date.now() - began} ms`);
    await Promise.all(pages.map((page) => untilShown(page, students)));
    const delays = await Promise.all(pages.map((page) => delaysOn(page, taken)));
    return delays.flatMap((all, index) => {
      const what = `An answer is shown on the open page of browser ${index + 1}`;
      log(`${what}: p50 ${percentile(all, 0.5)} ms, p95 ${percentile(all, 0.95)} ms`);
      return [
        {
          what: `${what}, the latest after`,
          value: Math.max(...all),
          unit: 'ms',
          bar: 1000,
          atLeast: false,
        },
      ];
    });
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
};

const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

/** Script in the page: records when it first showed each number of answers. */
const noteShown = `
  globalThis.shown = [];
  new MutationObserver(() => {
    const found = /· (\\d+) of \\d+ answered/.exec(document.body?.textContent ?? '');
    const count = found === null ? undefined : Number(found[1]);
    if (count !== undefined && shown.at(-1)?.[0] !== count) shown.push([count, Date.now()]);
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

/** Opens the polls with a script that records when each number of answers was first shown. */
const openPage = async (browser: Browser, server: ServerUnderLoad, address: string) => {
  const context = await browser.newContext();
  await context.addInitScript((token) => localStorage.setItem('token', token), server.token);
  await context.addInitScript(noteShown);
  const page = await context.newPage();
  await page.goto(`${server.address}${address}`);
  await untilShown(page, 0);
  return page;
};

const untilShown = (page: Page, count: number) =>
  page
    .getByRole('tabpanel')
    .getByText(new RegExp(`· ${count} of \\d+ answered`))
    .waitFor();

/** Delays from each accepted answer until the page first showed that number of answers. */
const delaysOn = async (page: Page, taken: readonly number[]): Promise<number[]> => {
  const shown = (await page.evaluate('shown')) as [count: number, at: number][];
  return taken
    .toSorted((a, b) => a - b)
    .map((at, index) => {
      // The first answer was shown before.
      const count = index + 2;
      const first = shown.find(([known]) => known >= count)?.[1] ?? Infinity;
      return Math.max(0, first - at);
    });
};

type Sent = { lesson: string; poll: string; number: number };

const sendAnswer = async (
  server: ServerUnderLoad,
  token: string,
  { lesson, poll, number }: Sent,
) => {
  const answer = await fetch(`${server.address}/api/integrations/classroom-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [
        {
          external_id: `bench-${poll}-${number}`,
          lesson,
          email: `polled.${number}.${lesson}@example.com`,
          action: 'answer',
          at: new Date().toISOString(),
          poll,
          answer: [number % 4],
        },
      ],
    }),
  });
  const text = await answer.text();
  if (!text.includes('"ok":true')) throw new Error(`An answer was refused: ${text}`);
};

/** A lesson with 300 new students. */
const aLessonOfMany = async (dataset: Dataset) => {
  const [lesson] = await dataset.rows<{ id: string; class_id: string }>(
    'select id, class_id from lessons order by id desc limit 1',
  );
  if (!lesson) throw new Error('There is no lesson.');
  await dataset.rows(
    `with people as (
       insert into users (id, type, email, name, created, updated)
       select gen_random_uuid(), 'Student', 'polled.' || n || '.${lesson.id}@example.com', 'Student ' || n, now(), now()
       from generate_series(0, ${students - 1}) n returning id)
     insert into roster_sources (id, lesson_id, student_id, kind, added_by, created)
     select gen_random_uuid(), '${lesson.id}'::uuid, people.id, 'PAYMENT', (select id from users where type = 'Admin' limit 1), now()
     from people`,
  );
  return lesson;
};
