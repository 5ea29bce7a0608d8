import { desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  mostItems,
  sendClassroomEvents,
  sendFeedback,
  sendShopOrders,
  sendSubmissions,
} from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { listPollQuestions } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aHomework } from '../../../test/factories/homework.factory.ts';
import { aLessonWithPolls } from '../../../test/factories/poll.factory.ts';
import { aServiceToken, aSystem } from '../../../test/factories/service-token.factory.ts';
import { aShopOrder } from '../../../test/factories/shop-order.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { unique } from '../../../test/unique.ts';
import { someOf } from '../../../test/walk.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { classroomEvents } from '../attendance/classroom-events.schema.ts';
import { feedback } from '../feedback/feedback.schema.ts';
import { submissions } from '../homework/homework.schema.ts';
import { serviceTokens } from '../identity/service-tokens.schema.ts';
import { users } from '../identity/users.schema.ts';

const app = useTestApp();

const aLessonId = async () => (await aClassWithLessons(app, 1)).lessons[0]?.id ?? '';

const anEvent = async (values: object = {}) => ({
  external_id: unique('event'),
  lesson: await aLessonId(),
  email: (await aStudent(app)).email,
  action: 'join',
  at: '2026-11-20T01:58:00Z',
  ...values,
});

const someFeedback = async (values: object = {}) => ({
  external_id: unique('feedback'),
  lesson: await aLessonId(),
  email: (await aStudent(app)).email,
  rating: 4,
  content: 'The tutor explained fractions well.',
  at: '2026-11-20T01:58:00Z',
  ...values,
});

const sendEvents = async (...items: unknown[]) =>
  (await (await aSystem(app, 'classroom-events')).call(sendClassroomEvents, { body: { items } }))
    .data;

describe('a service token', () => {
  const call = async (token: string) =>
    apiWith(app, { id: '', token }).refused(sendFeedback, {
      body: { items: [await someFeedback()] },
    });

  test('that is revoked or unknown is refused', async () => {
    const { _id, token } = await aServiceToken(app, { scopes: ['feedback'] });
    await app.database.db
      .update(serviceTokens)
      .set({ revoked: app.clock.now() })
      .where(eq(serviceTokens.id, _id));
    for (const refused of [token, `srt_${'x'.repeat(43)}`])
      expect(await call(refused)).toMatchObject({ status: 401, code: 'service_token_unknown' });
  });

  test('writes only within its scopes', async () => {
    const { token } = await aServiceToken(app, { scopes: ['orders', 'classroom-events'] });
    expect(await call(token)).toMatchObject({ status: 403, code: 'service_scope_missing' });
  });

  test('opens nothing that staff use, and no session opens its routes', async () => {
    const shop = await aSystem(app, 'orders');
    expect(await shop.refused(listOrders)).toMatchObject({ status: 403 });
    const admin = await app.as('Admin');
    expect(
      await admin.refused(sendShopOrders, { body: { items: [await aShopOrder(app)] } }),
    ).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('that is revoked during a call ends it there, and keeps the items already taken', async () => {
    const system = await aSystem(app, 'feedback');
    const items = [await someFeedback(), await someFeedback()];
    const { db } = app.database;
    const begin = db.transaction.bind(db);
    const begins = vi
      .spyOn(db, 'transaction')
      .mockImplementationOnce(begin)
      .mockImplementationOnce(async (...act) => {
        await db
          .update(serviceTokens)
          .set({ revoked: app.clock.now() })
          .where(eq(serviceTokens.id, system.id));
        return begin(...act);
      });
    const answer = await system.refused(sendFeedback, { body: { items } });
    begins.mockRestore();
    expect(answer).toMatchObject({ status: 401, code: 'service_token_unknown' });
    const kept = await db.select().from(feedback);
    const lessons = kept.map(({ lessonId }) => lessonId);
    expect(items.map(({ lesson }) => lessons.includes(lesson))).toEqual([true, false]);
  });
});

describe('the items of a call', () => {
  test('have one answer each, in the order sent', async () => {
    const good = await anEvent();
    const answers = await sendEvents(
      { ...(await anEvent()), at: 'yesterday', surprise: 1 },
      good,
      'no item',
      { ...(await anEvent()), lesson: crypto.randomUUID() },
      { ...(await anEvent()), external_id: '' },
    );
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, false, false, false]);
    expect(new Set(answers[0]?.errors?.map(({ field }) => field))).toEqual(
      new Set(['at', 'surprise']),
    );
    expect(answers[1]?.external_id).toBe(good.external_id);
    expect(answers[2]).toMatchObject({ external_id: null, errors: [{ field: 'item' }] });
    expect(answers[3]?.errors).toMatchObject([{ code: 'not_found', field: 'lesson' }]);
    expect(answers[4]?.errors).toMatchObject([
      { field: 'external_id', message: 'Please name the item by an id of your own' },
    ]);
  });

  test('are 1 to 200', async () => {
    const system = await aSystem(app, 'classroom-events');
    for (const items of [[], Array.from({ length: mostItems + 1 }, () => ({}))])
      expect(await system.refused(sendClassroomEvents, { body: { items } })).toMatchObject({
        status: 400,
        field: 'items',
      });
  });

  test('are processed once, also in ten concurrent calls', async () => {
    const event = await anEvent();
    const answers = (await Promise.all(Array.from({ length: 10 }, () => sendEvents(event)))).flat();
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    const kept = await app.database.db
      .select()
      .from(classroomEvents)
      .where(eq(classroomEvents.lessonId, event.lesson));
    expect(kept).toHaveLength(1);
    const [other] = await sendEvents({ ...event, action: 'leave' });
    expect(other?.errors).toMatchObject([{ code: 'external_id_reused', field: 'external_id' }]);
  });

  test('of one kind do not conflict with those of another kind with the same id', async () => {
    const external_id = unique('same');
    const system = await aSystem(app, 'classroom-events', 'feedback');
    const event = await system.call(sendClassroomEvents, {
      body: { items: [await anEvent({ external_id })] },
    });
    const said = await system.call(sendFeedback, {
      body: { items: [await someFeedback({ external_id })] },
    });
    expect([event.data[0]?.ok, said.data[0]?.ok]).toEqual([true, true]);
  });

  test('write audit rows in the name of the system', async () => {
    const event = await anEvent();
    const system = await aSystem(app, 'classroom-events');
    const { data } = await system.call(sendClassroomEvents, { body: { items: [event] } });
    const [row] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, data[0]?._id ?? ''))
      .orderBy(desc(auditLog.id));
    expect(row).toMatchObject({ action: 'classroom_event.received', actorId: system.id });
    expect(row?.actorName).toMatch(/^Web shop/);
    expect(row?.after).toMatchObject(event);
  });
});

describe('classroom events', () => {
  const keptOf = async (lessonId: string) =>
    (
      await app.database.db
        .select()
        .from(classroomEvents)
        .where(eq(classroomEvents.lessonId, lessonId))
    )[0];

  test('find their student case-insensitively by e-mail', async () => {
    const student = await aStudent(app);
    const event = await anEvent({ email: student.email.toUpperCase() });
    await sendEvents(event);
    expect((await keptOf(event.lesson))?.studentId).toBe(student.id);
  });

  test('of unknown people are kept unchanged, never as a tutor’s', async () => {
    for (const email of ['mother@example.com', (await aUser(app, { type: 'Tutor' })).email]) {
      const event = await anEvent({ email, name: 'Mrs Tan' });
      await sendEvents(event);
      expect(await keptOf(event.lesson)).toMatchObject({ studentId: null, email, name: 'Mrs Tan' });
    }
  });

  test('have poll and options for an answer, and for no other kind', async () => {
    const poll = crypto.randomUUID();
    const answers = await sendEvents(
      await anEvent({ action: 'answer', poll, answer: [0, 2] }),
      await anEvent({ action: 'answer' }),
      await anEvent({ poll, answer: [1] }),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, false]);
    expect(answers[1]?.errors?.map(({ field }) => field)).toEqual(['poll', 'answer']);
    expect(answers[2]?.errors?.map(({ field }) => field)).toEqual(['poll', 'answer']);
  });
});

describe('answers to a poll', () => {
  test('are counted immediately', async () => {
    const { lesson, first, slow } = await aLessonWithPolls(app);
    const result = async () =>
      (await (await app.as('Admin')).call(listPollQuestions, { params: { id: lesson.id } })).data[0]
        ?.result;
    expect(await result()).toMatchObject({ answered: 1, correct: 1 });
    const { email } = slow;
    await sendEvents(
      await anEvent({ lesson: lesson.id, email, action: 'answer', poll: first.id, answer: [0] }),
    );
    expect(await result()).toMatchObject({ answered: 2, correct: 1, counts: [1, 1, 0, 0] });
  });
});

describe('feedback', () => {
  test('belongs to a student and a lesson, with one to five stars', async () => {
    const system = await aSystem(app, 'feedback');
    const before = await app.database.db.select({ id: users.id }).from(users);
    const { data } = await system.call(sendFeedback, {
      body: {
        items: [
          await someFeedback(),
          await someFeedback({ rating: 6 }),
          await someFeedback({ rating: 2.5 }),
          await someFeedback({ email: 'unknown@example.com' }),
        ],
      },
    });
    expect(data.map(({ ok }) => ok)).toEqual([true, false, false, false]);
    expect(data.slice(1).map(({ errors }) => errors?.[0]?.field)).toEqual([
      'rating',
      'rating',
      'email',
    ]);
    expect(before.length).toBeGreaterThan(0);
  });
});

describe('submissions', () => {
  const aStep = async () => {
    const { lessons } = await aClassWithLessons(app, 1);
    const { id } = await aHomework(app, lessons[0]!);
    const { email } = await aStudent(app);
    return (status: string, at: string) => ({
      external_id: unique('step'),
      homework: id,
      email,
      status,
      at: `2026-11-${at}Z`,
    });
  };

  const standingOf = async (homeworkId: string) =>
    app.database.db.select().from(submissions).where(eq(submissions.homeworkId, homeworkId));

  test('have the state of their latest step, regardless of the order of arrival', async () => {
    const system = await aSystem(app, 'submissions');
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async (order) => {
        const step = await aStep();
        const steps = [
          step('SUBMITTED', '20T10:00:00'),
          step('RESUBMISSION_REQUIRE', '21T10:00:00'),
          step('RESUBMITTED', '22T10:00:00'),
          step('marked', '23T10:00:00'),
        ];
        await system.call(sendSubmissions, { body: { items: order.map((index) => steps[index]) } });
        expect(await standingOf(steps[0]!.homework)).toMatchObject([
          {
            status: 'marked',
            created: new Date('2026-11-20T10:00:00Z'),
            updated: new Date('2026-11-23T10:00:00Z'),
            markedAt: new Date('2026-11-23T10:00:00Z'),
          },
        ]);
      }),
      { numRuns: someOf(10) },
    );
  });

  test('are one per student and homework, also when all steps arrive concurrently', async () => {
    const step = await aStep();
    const steps = [
      step('SUBMITTED', '20T10:00:00'),
      step('RESUBMITTED', '22T10:00:00'),
      step('marked', '23T10:00:00'),
    ];
    const system = await aSystem(app, 'submissions');
    await Promise.all(
      steps.map((item) => system.call(sendSubmissions, { body: { items: [item] } })),
    );
    expect(await standingOf(steps[0]!.homework)).toMatchObject([{ status: 'marked' }]);
  });

  test('are refused for an unknown homework or student', async () => {
    const item = (await aStep())('SUBMITTED', '20T10:00:00');
    const system = await aSystem(app, 'submissions');
    const { data } = await system.call(sendSubmissions, {
      body: {
        items: [
          { ...item, homework: crypto.randomUUID() },
          { ...item, email: 'unknown@example.com' },
        ],
      },
    });
    expect(data.map(({ errors }) => errors?.[0]?.field)).toEqual(['homework', 'email']);
  });
});
