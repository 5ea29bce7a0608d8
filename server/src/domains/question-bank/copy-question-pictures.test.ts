import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  archiveQuestion,
  createQuestion,
  getQuestion,
  listQuestionChanges,
  listQuestionVersions,
  restoreQuestionVersion,
  tagQuestion,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { importQuestions } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import {
  imageBytesADay,
  mostCopied,
  uploadImage,
} from 'staffroom-contract/domains/users/images.contract.ts';
import { startTestApp, useTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { anImage, anImageFile } from '../../../test/factories/image.factory.ts';
import {
  anMcqUnit,
  anOpenUnit,
  aQuestion,
  aQuestionBody,
} from '../../../test/factories/question.factory.ts';
import { fetchFromStandIn, pictureWebsite } from '../../../test/picture-website.ts';
import { unique } from '../../../test/unique.ts';
import { FetchProblem, type FetchFile } from '../../platform/fetch-file.ts';
import type { JobContext } from '../../platform/jobs.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { users } from '../identity/users.schema.ts';
import { uploadedImages } from '../users/images.schema.ts';
import { copyQuestionPicturesJob } from './copy-question-pictures.job.ts';
import { questions } from './question-bank.schema.ts';

const app = useTestApp();

/** An address of its own, so that a test can count its requests. */
const anAddress = (width = 60) => `${pictureWebsite}/${unique('picture')}/${width}.png`;
const shown = (address: string, alt = 'A figure') => `<img src="${address}" alt="${alt}">`;
const withPictures = (...addresses: string[]) =>
  `<p>${unique('Port')} ${addresses.map((address) => shown(address)).join(' ')}</p>`;

type Run = {
  fetchFile?: FetchFile;
  actorId?: string;
  tries?: number;
  gone?: string[];
};

/** Runs the job of a question once, like a worker; returns what it postpones. */
const run = async (questionId: string, { tries = 0, gone = [], ...given }: Run = {}) => {
  const context: JobContext = {
    db: app.database.db,
    clock: app.clock,
    settings: { ...app.settings, firstPauseSeconds: 15 },
    listeners: app.listeners,
    fetchFile: given.fetchFile ?? fetchFromStandIn,
    carriers: undefined as never,
    jobId: randomUUID(),
    actorId: given.actorId ?? (await app.as('Admin')).id,
    requestId: 'test',
    address: 'worker',
    userAgent: 'worker',
  };
  const payload = { questionId, tries, gone };
  const postponed = await copyQuestionPicturesJob.handler(
    context,
    payload,
    new AbortController().signal,
  );
  return (
    postponed && {
      seconds: (postponed.again.getTime() - app.clock.now().getTime()) / 1000,
      payload: postponed.payload ?? payload,
    }
  );
};

/** Another website that counts its requests and answers some addresses with a problem. */
const aWebsite = (problems: Record<string, FetchProblem['reason'] | undefined> = {}) => {
  const requests: string[] = [];
  const fetchFile: FetchFile = async (address, maxBytes) => {
    requests.push(address);
    const problem = problems[address];
    if (problem) throw new FetchProblem(problem);
    return fetchFromStandIn(address, maxBytes);
  };
  return { requests, fetchFile, problems };
};

const questionOf = async (id: string) =>
  (await (await app.as('Admin')).call(getQuestion, { params: { id } })).data;

const versionsOf = async (id: string) =>
  (await (await app.as('Admin')).call(listQuestionVersions, { params: { id } })).data;

const actionsOf = async (id: string) => (await versionsOf(id)).map(({ action }) => action);

const jobsOf = async (id: string, { db }: TestApp['database'] = app.database) =>
  (
    await db.execute<{ state: string; actorId: string; isDue: boolean; tries: number }>(sql`
      select state, data ->> 'actorId' as "actorId", start_after <= now() as "isDue",
        (data -> 'payload' ->> 'tries')::int as tries
      from pgboss.job
      where name = 'copy-question-pictures' and data -> 'payload' ->> 'questionId' = ${id}
      order by created_on`)
  ).rows;

const forgetJobs = () =>
  app.database.db.execute(sql`delete from pgboss.job where name = 'copy-question-pictures'`);

const imagesCount = () => app.database.db.$count(uploadedImages);

describe('a saved question with pictures of other websites', () => {
  test('gets copies of them in all its texts, with their size and alt text, as a new version', async () => {
    const [one, two] = [anAddress(60), `${anAddress(80)}?a=1&amp;b=2`];
    const typist = await app.as('Typist', { name: 'Nadia Tan' });
    const before = await imagesCount();
    const { data } = await typist.call(createQuestion, {
      body: aQuestionBody({
        context: withPictures(one, two),
        unit: [
          anMcqUnit({
            question_body: `<p>Which?</p><p><img src="${one}" alt="A &quot;map&quot;" width="30" height="15"></p>`,
            option: [{ content: shown(one) }, { content: shown(two) }],
          }),
          anOpenUnit({ answer: { pre_unit: '', body: shown(two), post_unit: '' } }),
          anOpenUnit({
            answer_type: 'short_answer_set',
            answer: [{ pre_unit: '', body: shown(one), post_unit: '' }],
          }),
          anOpenUnit({ answer_type: 'rich_text', answer: withPictures(two) }),
        ],
      }),
    });
    expect(await jobsOf(data._id)).toMatchObject([{ state: 'created', actorId: typist.id }]);

    expect(await run(data._id, { actorId: typist.id })).toBeUndefined();

    const copied = await questionOf(data._id);
    const html = JSON.stringify([copied.context, copied.unit]);
    expect(html).not.toContain('pictures.example');
    const tag =
      /<img src="(\/api\/image\/[0-9a-f-]{36}\.jpg)" alt="([^"]*)" width="(\d+)" height="(\d+)">/g;
    const tags = [...html.replaceAll('\\"', '"').matchAll(tag)];
    const found = tags.map(([, , alt, width, height]) => `${alt} ${width}×${height}`);
    expect(found.toSorted()).toEqual([
      'A &quot;map&quot; 30×15',
      ...Array.from({ length: 3 }, () => 'A figure 60×30'),
      ...Array.from({ length: 4 }, () => 'A figure 80×30'),
    ]);
    // Each picture is stored once.
    expect(new Set(tags.map(([, url]) => url)).size).toBe(2);
    expect(await imagesCount()).toBe(before + 2);
    const { rawPayload } = await app.http.inject({ method: 'GET', url: tags[0]?.[1] ?? '' });
    expect(rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8');

    expect(copied.version).toBe(2);
    const [version, first] = await versionsOf(data._id);
    expect(version).toMatchObject({ action: 'pictures_copied', by: { name: 'Nadia Tan' } });
    expect(first?.context).toContain(one);
    const changes = await typist.call(listQuestionChanges, { params: { id: data._id } });
    expect(changes.data[0]).toMatchObject({
      by: { name: 'Nadia Tan' },
      action: 'question.pictures_copied',
    });
    const [audited] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, tags[0]?.[1]?.slice(11, 47) ?? ''));
    expect(audited?.after).toMatchObject({ copied_from: 'pictures.example' });
  });

  test('is queued again by a change and by a restored version, but not by the copies', async () => {
    const admin = await app.as('Admin');
    const { id } = await aQuestion(app, {
      context: withPictures(anAddress(), `${pictureWebsite}/page`),
    });
    await forgetJobs();
    await run(id);
    expect(await actionsOf(id)).toEqual(['pictures_copied', 'created']);
    expect(await jobsOf(id)).toEqual([]);
    await admin.call(updateQuestion, {
      params: { id },
      body: { context: withPictures(anAddress()) },
    });
    expect(await jobsOf(id)).toHaveLength(1);
    await admin.call(updateQuestion, { params: { id }, body: { context: '<p>Other</p>' } });
    await forgetJobs();
    await admin.call(restoreQuestionVersion, { params: { id, n: 1 }, body: {} });
    expect(await jobsOf(id)).toHaveLength(1);
  });

  test.each(['tagged', 'archived and back'])('is queued when it is %s', async (how) => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const admin = await app.as('Admin');
    await forgetJobs();
    if (how === 'tagged')
      await admin.call(tagQuestion, {
        params: { id },
        body: { topic: 'Ratio', skill: '', heuristic: '' },
      });
    else {
      await admin.call(archiveQuestion, { params: { id }, body: { is_archived: true } });
      expect(await jobsOf(id)).toEqual([]);
      await admin.call(archiveQuestion, { params: { id }, body: { is_archived: false } });
    }
    expect(await jobsOf(id)).toHaveLength(1);
  });

  test('has one waiting job, which the latest save makes due at once in its own name', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    await app.database.db.execute(sql`
      update pgboss.job set start_after = now() + interval '1 hour',
        data = jsonb_set(data, '{payload,tries}', '5')
      where data -> 'payload' ->> 'questionId' = ${id}`);
    expect(await jobsOf(id)).toMatchObject([{ isDue: false, tries: 5 }]);
    const typist = await app.as('Typist');
    const body = { context: withPictures(anAddress(), anAddress()) };
    await typist.call(updateQuestion, { params: { id }, body });
    expect(await jobsOf(id)).toEqual([
      { state: 'created', actorId: typist.id, isDue: true, tries: 0 },
    ]);
  });

  test('is not queued without a picture of another website', async () => {
    const typist = await app.as('Typist');
    const { url } = await typist.call(uploadImage, { file: await anImageFile() });
    const context = `<p>https://example.org/a.png ${shown(url)}</p>`;
    const { id } = await aQuestion(app, { context });
    await typist.call(updateQuestion, { params: { id }, body: { instruction: 'Think.' } });
    expect(await jobsOf(id)).toEqual([]);
  });

  test('is not queued by a save that is refused', async () => {
    const admin = await app.as('Admin');
    const { id } = await aQuestion(app);
    const body = { context: withPictures(anAddress()), meta: { topic: 'No such topic' } };
    await admin.refused(updateQuestion, { params: { id }, body });
    expect(await jobsOf(id)).toEqual([]);
  });

  test('is queued by an import whose copies failed for now', async () => {
    const context = withPictures('https://example.org/a.png');
    const content = JSON.stringify([aQuestionBody({ context })]);
    const admin = await app.as('Admin');
    const { data } = await admin.call(importQuestions, {
      query: { dry_run: 'false' },
      body: { content },
    });
    const [imported] = data.questions;
    expect(imported?.notes).toEqual([
      'The picture at example.org is not copied, and is still read from there. The picture could not be copied from example.org. It is tried again after the import.',
    ]);
    expect(await jobsOf(String(imported?._id))).toHaveLength(1);
  });
});

describe('a picture that cannot be copied', () => {
  test.each(['not_there', 'too_large'] as const)(
    'for good (%s) keeps its address and is not tried again',
    async (reason) => {
      const [gone, there] = [anAddress(), anAddress()];
      const { id } = await aQuestion(app, { context: withPictures(gone, there) });
      const { fetchFile, requests } = aWebsite({ [gone]: reason });
      expect(await run(id, { fetchFile })).toBeUndefined();
      expect(requests.toSorted()).toEqual([gone, there].toSorted());
      const { context } = await questionOf(id);
      expect(context).toContain(shown(gone));
      expect(context).not.toContain(there);
    },
  );

  test('because it is a web page keeps its address, without a new version', async () => {
    const { id } = await aQuestion(app, { context: withPictures(`${pictureWebsite}/page`) });
    expect(await run(id)).toBeUndefined();
    expect(await actionsOf(id)).toEqual(['created']);
  });

  test.each(['unreachable', 'too_slow'] as const)(
    'for now (%s) is tried again alone, with growing pauses',
    async (reason) => {
      const [away, gone, there] = [anAddress(), anAddress(), anAddress()];
      const { id } = await aQuestion(app, { context: withPictures(away, gone, there) });
      const { fetchFile, requests, problems } = aWebsite({ [away]: reason, [gone]: 'not_there' });
      const first = await run(id, { fetchFile });
      expect(first).toEqual({ seconds: 15, payload: { questionId: id, tries: 1, gone: [gone] } });
      requests.length = 0;
      const second = await run(id, { fetchFile, ...first?.payload });
      expect(second).toMatchObject({ seconds: 45, payload: { tries: 2, gone: [gone] } });
      expect(requests).toEqual([away]);
      problems[away] = undefined;
      expect(await run(id, { fetchFile, ...second?.payload })).toBeUndefined();
      const { context } = await questionOf(id);
      expect(context).not.toContain(away);
      expect(context).toContain(gone);
      expect(await actionsOf(id)).toEqual(['pictures_copied', 'pictures_copied', 'created']);
    },
  );

  test('is given up after 8 tries, and the job ends', async () => {
    const { id } = await aQuestion(app, { context: withPictures('https://example.org/a.png') });
    expect(await run(id, { tries: 6 })).toMatchObject({ payload: { tries: 7 } });
    expect(await run(id, { tries: 7 })).toBeUndefined();
    expect(await actionsOf(id)).toEqual(['created']);
  });

  test('because a text would become too long to be saved keeps its address', async () => {
    const short = `${pictureWebsite}/20.png`;
    const start = shown(short);
    const content = start + 'a'.repeat(5000 - start.length);
    const unit = [anMcqUnit({ option: [{ content }, { content: 'B' }] })];
    const { id } = await aQuestion(app, { unit });
    const before = await imagesCount();
    expect(await run(id)).toBeUndefined();
    expect(await actionsOf(id)).toEqual(['created']);
    expect(await imagesCount()).toBe(before);
  });
});

describe('the copies of a question', () => {
  /** A website that answers only once the test has done something in between. */
  const whileCopying = (act: () => Promise<unknown>): FetchFile => {
    let done: Promise<unknown> | undefined;
    return async (address, maxBytes) => {
      await (done ??= act());
      return fetchFromStandIn(address, maxBytes);
    };
  };

  test('replace only addresses that are still in it: a change meanwhile stays', async () => {
    const [removed, stays] = [anAddress(), anAddress()];
    const { id } = await aQuestion(app, { context: withPictures(removed, stays) });
    const typist = await app.as('Typist', { name: 'Mei Tan' });
    const before = await imagesCount();
    const words = unique('Changed');
    const context = `<p>${words} ${shown(stays, 'Another alt text')}</p>`;
    const fetchFile = whileCopying(() =>
      typist.call(updateQuestion, { params: { id }, body: { context, instruction: 'Think.' } }),
    );
    await run(id, { fetchFile });
    const copied = await questionOf(id);
    expect(copied.context).toMatch(
      new RegExp(`^<p>${words} <img src="/api/image/[^"]+" alt="Another alt text" width="60"`),
    );
    expect(copied.instruction).toBe('Think.');
    expect(await actionsOf(id)).toEqual(['pictures_copied', 'updated', 'created']);
    // The picture that was removed meanwhile is not stored.
    expect(await imagesCount()).toBe(before + 1);
  });

  test('are not saved if all their addresses were removed meanwhile', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const admin = await app.as('Admin');
    const body = { context: '<p>Without</p>' };
    const fetchFile = whileCopying(() => admin.call(updateQuestion, { params: { id }, body }));
    const before = await imagesCount();
    await run(id, { fetchFile });
    expect(await actionsOf(id)).toEqual(['updated', 'created']);
    expect(await imagesCount()).toBe(before);
  });

  test('are not saved if it was archived meanwhile', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const admin = await app.as('Admin');
    const body = { is_archived: true };
    const fetchFile = whileCopying(() => admin.call(archiveQuestion, { params: { id }, body }));
    expect(await run(id, { fetchFile })).toBeUndefined();
    expect(await actionsOf(id)).toEqual(['archived', 'created']);
    const { requests, fetchFile: again } = aWebsite();
    expect(await run(id, { fetchFile: again })).toBeUndefined();
    expect(requests).toEqual([]);
  });

  test('are not saved if it was deleted meanwhile, and the job ends', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const before = await imagesCount();
    const remove = () => app.database.db.delete(questions).where(eq(questions.id, id));
    expect(await run(id, { fetchFile: whileCopying(async () => remove()) })).toBeUndefined();
    expect(await imagesCount()).toBe(before);
    expect(await run(id)).toBeUndefined();
  });

  test('are made once if the job runs twice, one after the other or concurrently', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const before = await imagesCount();
    await Promise.all([run(id), run(id)]);
    const { requests, fetchFile } = aWebsite();
    await run(id, { fetchFile });
    expect(requests).toEqual([]);
    expect(await actionsOf(id)).toEqual(['pictures_copied', 'created']);
    expect(await imagesCount()).toBe(before + 1);
  });

  test('leave nothing behind if the worker is killed before they are saved', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const before = await imagesCount();
    const held = await app.database.pool.connect();
    try {
      await held.query('begin');
      await held.query('select from questions where id = $1 for update', [id]);
      const killed = run(id).catch((error: unknown) => error);
      const waiting = async () =>
        (
          await app.database.db.execute<{ pid: number }>(sql`
            select pid from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database() and query like '%questions%for no key update%'`)
        ).rows.map(({ pid }) => pid);
      await expect.poll(waiting).toHaveLength(1);
      const [pid] = await waiting();
      await app.database.pool.query('select pg_terminate_backend($1)', [pid]);
      expect(await killed).toBeInstanceOf(Error);
    } finally {
      await held.query('rollback');
      held.release();
    }
    expect(await imagesCount()).toBe(before);
    await run(id);
    expect(await actionsOf(id)).toEqual(['pictures_copied', 'created']);
  });

  test('are its own, also of a picture in two questions', async () => {
    const address = anAddress();
    const pair = await Promise.all(
      [1, 2].map(() => aQuestion(app, { context: withPictures(address) })),
    );
    const before = await imagesCount();
    for (const { id } of pair) await run(id);
    expect(await imagesCount()).toBe(before + 2);
  });

  test(`are made ${mostCopied.text} at a time, for any number of pictures`, async () => {
    const all = Array.from({ length: mostCopied.text + 1 }, () => anAddress(20));
    const { id } = await aQuestion(app, { context: withPictures(...all) });
    let reading = 0;
    let most = 0;
    const fetchFile: FetchFile = async () => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setTimeout(resolve, 5));
      reading -= 1;
      return anImage();
    };
    await run(id, { fetchFile });
    expect((await questionOf(id)).context).not.toContain('pictures.example');
    expect(await actionsOf(id)).toEqual(['pictures_copied', 'pictures_copied', 'created']);
    expect(most).toBe(2);
  });

  test('count towards the bytes of the user who saved it, and wait an hour when those are used up', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const typist = await app.as('Typist', {});
    const { url } = await typist.call(uploadImage, { file: await anImageFile() });
    await app.database.db
      .update(uploadedImages)
      .set({ bytes: imageBytesADay })
      .where(eq(uploadedImages.id, url.slice(11, 47)));
    const { requests, fetchFile } = aWebsite();
    expect(await run(id, { fetchFile, actorId: typist.id, tries: 3 })).toEqual({
      seconds: 3600,
      payload: { questionId: id, tries: 3, gone: [] },
    });
    expect(requests).toEqual([]);
    const other = await app.as('Typist', {});
    await run(id, { actorId: other.id });
    const [copy] = await app.database.db
      .select()
      .from(uploadedImages)
      .where(eq(uploadedImages.createdBy, other.id));
    expect(copy).toMatchObject({ width: 60, height: 30 });
  });

  test('are not made for a user who may not manage questions any more', async () => {
    const { id } = await aQuestion(app, { context: withPictures(anAddress()) });
    const left = await app.as('Typist', {});
    await app.database.db.update(users).set({ enabled: false }).where(eq(users.id, left.id));
    const agent = await app.as('Agent');
    for (const actorId of [left.id, agent.id]) expect(await run(id, { actorId })).toBeUndefined();
    expect(await actionsOf(id)).toEqual(['created']);
  });
});

describe('a save after the copies', () => {
  /** A question whose only picture was copied after its creation. */
  const aCopiedQuestion = async () => {
    const body = aQuestionBody({ context: withPictures(anAddress()) });
    const { data } = await (await app.as('Admin')).call(createQuestion, { body });
    await forgetJobs();
    await run(data._id);
    return { id: data._id, body, copied: await questionOf(data._id) };
  };

  test('from the version before is not stale, and keeps the copies', async () => {
    const { id, body, copied } = await aCopiedQuestion();
    const admin = await app.as('Admin');
    const context = body.context?.replace('</p>', ' More words.</p>') ?? '';
    const { data } = await admin.call(updateQuestion, {
      params: { id },
      body: { context, version: 1 },
    });
    expect(data.version).toBe(3);
    expect(data.context).toBe(copied.context.replace('</p>', ' More words.</p>'));
    const topic = { topic: 'Ratio', skill: '', heuristic: '' };
    const stale = await admin.refused(tagQuestion, {
      params: { id },
      body: { ...topic, version: 1 },
    });
    expect(stale).toMatchObject({ status: 409, code: 'stale' });
    expect(await jobsOf(id)).toEqual([]);
  });

  test.each([3, 2 ** 31, 0, -(2 ** 31) - 1])(
    'of version %i, which does not exist, is stale',
    async (version) => {
      const { id } = await aCopiedQuestion();
      const body = { is_archived: true, version };
      const admin = await app.as('Admin');
      expect(await admin.refused(archiveQuestion, { params: { id }, body })).toMatchObject({
        code: 'stale',
      });
    },
  );

  test('with the same text as before changes nothing', async () => {
    const { id, body } = await aCopiedQuestion();
    const { context } = body;
    const admin = await app.as('Admin');
    await admin.call(updateQuestion, { params: { id }, body: { context } });
    await admin.call(restoreQuestionVersion, { params: { id, n: 1 }, body: {} });
    expect(await actionsOf(id)).toEqual(['pictures_copied', 'created']);
  });

  test('gives a copy its own size, whatever size the text had', async () => {
    const address = anAddress(60);
    const small = `<img src="${address}" alt="A figure" width="20" height="10">`;
    const { id } = await aQuestion(app, { context: `<p>${small}</p>` });
    await run(id);
    const body = { context: `<p>${shown(address)}</p>` };
    const admin = await app.as('Admin');
    const { data } = await admin.call(updateQuestion, { params: { id }, body });
    expect(data.context).toMatch(/ width="60" height="30">/);
  });
});

describe('in a worker', () => {
  test('a question is copied after the save, a picture for now is tried again, and no job fails', async () => {
    const away = anAddress();
    const { fetchFile, problems, requests } = aWebsite({ [away]: 'unreachable' });
    const own = await startTestApp({ work: true, fetchFile, settings: { firstPauseSeconds: 1 } });
    try {
      const admin = await own.as('Admin');
      const there = anAddress();
      const { id } = await aQuestion(own, { context: withPictures(there, away) });
      const now = async () => (await admin.call(getQuestion, { params: { id } })).data.context;
      await expect.poll(now, { timeout: 15_000 }).not.toContain(there);
      expect(await now()).toContain(away);
      problems[away] = undefined;
      await expect.poll(now, { timeout: 15_000 }).not.toContain(away);
      const states = async () =>
        (await jobsOf(id, own.database)).map(({ state, tries }) => [state, tries]);
      const ended = [0, 1].map((tries) => ['completed', tries]);
      await expect.poll(states, { timeout: 10_000 }).toEqual(ended);
      expect(requests.filter((address) => address === there)).toHaveLength(1);
    } finally {
      await own.close();
    }
  });
});
