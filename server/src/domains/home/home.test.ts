import { beforeAll, describe, expect, test } from 'vitest';
import { getHome } from '@staffroom/contract/domains/home/home.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { anUnfinishedOrder } from '../../../test/factories/order.factory.ts';
import { anAgent } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { lessonStaff } from '../lessons/lessons.schema.ts';

// Its database is its own, so that the day holds nothing but what the tests make. It is Friday, 10:00.
const app = useOwnTestApp();

const homeOf = async (api: Api) => (await api.call(getHome, {})).data;
const idsOf = (part: { data: { _id: string }[] } | null) => part?.data.map(({ _id }) => _id);

describe('home', () => {
  test('is nothing to those who may open neither lessons nor orders', async () => {
    for (const role of ['Typist', 'DataAdmin'] as const)
      expect(await homeOf(await app.as(role))).toEqual({ lessons: null, orders: null });
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
      const tutor = await app.as('Tutor');
      expect(await homeOf(tutor)).toEqual({ lessons: { data: [], count: 0 }, orders: null });
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

  test('shows an Agent its own orders, and no lessons', async () => {
    const agent = await anAgent(app);
    const { _id: own } = await anUnfinishedOrder(app, { agent_id: agent.id });
    const home = await homeOf(await app.as('Agent', { orderAgents: [agent.id] }));
    expect(home.lessons).toBeNull();
    expect(idsOf(home.orders)).toEqual([own]);
  });
});
