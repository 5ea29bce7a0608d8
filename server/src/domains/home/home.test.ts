import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { getHome } from '@staffroom/contract/domains/home/home.contract.ts';
import { cancelOrder } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { anOrder, anUnfinishedOrder, datesOf } from '../../../test/factories/order.factory.ts';
import { anAgent, aStudent } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { lessons as lessonTable, lessonStaff } from '../lessons/lessons.schema.ts';

// Its database is its own, so that the day holds nothing but what the tests make. It is Friday, 10:00.
const app = useOwnTestApp();

const homeOf = async (api: Api) => (await api.call(getHome, {})).data;
const idsOf = (part: { data: { _id: string }[] } | null) => part?.data.map(({ _id }) => _id);

describe('home', () => {
  test('is nothing to those who may open neither lessons nor orders', async () => {
    for (const role of ['Typist', 'DataAdmin'] as const)
      expect(await homeOf(await app.as(role))).toEqual({
        lessons: null,
        orders: null,
        tutor: null,
      });
  });

  test('has a Tutor’s own part for a Tutor alone', async () => {
    for (const role of ['Admin', 'SalesAdmin', 'CustService', 'Partner', 'Agent'] as const)
      expect((await homeOf(await app.as(role))).tutor).toBeNull();
    expect((await homeOf(await app.as('Tutor', { name: unique('Free') }))).tutor).toEqual({
      next: null,
      week: [],
      classes: [],
    });
  });

  describe('shows the lessons of the business day', () => {
    const at = (instant: string) => ({ scheduledOn: new Date(instant) });
    let today: string[];
    beforeAll(async () => {
      const { id } = await aClass(app);
      const made = [];
      for (const instant of [
        '2026-11-20T15:59:59Z',
        '2026-11-19T16:00:00Z',
        '2026-11-19T15:59:59Z',
        '2026-11-20T16:00:00Z',
      ])
        made.push((await aLesson(app, id, at(instant))).id);
      await aLesson(app, id, { ...at('2026-11-20T06:00:00Z'), isActive: false });
      const [last, first] = made;
      today = [first ?? '', last ?? ''];
    });

    test('from midnight to midnight, the first first, inactive ones left out', async () => {
      const { lessons } = await homeOf(await app.as('CustService'));
      expect(idsOf(lessons)).toEqual(today);
      expect(lessons?.count).toBe(2);
    });

    test('to a Tutor its own alone, and no orders', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      expect(await homeOf(tutor)).toMatchObject({ lessons: { data: [], count: 0 }, orders: null });
      await app.database.db
        .insert(lessonStaff)
        .values({ lessonId: today[1] ?? '', userId: tutor.id, kind: 'tutor' });
      expect(idsOf((await homeOf(tutor)).lessons)).toEqual([today[1]]);
    });
  });

  test('shows orders that are INIT or PAID for more than 24 hours, the paid ones first', async () => {
    const { _id: longPaid } = await anUnfinishedOrder(app, { status: 'PAID', hours: 90 });
    const { _id: paid } = await anUnfinishedOrder(app, { status: 'PAID', hours: 30 });
    const { _id: started } = await anUnfinishedOrder(app, { status: 'INIT', hours: 72 });
    await anUnfinishedOrder(app, { status: 'PROCESSED', hours: 72 });
    await anUnfinishedOrder(app, { status: 'CANCELLED', hours: 72 });
    await anUnfinishedOrder(app, { status: 'INIT', hours: 23 });
    const { orders: shown } = await homeOf(await app.as('SalesAdmin'));
    expect(idsOf(shown)).toEqual([paid, longPaid, started]);
    expect(shown?.count).toBe(3);
  });

  test('adds what these orders cost, each currency by itself', async () => {
    const yuan = await aClassWithLessons(app, 1, { currency: 'CNY', rate: 5050 });
    const before = (await homeOf(await app.as('Admin'))).orders;
    const inYuan = { class: yuan.tuitionClass.id, ...datesOf(yuan.lessons) };
    await anUnfinishedOrder(app, inYuan);
    await anUnfinishedOrder(app, { ...inYuan, status: 'PAID' });
    await anUnfinishedOrder(app, { ...inYuan, status: 'PROCESSED' });
    await anUnfinishedOrder(app, { ...inYuan, hours: 23 });
    const { orders: after } = await homeOf(await app.as('Admin'));
    expect(before?.totals.map(({ currency }) => currency)).toEqual(['SGD']);
    expect(after?.totals).toEqual([...(before?.totals ?? []), { currency: 'CNY', amount: 101 }]);
  });

  test('shows a Partner the orders of its own lead source, and their sum alone', async () => {
    const email = 'from-the-partner@example.com';
    await aStudent(app, { email, leadSource: 'LLP' });
    const { _id: own } = await anUnfinishedOrder(app, { email });
    const { orders: shown } = await homeOf(await app.as('Partner', { leadSourceScope: 'LLP' }));
    expect(idsOf(shown)).toEqual([own]);
    expect(shown?.totals).toEqual([{ currency: 'SGD', amount: 30 }]);
  });

  test('shows an Agent its own orders, and no lessons', async () => {
    const agent = await anAgent(app);
    const { _id: own } = await anUnfinishedOrder(app, { agent_id: agent.id });
    const home = await homeOf(await app.as('Agent', { orderAgents: [agent.id] }));
    expect(home.lessons).toBeNull();
    expect(idsOf(home.orders)).toEqual([own]);
    expect(home.orders?.totals).toEqual([{ currency: 'SGD', amount: 30 }]);
  });

  describe('gives a Tutor', () => {
    const teach = async (tutor: Api, { id }: { id: string }, classId?: string) => {
      const row = { userId: tutor.id, kind: 'tutor' as const };
      await app.database.db.insert(lessonStaff).values({ lessonId: id, ...row });
      if (classId) await app.database.db.insert(classStaff).values({ classId, ...row });
    };
    const ownOf = async (tutor: Api) => {
      const { tutor: own } = await homeOf(tutor);
      if (!own) throw new Error('A Tutor has a part of its own.');
      return own;
    };

    test('the lesson that takes place, else the one that is next, with who pays and who is on trial', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
      const [first, second] = lessons;
      if (!first || !second) throw new Error('There are two lessons.');
      await teach(tutor, second, tuitionClass.id);
      const now = app.clock.now().getTime();
      const ended = { scheduledOn: new Date(now - 7_200_001), endedOn: new Date(now - 1) };
      await teach(tutor, await aLesson(app, tuitionClass.id, ended));
      const parent = { parentPhone: '81234567', parentEmail: 'mother-of-sim@example.com' };
      const sim = await aStudent(app, { name: 'Sim Yi Xuan', ...parent });
      const ethan = await aStudent(app, { name: 'Ethan D’Cruz' });
      const order = (email: string, type: 'TRIAL' | 'PAYMENT', on: typeof lessons) =>
        anOrder(app, { class: tuitionClass.id, email, type, ...datesOf(on) });
      await order(sim.email, 'TRIAL', [second]);
      await order(ethan.email, 'PAYMENT', [first]);
      await order(ethan.email, 'TRIAL', [second]);
      await order('one-who-pays@example.com', 'PAYMENT', [second]);
      const { next } = await ownOf(tutor);
      expect(next).toMatchObject({ lesson: { _id: second.id, seats: 3 }, paying: 1 });
      expect(next?.trial).toEqual([
        { _id: ethan.id, name: 'Ethan D’Cruz', is_first: false },
        { _id: sim.id, name: 'Sim Yi Xuan', is_first: true },
      ]);
      for (const contact of Object.values(parent))
        expect(JSON.stringify(await homeOf(tutor))).not.toContain(contact);

      const live = await aLesson(app, tuitionClass.id, { scheduledOn: new Date(now - 60_000) });
      await teach(tutor, live);
      expect((await ownOf(tutor)).next?.lesson._id).toBe(live.id);
    });

    test('its week from Monday to Sunday, without what is inactive and what others teach', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { id } = await aClass(app);
      const at = (instant: string, isActive = true) =>
        aLesson(app, id, { scheduledOn: new Date(instant), isActive });
      const sunday = await at('2026-11-22T15:59:59Z');
      const monday = await at('2026-11-15T16:00:00Z');
      const outside = [
        await at('2026-11-15T15:59:59Z'),
        await at('2026-11-22T16:00:00Z'),
        await at('2026-11-18T06:00:00Z', false),
      ];
      for (const lesson of [sunday, monday, ...outside]) await teach(tutor, lesson);
      await at('2026-11-18T06:00:00Z');
      expect((await ownOf(tutor)).week.map(({ _id }) => _id)).toEqual([monday.id, sunday.id]);
    });

    test('its classes that go on, by name, with who pays for a lesson that is still to come', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { tuitionClass, lessons } = await aClassWithLessons(app, 2, { name: 'P6', maxCap: 40 });
      const ended = await aClass(app, { endDate: new Date('2026-11-01T00:00:00Z') });
      const inactive = await aClass(app, { isActive: false });
      const empty = await aClass(app, { name: 'P5', maxCap: 24 });
      for (const { id: classId } of [tuitionClass, ended, inactive, empty])
        await app.database.db
          .insert(classStaff)
          .values({ classId, userId: tutor.id, kind: 'tutor' });
      await aClass(app);
      const of = { class: tuitionClass.id, ...datesOf(lessons) };
      await anOrder(app, of);
      await anOrder(app, { ...of, ...datesOf(lessons.slice(1)) });
      await anOrder(app, { ...of, type: 'TRIAL', ...datesOf(lessons.slice(1)) });
      const gone = await anOrder(app, of);
      await (
        await app.as('Admin')
      ).call(cancelOrder, { params: { id: gone._id }, body: { remark: 'Moved away' } });
      expect((await ownOf(tutor)).classes).toEqual([
        { _id: empty.id, name: 'P5', max_cap: 24, students: 0 },
        { _id: tuitionClass.id, name: 'P6', max_cap: 40, students: 2 },
      ]);
      await app.database.db
        .update(lessonTable)
        .set({ scheduledOn: new Date('2026-11-19T06:00:00Z'), endedOn: app.clock.now() })
        .where(eq(lessonTable.classId, tuitionClass.id));
      expect((await ownOf(tutor)).classes).toContainEqual(
        expect.objectContaining({ name: 'P6', students: 0 }),
      );
    });
  });
});
