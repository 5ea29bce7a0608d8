import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { listLessonAttendance } from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import {
  createFollowUp,
  listFeedback,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import { followUpGroups } from 'staffroom-contract/domains/home/home.rules.ts';
import {
  listHomework,
  listSubmissions,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { listDayLessons } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { cancelOrder, listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { listEnrolledStudents } from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import {
  listRenewalTickets,
  listTrialTickets,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import {
  addDays,
  businessDayOf,
  startOfBusinessDay,
  weekOf,
} from 'staffroom-contract/shared/dates.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { aFeedback, aFollowUp } from '../../../test/factories/feedback.factory.ts';
import { aHomework, aStudentOn, aSubmission } from '../../../test/factories/homework.factory.ts';
import { anAnswer, aPollQuestion } from '../../../test/factories/poll.factory.ts';
import { aRenewalTicket, aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { anOrder, anUnfinishedOrder, datesOf } from '../../../test/factories/order.factory.ts';
import { anAgent, aStudent } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { homework as homeworkTable } from '../homework/homework.schema.ts';
import { recordAudit } from '../../platform/audit.ts';
import { jobStarts } from '../../platform/platform.schema.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { lessons as lessonTable, lessonStaff } from '../lessons/lessons.schema.ts';

// A separate database, so that the day contains only the tests' data. It is Friday, 10:00.
const app = useOwnTestApp();

const homeOf = async (api: Api) => (await api.call(getHome, {})).data;
const idsOf = (part: { data: { _id: string }[] } | null) => part?.data.map(({ _id }) => _id);

describe('home', () => {
  test('is empty for roles that may open neither lessons nor orders', async () => {
    for (const role of ['Typist', 'DataAdmin'] as const)
      expect(await homeOf(await app.as(role))).toEqual({
        follow_ups: null,
        lessons: null,
        orders: null,
        attendance: null,
        birthdays: null,
        tutor: null,
        quarantined_jobs: null,
        backup: null,
      });
  });

  test('reads only the requested part', async () => {
    const admin = await app.as('Admin');
    const { data } = await admin.call(getHome, { query: { part: 'birthdays' } });
    const { birthdays, ...others } = data;
    expect(birthdays).toEqual((await homeOf(admin)).birthdays);
    expect(Object.values(others)).toEqual(Array.from({ length: 7 }, () => null));
  });

  test('lists quarantined jobs only for an Admin, latest first', async () => {
    const start = (name: string, quarantinedAt: Date | null) => ({
      jobId: randomUUID(),
      name,
      data: {},
      processId: randomUUID(),
      started: new Date(),
      crashes: 3,
      blamed: false,
      quarantinedAt,
    });
    const earlier = start('upload-materials', new Date('2026-01-10T02:00:00Z'));
    const later = start('deliver-announcement', new Date('2026-01-11T02:00:00Z'));
    await app.database.db
      .insert(jobStarts)
      .values([earlier, later, start('run-order-import', null)]);

    expect((await homeOf(await app.as('Admin'))).quarantined_jobs).toEqual([
      { _id: later.jobId, name: later.name, since: '2026-01-11T02:00:00.000Z', crashes: 3 },
      { _id: earlier.jobId, name: earlier.name, since: '2026-01-10T02:00:00.000Z', crashes: 3 },
    ]);
    expect((await homeOf(await app.as('CustService'))).quarantined_jobs).toBeNull();
    await app.database.db.delete(jobStarts);
  });

  test('warns only an Admin of a last backup that is older than a day', async () => {
    const made = async (hours: number) => {
      const at = new Date(app.clock.now().getTime() - hours * 3_600_000);
      const from = { clock: { now: () => at }, address: '', requestId: '' };
      const entry = { action: 'backup.made', entity: 'backup', entityId: randomUUID() };
      await recordAudit(app.database.db, { ...from, actor: { id: null, name: '' } }, entry);
      return at.toISOString();
    };
    const last = await made(25);
    expect((await homeOf(await app.as('Admin'))).backup).toEqual({
      last,
      archive_fails: false,
    });
    expect((await homeOf(await app.as('CustService'))).backup).toBeNull();
    await made(23);
    expect((await homeOf(await app.as('Admin'))).backup).toBeNull();
  });

  test('has the Tutor’s part only for a Tutor', async () => {
    for (const role of ['Admin', 'SalesAdmin', 'CustService', 'Partner', 'Agent'] as const)
      expect((await homeOf(await app.as(role))).tutor).toBeNull();
    expect((await homeOf(await app.as('Tutor', { name: unique('Free') }))).tutor).toEqual({
      next: null,
      week: [],
      classes: [],
      homework: { data: [], count: 0 },
      feedback: { data: [], count: 0 },
    });
  });

  describe('shows the lessons of the business day', () => {
    const at = (instant: string) => ({ scheduledAt: new Date(instant) });
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

    test('from midnight to midnight, earliest first, without inactive ones', async () => {
      const { lessons } = await homeOf(await app.as('CustService'));
      expect(idsOf(lessons)).toEqual(today);
      expect(lessons?.count).toBe(2);
    });

    test('with who has joined the live ones', async () => {
      const { id } = await aClass(app);
      const lesson = await aLesson(app, id, {
        scheduledAt: new Date(app.clock.now().getTime() - 600_000),
        hostingPlatform: `${app.settings.productName} Classroom`,
      });
      const joined = async () =>
        (await homeOf(await app.as('CustService'))).lessons?.data.map((one) => [
          one._id === lesson.id,
          one.joined,
        ]);
      expect(await joined()).toContainEqual([true, 'no_one']);
      await aStay(app, lesson, { email: 'a.guest@example.com' });
      expect(await joined()).toContainEqual([true, 'no_students']);
      await app.database.pool.query('delete from lessons where id = $1', [lesson.id]);
    });

    test('to a Tutor only its own, and no orders', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      expect(await homeOf(tutor)).toMatchObject({ lessons: { data: [], count: 0 }, orders: null });
      await app.database.db
        .insert(lessonStaff)
        .values({ lessonId: today[1] ?? '', userId: tutor.id, kind: 'tutor' });
      expect(idsOf((await homeOf(tutor)).lessons)).toEqual([today[1]]);
    });
  });

  test('shows orders that have been INIT or PAID for more than 24 hours, paid ones first', async () => {
    const { _id: longPaid } = await anUnfinishedOrder(app, { status: 'PAID', hours: 90 });
    const { _id: paid } = await anUnfinishedOrder(app, { status: 'PAID', hours: 30 });
    const { _id: started } = await anUnfinishedOrder(app, { status: 'INIT', hours: 72 });
    await anUnfinishedOrder(app, { status: 'PROCESSED', hours: 72 });
    await anUnfinishedOrder(app, { status: 'CANCELLED', hours: 72 });
    await anUnfinishedOrder(app, { status: 'INIT', hours: 23 });
    const { orders: shown } = await homeOf(await app.as('SalesAdmin'));
    expect(idsOf(shown)).toEqual([paid, longPaid, started]);
    expect(shown?.count).toBe(3);
    // The list of orders has the same rows.
    const listed = await (
      await app.as('SalesAdmin')
    ).call(listOrders, { query: { filter: { needs_attention: true } } });
    expect(idsOf(listed)?.toSorted()).toEqual([paid, longPaid, started].toSorted());
    expect(listed.count).toBe(3);
  });

  test('sums the prices of these orders by currency', async () => {
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

  test('shows a Partner only the orders of its lead source, with their sum', async () => {
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

  describe('shows follow-ups', () => {
    const day = (offset: number) => addDays('2026-11-20', offset);
    const rowsOf = async (api: Api) => {
      const { follow_ups: followUps } = await homeOf(api);
      return followUps;
    };

    test('to an Agent who works tickets: own ones that are overdue or due today, earliest first', async () => {
      const agent = await app.as('Agent', { extraRoutes: ['/tickets/trial', '/tickets/renewal'] });
      const own = { handledBy: agent.id };
      const today = await aTrialTicket(app, {
        ...own,
        nextActionDate: day(0),
        remark: 'Asks for Tue',
      });
      const late = await aRenewalTicket(app, { ...own, nextActionDate: day(-2) });
      const later = await aTrialTicket(app, { ...own, nextActionDate: day(-1) });
      await aTrialTicket(app, { ...own, nextActionDate: day(1) });
      await aTrialTicket(app, { ...own, nextActionDate: day(-1), status: 'CLOSED LOSE' });
      await aTrialTicket(app, { nextActionDate: day(-9) });
      const shown = await rowsOf(agent);
      expect(shown).toMatchObject({ overdue: 2, today: 1, open: 0, oldest: day(-2) });
      expect(shown?.lists).toEqual([
        { kind: 'trial', whose: 'mine', overdue: 1, today: 1, open: 0 },
        { kind: 'renewal', whose: 'mine', overdue: 1, today: 0, open: 0 },
      ]);
      expect(shown?.data.map(({ _id, kind, group, due }) => [_id, kind, group, due])).toEqual([
        [late.id, 'renewal', 'overdue', day(-2)],
        [later.id, 'trial', 'overdue', day(-1)],
        [today.id, 'trial', 'today', day(0)],
      ]);
      expect(shown?.data[2]).toMatchObject({ remark: 'Asks for Tue', is_nobodys: false });
      const trialsAlone = await app.as('Agent', { extraRoutes: ['/tickets/trial'] });
      await aRenewalTicket(app, { handledBy: trialsAlone.id, nextActionDate: day(-2) });
      expect(await rowsOf(trialsAlone)).toMatchObject({ data: [], overdue: 0 });
    });

    test('to others who open tickets: unassigned ones', async () => {
      const { id } = await aTrialTicket(app, { nextActionDate: day(-30) });
      await aRenewalTicket(app, { nextActionDate: day(-40) });
      const shown = await rowsOf(await app.as('SalesAdmin'));
      expect(shown?.data[0]).toMatchObject({ _id: id, kind: 'trial', is_nobodys: true });
      expect((await rowsOf(await app.as('Admin')))?.oldest).toBe(day(-40));
    });

    test('to an Admin: counted for the company, own ones, unassigned ones and those of others', async () => {
      const admin = await app.as('Admin');
      const overdueOf = async () => {
        const lists = (await rowsOf(admin))?.lists ?? [];
        return (['mine', 'unassigned', 'others'] as const).map(
          (whose) =>
            lists.find((list) => list.kind === 'trial' && list.whose === whose)?.overdue ?? 0,
        );
      };
      const [mine = 0, unassigned = 0, others = 0] = await overdueOf();
      const agent = await anAgent(app);
      const late = { nextActionDate: day(-50) };
      await aTrialTicket(app, { ...late, handledBy: admin.id });
      await aTrialTicket(app, late);
      const { id } = await aTrialTicket(app, { ...late, handledBy: agent.id });
      await aTrialTicket(app, { ...late, handledBy: agent.id });
      expect(await overdueOf()).toEqual([mine + 1, unassigned + 1, others + 2]);
      const shown = await rowsOf(admin);
      expect(shown?.oldest).toBe(day(-50));
      expect(idsOf(shown), 'the rows are the reader’s own work').not.toContain(id);
    });

    test('to customer service: own open feedback, with and without a due date', async () => {
      const desk = await app.as('CustService', { name: unique('Hui Ling') });
      const admin = await app.as('Admin');
      const follow = async (due_date: string | null, state: 'open' | 'done' = 'open') => {
        const { id: feedback } = await aFeedback(app, { rating: 1 });
        const body = { feedback, owner: desk.id, due_date, state };
        await admin.call(createFollowUp, { body });
        return feedback;
      };
      const undated = await follow(null);
      const later = await follow(day(3));
      const late = await follow(day(-1));
      await follow(day(-1), 'done');
      await aFollowUp(app);
      const shown = await rowsOf(desk);
      expect(shown).toMatchObject({ overdue: 1, today: 0, open: 2, oldest: day(-1) });
      expect(shown?.lists).toEqual([
        { kind: 'feedback', whose: 'mine', overdue: 1, today: 0, open: 2 },
      ]);
      expect(idsOf(shown)).toEqual([late, later, undated]);
      expect(shown?.data[0]).toMatchObject({ kind: 'feedback', rating: 1, status: null });
    });

    test('to no other roles', async () => {
      for (const role of ['Tutor', 'Partner', 'Agent', 'DataAdmin', 'Typist'] as const)
        expect(await rowsOf(await app.as(role))).toBeNull();
    });

    test('up to 5 unassigned ones beside the own ones', async () => {
      const admin = await app.as('Admin');
      const day60 = { nextActionDate: day(-60) };
      for (let count = 0; count < 6; count += 1) await aTrialTicket(app, day60);
      const own = await aTrialTicket(app, { nextActionDate: day(0), handledBy: admin.id });
      const shown = await rowsOf(admin);
      expect(shown?.data.filter((row) => row.is_nobodys)).toHaveLength(5);
      expect(idsOf(shown)).toContain(own.id);
    });
  });

  describe('shows lessons without attendance', () => {
    const endedAt = (instant: string) => ({
      scheduledAt: new Date(Date.parse(instant) - 5_400_000),
      endedAt: new Date(instant),
    });

    test('of the last 7 business days, 2 hours after their end, with expected students', async () => {
      const { id } = await aClass(app);
      const make = async (
        instant: string,
        kind: 'PAYMENT' | 'TRIAL' | 'PAYMENT_VIDEO' = 'TRIAL',
      ) => {
        const lesson = await aLesson(app, id, endedAt(instant));
        await aStudentOn(app, lesson, { kind });
        return lesson;
      };
      // The first half hour of 14 November in Singapore, and the last half hour before it.
      const oldest = await make('2026-11-13T17:30:00Z');
      const latest = await make('2026-11-20T00:00:00Z', 'PAYMENT');
      await make('2026-11-13T17:29:59Z');
      await make('2026-11-20T00:00:01Z');
      await make('2026-11-19T00:00:00Z', 'PAYMENT_VIDEO');
      await aLesson(app, id, endedAt('2026-11-19T00:00:00Z'));
      const known = await make('2026-11-19T00:00:00Z');
      await aStay(app, known, { email: 'someone@example.com' });
      const before = (await homeOf(await app.as('CustService'))).attendance;
      const ids = idsOf(before) ?? [];
      expect(ids[0]).toBe(latest.id);
      expect(ids).toContain(oldest.id);
      expect(before?.data[0]).toMatchObject({ students: 1, class: { _id: id } });
      expect([before?.count, before?.can_import]).toEqual([2, true]);
      expect((await homeOf(await app.as('SalesAdmin'))).attendance?.can_import).toBe(false);
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      expect((await homeOf(tutor)).attendance?.count).toBe(0);
      await app.database.db
        .insert(lessonStaff)
        .values({ lessonId: latest.id, userId: tutor.id, kind: 'tutor' });
      expect(idsOf((await homeOf(tutor)).attendance)).toEqual([latest.id]);
    });
  });

  test('shows birthdays in scope to users who may open student records', async () => {
    const other = await aStudent(app, { name: 'Heng Jia En', dateOfBirth: '2014-11-20' });
    const led = await aStudent(app, {
      name: 'Muhammad Irfan',
      dateOfBirth: '2011-11-20',
      leadSource: 'Wechat',
    });
    for (const role of ['Admin', 'SalesAdmin', 'CustService'] as const)
      expect((await homeOf(await app.as(role))).birthdays).toMatchObject({
        data: [
          { _id: other.id, turns: 12 },
          { _id: led.id, turns: 15 },
        ],
        count: 2,
      });
    const partner = await app.as('Partner', { leadSourceScope: 'Wechat' });
    expect(idsOf((await homeOf(partner)).birthdays)).toEqual([led.id]);
    for (const role of ['Tutor', 'Agent', 'DataAdmin', 'Typist'] as const)
      expect((await homeOf(await app.as(role))).birthdays).toBeNull();
  });

  describe('gives a Tutor', () => {
    const teach = async (tutor: Api, { id }: { id: string }, classId?: string) => {
      const row = { userId: tutor.id, kind: 'tutor' as const };
      await app.database.db.insert(lessonStaff).values({ lessonId: id, ...row });
      if (classId) await app.database.db.insert(classStaff).values({ classId, ...row });
    };
    const ownOf = async (tutor: Api) => {
      const { tutor: own } = await homeOf(tutor);
      if (!own) throw new Error('A Tutor has its own part.');
      return own;
    };

    test('the live lesson, else the next one, with paying and trial students', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
      const [first, second] = lessons;
      if (!first || !second) throw new Error('There are two lessons.');
      await teach(tutor, second, tuitionClass.id);
      const now = app.clock.now().getTime();
      const ended = { scheduledAt: new Date(now - 7_200_001), endedAt: new Date(now - 1) };
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

      const live = await aLesson(app, tuitionClass.id, { scheduledAt: new Date(now - 60_000) });
      await teach(tutor, live);
      expect((await ownOf(tutor)).next?.lesson._id).toBe(live.id);
    });

    test('who has joined, once the lesson is live', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { id } = await aClass(app);
      const at = (minutes: number) => ({
        scheduledAt: new Date(app.clock.now().getTime() + minutes * 60_000),
        hostingPlatform: `${app.settings.productName} Classroom`,
      });
      const joined = async () => (await ownOf(tutor)).next?.lesson.joined;
      await teach(tutor, await aLesson(app, id, at(10)));
      expect(await joined()).toBe('unknown');
      const lesson = await aLesson(app, id, at(-10));
      await teach(tutor, lesson);
      expect(await joined()).toBe('no_one');
      await aStay(app, lesson, { email: 'a.guest@example.com' });
      expect(await joined()).toBe('no_students');
    });

    test('the previous homework and the poll of the next lesson, from own lessons only', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { id: classId } = await aClass(app);
      const inHours = async (hours: number, isOwn = true) => {
        const scheduledAt = new Date(app.clock.now().getTime() + hours * 3_600_000);
        const lesson = await aLesson(app, classId, { scheduledAt });
        if (isOwn) await teach(tutor, lesson);
        return lesson;
      };
      const next = await inHours(4);
      const fact = async () => (await ownOf(tutor)).next;
      expect(await fact()).toMatchObject({
        homework: null,
        poll: { questions: 0, answered: null },
      });

      const [before, older] = [await inHours(-48), await inHours(-96)];
      const others = await inHours(-24, false);
      await teach(await app.as('Tutor', { name: unique('Ong Jun Jie') }), others);
      const released = (lesson: typeof next) => ({ releasedAt: lesson.scheduledAt });
      await aHomework(app, older, released(older));
      const given = await aHomework(app, before, released(before));
      await aHomework(app, others, released(others));
      await aHomework(app, next, released(before));
      await aHomework(app, before, released(next));
      const [done, waiting] = [await aStudentOn(app, before), await aStudentOn(app, before)];
      await aStudentOn(app, before);
      await aSubmission(app, given.id, done.id, { status: 'marked' });
      await aSubmission(app, given.id, waiting.id, { status: 'RESUBMITTED' });
      expect((await fact())?.homework).toMatchObject({
        _id: given.id,
        lesson: { _id: before.id },
        stat: { assigned: 3, pending: 1, submitted: 0, resubmitted: 1 },
      });

      await aPollQuestion(app, next.id);
      await aPollQuestion(app, next.id);
      await anAnswer(app, await aPollQuestion(app, others.id), done, [1]);
      expect((await fact())?.poll).toEqual({ questions: 2, answered: null });
      const asked = [
        await aPollQuestion(app, older.id),
        await aPollQuestion(app, older.id),
      ] as const;
      const [quick, slow] = [await aStudentOn(app, older), await aStudentOn(app, older)];
      await aStudentOn(app, older);
      for (const question of asked) await anAnswer(app, question, quick, [0]);
      await anAnswer(app, asked[0], slow, [1]);
      // Two questions to three students: three of six answers.
      expect((await fact())?.poll).toEqual({ questions: 2, answered: 50 });
    });

    test('its week from Monday to Sunday, without inactive lessons and those of others', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { id } = await aClass(app);
      const at = (instant: string, isActive = true) =>
        aLesson(app, id, { scheduledAt: new Date(instant), isActive });
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

    test('its active classes, by name, with the number of students who paid for a future lesson', async () => {
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
        .set({ scheduledAt: new Date('2026-11-19T06:00:00Z'), endedAt: app.clock.now() })
        .where(eq(lessonTable.classId, tuitionClass.id));
      expect((await ownOf(tutor)).classes).toContainEqual(
        expect.objectContaining({ name: 'P6', students: 0 }),
      );
    });

    test('own homework with submissions to mark, earliest return date first', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const given = async (
        statuses: readonly ('SUBMITTED' | 'RESUBMITTED' | 'marked')[],
        inDays: number,
      ) => {
        const lesson = await aLesson(app, (await aClass(app)).id);
        const homework = await aHomework(app, lesson);
        for (const status of statuses)
          await aSubmission(app, homework.id, (await aStudentOn(app, lesson)).id, { status });
        await app.database.db
          .update(homeworkTable)
          .set({ returnAt: new Date(app.clock.now().getTime() + (30 + inDays) * 86_400_000) })
          .where(eq(homeworkTable.id, homework.id));
        return { lesson, homework };
      };
      const last = await given(['SUBMITTED', 'RESUBMITTED', 'marked'], 3);
      const first = await given(['SUBMITTED'], 1);
      const done = await given(['marked'], 2);
      await given(['SUBMITTED'], 1);
      for (const { lesson } of [last, first, done]) await teach(tutor, lesson);
      const { homework } = await ownOf(tutor);
      expect(idsOf(homework)).toEqual([first.homework.id, last.homework.id]);
      expect(homework.count).toBe(2);
    });

    test('the feedback of the last 7 days, without contacts', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
      const [lesson] = lessons;
      if (!lesson) throw new Error('There is a lesson.');
      await teach(tutor, lesson, tuitionClass.id);
      const student = await aStudent(app, { phone: '80007777', parentName: 'Mdm Sim' });
      const at = (instant: string) =>
        aFeedback(app, {
          lessonId: lesson.id,
          studentId: student.id,
          created: new Date(instant),
        });
      await at('2026-11-12T15:59:59Z');
      const first = await at('2026-11-12T16:00:00Z');
      const latest = await at('2026-11-20T01:00:00Z');
      await aFeedback(app);
      const { feedback } = await ownOf(tutor);
      expect(idsOf(feedback)).toEqual([latest.id, first.id]);
      for (const secret of ['80007777', 'Mdm Sim', student.email])
        expect(JSON.stringify(feedback)).not.toContain(secret);
    });
  });
});

describe('every number on the home page', () => {
  const day = (offset: number) => addDays('2026-11-20', offset);
  const countOf = async (api: Api, operation: Parameters<Api['call']>[0], input: object) =>
    ((await api.call(operation, input)) as { count: number }).count;

  test('equals the rows of the list that it links to, for each role', async () => {
    const desk = await app.as('CustService', { name: unique('Rina') });
    const agent = await app.as('Agent', { extraRoutes: ['/tickets/trial', '/tickets/renewal'] });
    const lead = await app.as('Partner', { leadSourceScope: 'Wechat' });
    const tutor = await app.as('Tutor', { name: unique('Farah') });
    const admin = await app.as('Admin');
    const tuition = await aClass(app, { classType: 'Regular Classes' });
    for (const offset of [-2, -1, 0, 1]) {
      await aTrialTicket(app, { handledBy: agent.id, nextActionDate: day(offset) });
      await aRenewalTicket(app, { handledBy: admin.id, nextActionDate: day(offset) });
      await aRenewalTicket(app, { nextActionDate: day(offset) });
      const { id: feedback } = await aFeedback(app);
      await admin.call(createFollowUp, {
        body: { feedback, owner: desk.id, due_date: day(offset) },
      });
    }
    const { id: feedback } = await aFeedback(app);
    await admin.call(createFollowUp, { body: { feedback, owner: desk.id, due_date: null } });
    for (const [hours, isActive] of [
      [-0.5, true],
      [-0.5, false],
      [3, true],
      [-8, true],
    ] as const) {
      const start = app.clock.now().getTime() + hours * 3_600_000;
      const lesson = await aLesson(app, tuition.id, {
        scheduledAt: new Date(start),
        endedAt: new Date(start + 3_600_000),
        isActive,
      });
      await aStudentOn(app, lesson);
      await app.database.db
        .insert(lessonStaff)
        .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
      // One of two submissions to the Tutor's homework waits to be marked, and so do others' submissions.
      for (const given of [lesson, await aLesson(app, tuition.id)]) {
        const homework = await aHomework(app, given);
        for (const status of ['SUBMITTED', hours > 0 ? 'RESUBMITTED' : 'marked'] as const)
          await aSubmission(app, homework.id, (await aStudentOn(app, given)).id, { status });
        await aStudentOn(app, given);
      }
    }
    let compared = 0;
    const expectRows = async (
      api: Api,
      expected: number,
      operation: Parameters<Api['call']>[0],
      input: object,
    ) => {
      expect([operation.name, await countOf(api, operation, input)]).toEqual([
        operation.name,
        expected,
      ]);
      compared += expected;
    };
    for (const api of [admin, agent, desk, lead, tutor, await app.as('SalesAdmin')]) {
      const home = await homeOf(api);
      for (const { kind, whose, ...counts } of home.follow_ups?.lists ?? [])
        for (const group of followUpGroups) {
          const due = { in: [group === 'open' ? 'later' : group] };
          const handled_by = {
            mine: api.id,
            unassigned: { exists: false },
            others: { not: api.id },
          }[whose];
          if (kind === 'feedback')
            await expectRows(api, counts[group], listFeedback, {
              query: { filter: { follow_up: 'mine', due } },
            });
          // Of tickets only due ones are counted.
          else if (group !== 'open')
            await expectRows(
              api,
              counts[group],
              kind === 'trial' ? listTrialTickets : listRenewalTickets,
              { query: { filter: { handled_by, is_closed: false, due } } },
            );
        }
      const lists = home.follow_ups?.lists ?? [];
      for (const group of followUpGroups)
        expect(lists.reduce((sum, list) => sum + list[group], 0)).toBe(
          home.follow_ups?.[group] ?? 0,
        );
      if (home.lessons) {
        const today = { date: day(0), is_active: true };
        await expectRows(api, home.lessons.count, listDayLessons, { query: { filter: today } });
        await expectRows(api, home.lessons.live, listDayLessons, {
          query: { filter: { ...today, is_live: true } },
        });
      }
      if (home.orders) {
        const waiting = {
          query: {
            filter: { status: { in: ['INIT', 'PAID'] }, needs_attention: true },
            max: 200,
          },
        } as const;
        await expectRows(api, home.orders.count, listOrders, waiting);
        const { data } = await api.call(listOrders, waiting);
        for (const { currency, amount } of home.orders.totals)
          expect(
            data
              .filter((order) => order.currency === currency)
              .reduce((sum, order) => sum + order.actual_price, 0),
          ).toBeCloseTo(amount, 2);
      }
      // A Partner may not open the report.
      if (home.attendance && api !== lead)
        await expectRows(api, home.attendance.count, listLessonAttendance, {
          body: { date_range: { between: [day(-6), day(0)] }, missing: true },
        });
      if (home.birthdays)
        await expectRows(api, home.birthdays.count, listUsers, {
          query: { filter: { _type: { in: ['Student'] }, birthday: 'today' } },
        });
      if (home.tutor) {
        expect(home.lessons).toMatchObject({ count: 3, live: 1 });
        expect(home.tutor.week).toHaveLength(3);
        const week = weekOf(day(0));
        const began = (from: string, to: string) =>
          home.tutor?.week.filter(({ scheduled_on: at }) => {
            const on = businessDayOf(at, 'Asia/Singapore');
            return on >= from && on <= to;
          }).length ?? 0;
        const midnight = (date: string) => startOfBusinessDay(date, 'Asia/Singapore').toString();
        await expectRows(api, began(week.start, week.end), listLessons, {
          query: {
            filter: {
              is_active: true,
              scheduled_on: { between: [midnight(week.start), midnight(addDays(week.end, 1))] },
            },
          },
        });
        for (const offset of [-4, -3, -2, -1, 0, 1, 2])
          await expectRows(api, began(day(offset), day(offset)), listDayLessons, {
            query: { filter: { date: day(offset), is_active: true } },
          });
        expect(home.tutor.homework.count).toBe(4);
        await expectRows(api, home.tutor.homework.count, listHomework, {
          query: { filter: { to_mark: true } },
        });
        for (const { _id: homework, stat } of home.tutor.homework.data) {
          await expectRows(api, stat.assigned - stat.pending, listSubmissions, {
            query: { filter: { homework } },
          });
          await expectRows(api, stat.submitted + stat.resubmitted, listSubmissions, {
            query: { filter: { homework, status: { in: ['SUBMITTED', 'RESUBMITTED'] } } },
          });
        }
        await expectRows(api, home.tutor.feedback.count, listFeedback, {
          query: { filter: { created: { between: [day(-7), day(0)] } } },
        });
        for (const { _id: id, students } of home.tutor.classes)
          await expectRows(api, students, listEnrolledStudents, {
            params: { id, kind: 'active' },
          });
        await expectRows(api, home.tutor.classes.length, listClasses, {
          query: { filter: { is_active: true, end_date: { gt: 'now' } } },
        });
      }
    }
    // The comparison must not be empty.
    expect(compared).toBeGreaterThan(60);
  });
});
