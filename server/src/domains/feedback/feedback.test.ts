import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createFollowUp,
  getFeedback,
  getFollowUp,
  listFeedback,
  listFollowUpChanges,
  listFollowUpOwners,
  updateFollowUp,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aFeedback, aFollowUp } from '../../../test/factories/feedback.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessonStaff } from '../lessons/lessons.schema.ts';

const app = useTestApp();

const contacts = {
  email: 'ong.xinyi-of-feedback@example.com',
  phone: '80001234',
  phoneCountryCode: '65',
  parentName: 'Mdm Ong',
  parentEmail: 'mdm.ong-of-feedback@example.org',
  parentPhone: '80005678',
  parentPhoneCountryCode: '65',
};

const list = async (
  api: Api,
  filter: Record<string, unknown>,
  rest: Record<string, unknown> = {},
) => api.call(listFeedback, { query: { filter, ...rest } });
const idsOf = ({ data }: { data: readonly { _id: string }[] }) => data.map(({ _id }) => _id);

/** A class with two lessons and feedback on each. */
const aRatedClass = async (name = unique('P6 Mathematics')) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2, { name });
  const [first, second] = lessons;
  if (!first || !second) throw new Error('Expected two lessons.');
  return {
    tuitionClass,
    lessons: [first, second] as const,
    feedback: [
      await aFeedback(app, { lessonId: first.id }),
      await aFeedback(app, { lessonId: second.id }),
    ] as const,
  };
};

describe('feedback', () => {
  test('shows the student, contact data of student and parent, and the lesson and class', async () => {
    const { tuitionClass, lessons } = await aRatedClass();
    const student = await aStudent(app, {
      name: 'Ong Xin Yi',
      ...contacts,
      email: `${unique('ong')}@example.com`,
    });
    const { id } = await aFeedback(app, {
      lessonId: lessons[0].id,
      studentId: student.id,
      rating: 4,
      content: 'Clear teaching.',
    });
    const { data } = await (await app.as('CustService')).call(getFeedback, { params: { id } });
    expect(data).toEqual({
      _id: id,
      rating: 4,
      content: 'Clear teaching.',
      created: '2026-11-20T01:00:00.000Z',
      created_by: {
        _id: student.id,
        name: 'Ong Xin Yi',
        email: student.email,
        phone_country_code: '65',
        phone: '80001234',
        parent: {
          name: 'Mdm Ong',
          email: contacts.parentEmail,
          phone_country_code: '65',
          phone: '80005678',
        },
      },
      feedback_target_id: lessons[0].id,
      feedback_target_object: {
        name: lessons[0].name,
        meta: { index: lessons[0].lessonIndex, term: lessons[0].term },
        class: { _id: tuitionClass.id, name: tuitionClass.name },
        opens: true,
      },
      follow_up: null,
    });
  });

  test('is found by rating, lesson, class, student, content and day', async () => {
    const admin = await app.as('Admin');
    const { tuitionClass, lessons, feedback } = await aRatedClass('[P6] Ratio + more');
    const [one, other] = feedback;
    const wordless = await aFeedback(app, {
      lessonId: lessons[1].id,
      rating: 5,
      content: '',
      created: new Date('2026-11-18T15:59:59Z'),
    });
    const ofClass = { class: tuitionClass.id };
    const newest = [other.id, one.id].toSorted().toReversed();
    expect(idsOf(await list(admin, ofClass))).toEqual([...newest, wordless.id]);
    expect(idsOf(await list(admin, { ...ofClass, rating: { in: [4, 5] } }))).toEqual([wordless.id]);
    expect(idsOf(await list(admin, { feedback_target_id: lessons[0].id }))).toEqual([one.id]);
    expect(idsOf(await list(admin, { created_by: wordless.studentId }))).toEqual([wordless.id]);
    expect(idsOf(await list(admin, { ...ofClass, content: { exists: true } }))).toEqual(newest);
    const on = (day: string) => list(admin, { ...ofClass, created: { between: [day, day] } });
    expect(idsOf(await on('2026-11-18'))).toEqual([wordless.id]);
    expect(idsOf(await on('2026-11-19'))).toEqual([]);
    const ta = await aUser(app, { type: 'TA' });
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lessons[1].id, userId: ta.id, kind: 'ta' });
    expect(idsOf(await list(admin, { teacher: ta.id })).toSorted()).toEqual(
      [other.id, wordless.id].toSorted(),
    );
    const named = await list(admin, { class_name: { regex: '[p6] ratio +' } });
    expect(idsOf(named)).toEqual([...newest, wordless.id]);
  });

  test('is listed in pages of ten, and downloaded completely', async () => {
    const admin = await app.as('Admin');
    const { tuitionClass, lessons } = await aRatedClass();
    for (let more = 0; more < 9; more += 1) await aFeedback(app, { lessonId: lessons[0].id });
    const { data, count } = await list(admin, { class: tuitionClass.id });
    expect([data.length, count]).toEqual([10, 11]);
  });

  describe('is read by a Tutor', () => {
    const teach = async (tutor: Api, made: { classId?: string; lessonId?: string }) => {
      const row = { userId: tutor.id, kind: 'tutor' as const };
      const { classId, lessonId } = made;
      if (classId) await app.database.db.insert(classStaff).values({ classId, ...row });
      if (lessonId) await app.database.db.insert(lessonStaff).values({ lessonId, ...row });
    };

    test('for its own classes and lessons, and no others', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const own = await aRatedClass();
      const helped = await aRatedClass();
      const others = await aRatedClass();
      await teach(tutor, { classId: own.tuitionClass.id, lessonId: own.lessons[0].id });
      await teach(tutor, { lessonId: helped.lessons[1].id });
      const seen = await list(tutor, {});
      expect(idsOf(seen).toSorted()).toEqual(
        [own.feedback[0].id, own.feedback[1].id, helped.feedback[1].id].toSorted(),
      );
      expect(seen.count).toBe(3);
      const opens = new Map(seen.data.map((row) => [row._id, row.feedback_target_object.opens]));
      expect(own.feedback.map(({ id }) => opens.get(id))).toEqual([true, false]);
      const { id } = others.feedback[0];
      expect(await tutor.refused(getFeedback, { params: { id } })).toMatchObject({ status: 404 });
    });

    test('without contact data, in the list, on its own and in the download, and without its follow-up', async () => {
      const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
      const { tuitionClass, lessons } = await aRatedClass();
      await teach(tutor, { classId: tuitionClass.id });
      const student = await aStudent(app, { ...contacts, email: `${unique('ong')}@example.com` });
      const { id } = await aFeedback(app, { lessonId: lessons[0].id, studentId: student.id });
      await aFollowUp(app, { feedback: id });
      const answers = [
        await list(tutor, { _id: id }),
        await tutor.call(getFeedback, { params: { id } }),
        await tutor.send(listFeedback, {
          query: { filter: { _id: id } },
          headers: { accept: 'text/csv' },
        }),
      ].map((answer) => JSON.stringify(answer));
      for (const answer of answers)
        for (const secret of [
          student.email,
          contacts.phone,
          contacts.parentEmail,
          'Mdm Ong',
          'Hui Ling',
        ])
          expect(answer).not.toContain(secret);
      for (const follow_up of ['open', 'mine', 'done'])
        expect(idsOf(await list(tutor, { follow_up }))).toEqual([]);
    });
  });
});

describe('a follow-up', () => {
  test('is started with an owner, reassigned and closed, and keeps its history', async () => {
    const desk = await app.as('CustService', { name: 'Hui Ling' });
    const { id: feedback } = await aFeedback(app);
    const other = await aUser(app, { type: 'Admin', name: 'Nadia Tan' });
    const { data: begun } = await desk.call(createFollowUp, {
      body: { feedback, owner: desk.id, due_date: '2026-11-24', remark: ' Call her ' },
    });
    expect(begun).toMatchObject({
      feedback,
      owner: { _id: desk.id, name: 'Hui Ling' },
      state: 'open',
      due_date: '2026-11-24',
      remark: 'Call her',
      version: 1,
    });
    const params = { id: begun._id };
    await desk.call(updateFollowUp, { params, body: { owner: other.id, version: 1 } });
    const { data: done } = await desk.call(updateFollowUp, {
      params,
      body: { state: 'done', remark: 'Spoke to the mother', version: 2 },
    });
    expect(done).toMatchObject({ owner: { name: 'Nadia Tan' }, state: 'done', version: 3 });
    expect((await desk.call(getFollowUp, { params })).data).toEqual(done);
    const { data: shown } = await desk.call(getFeedback, { params: { id: feedback } });
    expect(shown.follow_up).toEqual(done);
    const { data: steps } = await desk.call(listFollowUpChanges, { params });
    expect(steps.map(({ action, by }) => [action, by.name])).toEqual([
      ['feedback_follow_up.updated', 'Hui Ling'],
      ['feedback_follow_up.updated', 'Hui Ling'],
      ['feedback_follow_up.created', 'Hui Ling'],
    ]);
  });

  test('exists once per feedback; a second one is refused', async () => {
    const { feedback } = await aFollowUp(app);
    const desk = await app.as('CustService');
    expect(
      await desk.refused(createFollowUp, { body: { feedback, owner: desk.id } }),
    ).toMatchObject({ status: 409, code: 'already_followed_up' });
  });

  test('changed by two users concurrently keeps the first save', async () => {
    const { id } = await aFollowUp(app);
    const desk = await app.as('CustService');
    const body = { version: 1, remark: 'First' };
    await desk.call(updateFollowUp, { params: { id }, body });
    const late = { params: { id }, body: { version: 1, remark: 'Second' } };
    expect(await desk.refused(updateFollowUp, late)).toMatchObject({ status: 409, code: 'stale' });
    expect((await desk.call(getFollowUp, { params: { id } })).data.remark).toBe('First');
  });

  test('belongs to enabled staff who may follow up; an owner who left keeps it until it is reassigned', async () => {
    const desk = await app.as('CustService');
    const may = [
      await aUser(app, { type: 'Admin', name: unique('Admin') }),
      await aUser(app, { type: 'Agent', actsAs: 'CustService', name: unique('Acting') }),
    ];
    const mayNot = [
      await aUser(app, { type: 'CustService', enabled: false, name: unique('Left') }),
      await aUser(app, { type: 'SalesAdmin', name: unique('Sales') }),
      await aUser(app, { type: 'Admin', actsAs: 'Typist', name: unique('Acting') }),
      await aUser(app, { type: 'Student', actsAs: 'Admin', name: unique('Pupil') }),
    ];
    const { data: owners } = await desk.call(listFollowUpOwners);
    const names = owners.map(({ name }) => name);
    for (const { name } of may) expect(names).toContain(name);
    for (const { name } of mayNot) expect(names).not.toContain(name);
    for (const { id: owner } of mayNot)
      expect(
        await desk.refused(createFollowUp, {
          body: { feedback: (await aFeedback(app)).id, owner },
        }),
      ).toMatchObject({ status: 400, code: 'invalid_value', field: 'owner' });

    const [leaver] = may;
    const { id } = await aFollowUp(app, { owner: leaver?.id ?? '' });
    await app.database.db
      .update(users)
      .set({ enabled: false })
      .where(eq(users.id, leaver?.id ?? ''));
    const { data } = await desk.call(updateFollowUp, {
      params: { id },
      body: { owner: leaver?.id ?? '', state: 'done' },
    });
    expect(data).toMatchObject({ state: 'done', owner: { _id: leaver?.id } });
  });

  test('is found by its owner while open, and once it is done', async () => {
    const desk = await app.as('CustService', { name: unique('Hui Ling') });
    const { tuitionClass, feedback } = await aRatedClass();
    const [one, other] = feedback;
    await aFollowUp(app, { feedback: one.id, owner: desk.id });
    const theirs = await aFollowUp(app, { feedback: other.id });
    const found = async (follow_up: string) =>
      idsOf(await list(desk, { class: tuitionClass.id, follow_up })).toSorted();
    expect(await found('open')).toEqual([one.id, other.id].toSorted());
    expect(await found('mine')).toEqual([one.id]);
    await desk.call(updateFollowUp, { params: { id: theirs.id }, body: { state: 'done' } });
    expect(await found('open')).toEqual([one.id]);
    expect(await found('done')).toEqual([other.id]);
  });
});
