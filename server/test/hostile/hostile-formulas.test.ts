import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import {
  getAnnouncement,
  sendAnnouncement,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  createQuestion,
  getQuestion,
  jsonFile,
  listQuestionChanges,
  listQuestions,
  listQuestionVersions,
  moodleFile,
  type Question,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { findSimilarQuestions } from 'staffroom-contract/domains/question-bank/likely-duplicates.contract.ts';
import { importQuestions } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import {
  getUser,
  listUserChanges,
  updateUser,
} from 'staffroom-contract/domains/users/user-record.contract.ts';
import { errorCatalogue } from 'staffroom-contract/shared/errors.ts';
import { announcements } from '../../src/domains/announcements/announcements.schema.ts';
import { auditLog } from '../../src/platform/platform.schema.ts';
import { useOwnTestApp } from '../build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  anEmailBody,
  pupils,
} from '../factories/announcement.factory.ts';
import { insertRow } from '../factories/insert-row.ts';
import {
  anMcqUnit,
  anOpenUnit,
  aQuestion,
  aStoredQuestion,
  aQuestionBody,
  formula,
} from '../factories/question.factory.ts';
import { aStudent } from '../factories/user.factory.ts';
import { startMailServer } from '../mail-server.ts';
import { expectWithinBars, useMeasuredApi } from '../measured-api.ts';
import { productHeap } from '../../src/product-heap.ts';
import { startWorker } from '../own-process.ts';
import type { Api } from '../stage.ts';
import { thirdOf } from '../walk.ts';

/*
 * Formulas that are much too long or nested much too deep. Each request runs in a process with the product's heap,
 * which must stay within the limits: 200 ms, 64 MB, and answers to other requests.
 */
const app = useOwnTestApp();
const api = useMeasuredApi(app);
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const hostile = {
  roots: `${'\\sqrt{'.repeat(6000)}x${'}'.repeat(6000)}`,
  'open roots': '\\sqrt{'.repeat(6000),
  'roots without braces': '\\sqrt'.repeat(6000),
  braces: `${'{'.repeat(6000)}x${'}'.repeat(6000)}`,
  fractions: `${'\\frac1{'.repeat(200)}x${'}'.repeat(200)}`,
};
const names = Object.keys(hostile) as (keyof typeof hostile)[];
const paragraph = (name: keyof typeof hostile) => `<p>Show ${formula(hostile[name])}</p>`;
const codeOf = (name: keyof typeof hostile) =>
  name === 'fractions' ? 'formula_too_deep' : 'formula_too_long';

const within = async <T>(name: string, action: () => Promise<T>): Promise<T> => {
  const { result, measures } = await api.measure(action);
  try {
    expectWithinBars(measures);
  } catch (error) {
    throw new Error(name, { cause: error });
  }
  return result;
};

const refusedBy = async (send: ReturnType<Api['refused']>) => {
  const { status, code, field } = await send;
  return { status, code, field };
};

test('every input refuses them with a code and the field, an import with the name of the question', async () => {
  const admin = await api.as('Admin');
  const question = await aQuestion(app);
  const student = await aStudent(app);
  const { lesson } = await aLessonWith(app, pupils(1));
  for (const name of names) {
    const text = paragraph(name);
    const refused = { status: 400, code: codeOf(name) };
    const answers = await within(name, async () => ({
      context: await refusedBy(
        admin.refused(createQuestion, { body: aQuestionBody({ context: text }) }),
      ),
      unit: await refusedBy(
        admin.refused(updateQuestion, {
          params: { id: question.id },
          body: { unit: [anOpenUnit(), anMcqUnit({ question_body: text })] },
        }),
      ),
      background: await refusedBy(
        admin.refused(updateUser, {
          params: { type: 'student', id: student.id },
          body: { meta: { background: text } },
        }),
      ),
      content: await refusedBy(
        admin.refused(sendAnnouncement, {
          params: { scope: 'lesson', id: lesson.id, type: 'email', recipients: 'student' },
          body: anEmailBody({ content: text }),
        }),
      ),
    }));
    expect({ name, ...answers }).toEqual({
      name,
      context: { ...refused, field: 'context' },
      unit: { ...refused, field: 'unit.1.question_body' },
      background: { ...refused, field: 'meta.background' },
      content: { ...refused, field: 'content' },
    });
  }

  const typist = await api.as('Typist');
  const words = codeWords();
  const json = names.map((name) => aQuestionBody({ context: paragraph(name) }));
  const moodle = names.map(
    (name) =>
      `<question type="essay"><name><text>${name}</text></name><questiontext format="html"><text><![CDATA[Show \\(${hostile[name]}\\)]]></text></questiontext><graderinfo><text>x</text></graderinfo></question>`,
  );
  const files = {
    Context: JSON.stringify([...json, aQuestionBody()]),
    'Unit 1, question body': `<quiz>${moodle.join('')}<question type="essay"><questiontext><text>Why?</text></questiontext><graderinfo><text>x</text></graderinfo></question></quiz>`,
  };
  for (const [field, content] of Object.entries(files)) {
    const body = { content, subject: 'Mathematics', level: ['primary-6' as const] };
    const { data } = await within(field, () => typist.call(importQuestions, { body }));
    expect(data.questions.map(({ problems }) => problems)).toEqual([
      ...names.map((name) => [`${field}: ${words[codeOf(name)]}`]),
      [],
    ]);
  }
});

/** Texts that are slow for a pattern or a parser of formatted text. */
const hostileTexts = (length: number) => [
  `<img ${' alt="'.repeat(length)}`.slice(0, length),
  ...['<span data-latex="x" ', '<div><span>', '<p>', '&', '&nbsp; ', '\\(x', '^{'].map((part) =>
    part.repeat(length / part.length),
  ),
];

test('hostile text of 50,000 characters is cleaned, and 400 kB in a Moodle file are refused', async () => {
  const typist = await api.as('Typist');
  await typist.call(createQuestion, { body: aQuestionBody() });
  for (const context of thirdOf(hostileTexts(50_000), 0))
    await within(context.slice(0, 30), () =>
      typist.send(createQuestion, { body: aQuestionBody({ context }) }),
    );
  for (const hostileText of thirdOf(hostileTexts(400_000), 1)) {
    const text = `<text><![CDATA[${hostileText}]]></text>`;
    const content = `<quiz><question type="essay"><questiontext format="html">${text}</questiontext><graderinfo>${text}</graderinfo><hint>${text}</hint></question></quiz>`;
    const body = { content, subject: 'Mathematics', level: ['primary-6' as const] };
    const { data } = await within(hostileText.slice(0, 30), () =>
      typist.call(importQuestions, { body }),
    );
    expect(data.imported).toBe(0);
    expect(data.questions[0]?.problems).toContain(
      'Unit 1, question body: At most 50,000 characters',
    );
  }
});

test('stored questions and students with them are read, exported and changed', async () => {
  const admin = await api.as('Admin');
  for (const name of names) {
    const { id, context } = await aStoredQuestion(app, paragraph(name));
    await storedChange('question', id, { context });
    const filter = { filter: { _id: id } };
    const exported = async (accept: string) =>
      (await admin.send(listQuestions, { query: filter, headers: { accept } })).body;
    const params = { params: { id } };
    await within(name, async () => {
      expect((await admin.call(getQuestion, params)).data.context).toBe(context);
      expect((await admin.call(listQuestions, { query: filter })).count).toBe(1);
      const [change] = (await admin.call(listQuestionChanges, params)).data;
      expect(change?.changes[0]?.to).toContain(hostile[name].slice(0, 50));
      await admin.call(findSimilarQuestions, { body: { text: hostile[name].slice(0, 20_000) } });
      const json = JSON.parse(String(await exported(jsonFile))) as { data: Question[] };
      expect(json.data[0]?.context).toBe(`<p>Show ${hostile[name]}</p>`);
      expect(await exported(moodleFile)).toContain(`&lt;p&gt;Show ${hostile[name]}&lt;/p&gt;`);
      const { data } = await admin.call(updateQuestion, {
        ...params,
        body: { instruction: 'Go.' },
      });
      expect(data.context).toBe(context);
      expect((await admin.call(listQuestionVersions, params)).count).toBe(2);
    });
  }

  for (const name of names) {
    const background = paragraph(name);
    const student = await aStudent(app, { background });
    await storedChange('user', student.id, { meta: { background } });
    const params = { params: { type: 'student' as const, id: student.id } };
    await within(name, async () => {
      expect((await admin.call(getUser, params)).data.meta?.background).toBe(background);
      const [change] = (await admin.call(listUserChanges, params)).data;
      expect(change?.changes[0]?.to).toContain(hostile[name].slice(0, 50));
    });
  }
});

test('stored announcements with them are delivered with the formula as text', async () => {
  // The worker uses the real clock.
  app.clock.setTo(new Date());
  app.forgetSessions();
  const mail = await startMailServer();
  const sent = await Promise.all(
    names.map(async (name) => {
      const { lesson } = await aLessonWith(app, pupils(1));
      const { _id } = await anAnnouncement(app, lesson.id);
      await app.database.db
        .update(announcements)
        .set({ content: paragraph(name) })
        .where(eq(announcements.id, _id));
      return _id;
    }),
  );
  const worker = await startWorker(app, {
    SMTP_URL: mail.url,
    NODE_OPTIONS: productHeap.flags.join(' '),
  });
  const ended = once(worker, 'exit').then(([code, signal]) => {
    throw new Error(`The worker ended with ${String(signal ?? code)}.`);
  });
  const admin = await app.as('Admin');
  const delivered = vi.waitFor(
    async () => {
      for (const announcementId of sent) {
        const { data } = await admin.call(getAnnouncement, { params: { announcementId } });
        expect(data.counts).toEqual({ sent: 1, failed: 0, pending: 0, unknown: 0 });
      }
    },
    { timeout: 60_000, interval: 100 },
  );
  await Promise.race([delivered, ended]);
  ended.catch(() => undefined);
  expect(mail.taken).toHaveLength(names.length);
});

/** An audit row as written before there was a limit. */
const storedChange = (entity: string, entityId: string, after: object) =>
  insertRow(app, auditLog, {
    at: new Date(app.clock.now().getTime() + 1000),
    actorId: null,
    actorName: 'Mei Tan',
    address: '127.0.0.1',
    requestId: 'stored',
    action: `${entity}.updated`,
    entity,
    entityId,
    before: {},
    after,
  });

const codeWords = () => ({
  formula_too_long: errorCatalogue.formula_too_long[1],
  formula_too_deep: errorCatalogue.formula_too_deep[1],
});
