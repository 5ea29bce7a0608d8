import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { allOperations } from 'staffroom-contract/operations.ts';
import { useOwnTestApp } from '../test/build-test-app.ts';
import { aLiveSession } from '../test/factories/live-session.factory.ts';
import { anMcqUnit, anOpenUnit, aQuestion } from '../test/factories/question.factory.ts';
import { aUser } from '../test/factories/user.factory.ts';
import { exampleOf } from '../test/walkers/examples.ts';
import { fieldsOf, withValueAt } from '../test/walkers/input-fields.ts';
import { liveSessions } from './domains/live-sessions/live-sessions.schema.ts';
import { uploadedImages } from './domains/users/images.schema.ts';
import { auditLog } from './platform/platform.schema.ts';
import { pruneAll } from './pruning.ts';

const app = useOwnTestApp();
const day = 24 * 60 * 60_000;

const anImage = async (daysOld: number) => {
  const id = crypto.randomUUID();
  await app.database.db.insert(uploadedImages).values({
    id,
    content: Buffer.from('x'),
    mediaType: 'image/png',
    width: 1,
    height: 1,
    bytes: 1,
    createdBy: (await app.as('Admin')).id,
    created: new Date(app.clock.now().getTime() - daysOld * day),
  });
  return { id, url: `/api/image/${id}.png` };
};

const isKept = async ({ id }: { id: string }) => {
  await pruneAll({ db: app.database.db, clock: app.clock, settings: app.settings });
  const kept = await app.database.db
    .select({ id: uploadedImages.id })
    .from(uploadedImages)
    .where(eq(uploadedImages.id, id));
  return kept.length === 1;
};

test('an image that no record uses is removed after 7 days, with an audit row', async () => {
  const old = await anImage(7.1);
  const young = await anImage(6.9);
  expect([await isKept(old), await isKept(young)]).toEqual([false, true]);
  const rows = await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, old.id));
  expect(rows).toMatchObject([
    {
      action: 'image.removed',
      entity: 'image',
      actorId: null,
      actorName: 'Staffroom',
      after: null,
    },
  ]);
});

describe('an old image is kept while it is used', () => {
  test('as a profile picture, and is removed once it is replaced', async () => {
    const image = await anImage(8);
    const tutor = await aUser(app, { type: 'Tutor', profilePic: image.url });
    expect(await isKept(image)).toBe(true);
    const params = { type: 'Tutor', id: tutor.id };
    await (await app.as('Admin')).call(updateUser, { params, body: { profile_pic: '' } });
    expect(await isKept(image)).toBe(false);
  });

  test('as the cover of a live session, and is removed once it is replaced', async () => {
    const [image, other] = [await anImage(8), await anImage(8)];
    const { id } = await aLiveSession(app, { coverPhoto: image.url });
    expect(await isKept(image)).toBe(true);
    await app.database.db
      .update(liveSessions)
      .set({ coverPhoto: other.url })
      .where(eq(liveSessions.id, id));
    expect(await isKept(image)).toBe(false);
  });

  test.each([
    ['question_body', (text: string) => anMcqUnit({ question_body: text })],
    [
      'option',
      (text: string) => anMcqUnit({ option: ['1', '2', text].map((content) => ({ content })) }),
    ],
    ['answer', (text: string) => anOpenUnit({ answer: { body: text } })],
    [
      'answer set',
      (text: string) => anOpenUnit({ answer_type: 'short_answer_set', answer: [{ body: text }] }),
    ],
    ['formatted answer', (text: string) => anOpenUnit({ answer_type: 'rich_text', answer: text })],
  ])(
    'in the %s of a question, also once only an older version shows it',
    async (_where, unitOf) => {
      const image = await anImage(8);
      const unit = unitOf(`<p><img src="${image.url}" alt="A tank"></p>`);
      const { id } = await aQuestion(app, { unit: [unit] });
      expect(await isKept(image)).toBe(true);
      const body = { unit: [anOpenUnit()] };
      await (await app.as('Admin')).call(updateQuestion, { params: { id }, body });
      expect(await isKept(image)).toBe(true);
    },
  );

  const htmlFields = allOperations.flatMap((operation) =>
    fieldsOf(operation.body)
      .filter(({ shape }) => shape.includes('"contentMediaType":"text/html"'))
      .filter(({ path }) => typeof path.at(-1) === 'string' && path.at(-1) !== 'meta')
      // The texts of a unit, which has one of several shapes, are tested below.
      .filter(({ path }) => path[0] !== 'unit')
      .map(({ path }) => ({
        operation,
        path,
        name: `${operation.path.split('/')[2]} ${path.join('.')}`,
      })),
  );

  test.each([...Map.groupBy(htmlFields, ({ name }) => name)])(
    'in the formatted text %s',
    async (_name, fields) => {
      const admin = await app.as('Admin');
      const statuses: number[] = [];
      for (const { operation, path } of fields) {
        const image = await anImage(8);
        const example = await exampleOf(operation, app);
        const text = `<p><img src="${image.url}" alt="A tank"></p>`;
        const body = withValueAt(example.body, path, text);
        const { status } = await admin.send(operation, { ...example, body });
        statuses.push(status);
        if (status < 300) expect(await isKept(image)).toBe(true);
      }
      // Not every type of user has every text.
      expect(statuses.some((status) => status < 300)).toBe(true);
    },
  );
});
