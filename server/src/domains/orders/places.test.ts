import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getClass, updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import {
  isOwned,
  type PlaceKind,
  type RosterGroup,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import {
  cancelOrder,
  createOrder,
  getOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { movePlace, removePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { someOf } from '../../../test/walk.ts';

const app = useTestApp();

const rosterOf = async (id: string) =>
  (await (await app.as('Admin')).call(getLessonRoster, { params: { id } })).data;

const orderNow = async (id: string) =>
  (await (await app.as('Admin')).call(getOrder, { params: { id } })).data;

describe('moving a student to another lesson', () => {
  test('moves the order with it, and records it in the history', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    const { data: order } = await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons.slice(0, 2)),
    });
    const [first, second, third] = lessons.map((lesson) => lesson.id);

    const { data } = await admin.call(movePlace, {
      params: { id: first ?? '' },
      body: { student: order.created_by._id, to: third ?? '' },
    });

    expect(data.orders).toEqual([order._id]);
    expect(await rosterOf(first ?? '')).toEqual([]);
    expect(await rosterOf(third ?? '')).toMatchObject([
      { kind: 'PAYMENT', student: { _id: order.created_by._id }, sources: [{ order: order._id }] },
    ]);
    const moved = await orderNow(order._id);
    expect(new Set(moved.detail.lesson)).toEqual(new Set([second, third]));
    expect(new Set(moved.detail.billable_lesson)).toEqual(new Set([second, third]));
    expect(moved.actual_price).toBe(order.actual_price);
    expect(moved.version).toBe(order.version + 1);
    expect(moved.history.at(-1)).toMatchObject({
      by: { name: 'Nadia Tan' },
      action: 'updated',
      changes: [{ field: 'lessons', from: 'Lesson 1 T1 L1', to: 'Lesson 3 T1 L3' }],
    });
  });

  test('can be undone, and cancelling the order then releases the place', async () => {
    const order = await anOrder(app, { lessons: 1 });
    const other = await aLesson(app, order.detail.class_obj._id, { inDays: 21 });
    const from = order.detail.lesson[0] ?? '';
    const admin = await app.as('Admin');
    const student = order.created_by._id;
    await admin.call(movePlace, { params: { id: from }, body: { student, to: other.id } });
    await admin.call(movePlace, { params: { id: other.id }, body: { student, to: from } });
    expect(await rosterOf(from)).toMatchObject([{ sources: [{ order: order._id }] }]);
    await admin.call(cancelOrder, { params: { id: order._id }, body: { remark: 'Moved away' } });
    expect(await rosterOf(from)).toEqual([]);
    expect(await rosterOf(other.id)).toEqual([]);
  });

  test('within a sold-out class needs no confirmation', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
    const [from, to] = lessons.map((lesson) => lesson.id);
    const student = await aStudent(app);
    const admin = await app.as('Admin');
    const params = { id: from ?? '' };
    await admin.call(addLessonStudents, { params, body: { student: [student.id] } });
    await admin.call(updateClass, { params: { id: tuitionClass.id }, body: { is_sold_out: true } });
    await admin.call(movePlace, { params, body: { student: student.id, to: to ?? '' } });
    expect(await rosterOf(to ?? '')).toHaveLength(1);
  });

  test('is refused to another class, to an inactive or full lesson, and to a lesson the student has', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 2, { maxCap: 1 });
    const admin = await app.as('Admin');
    const { data: order } = await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons.slice(0, 1)),
    });
    await admin.call(createOrder, { body: anOrderBody(tuitionClass.id, lessons.slice(1)) });
    const foreign = (await aClassWithLessons(app, 1)).lessons[0]?.id ?? '';
    const inactive = await aLesson(app, tuitionClass.id, { isActive: false });
    const move = (to: string, more: object = {}) =>
      admin.refused(movePlace, {
        params: { id: lessons[0]?.id ?? '' },
        body: { student: order.created_by._id, to, ...more },
      });

    expect(await move(foreign)).toMatchObject({ status: 422, code: 'lessons_not_in_class' });
    expect(await move(inactive.id)).toMatchObject({ status: 422, code: 'lessons_not_in_class' });
    expect(await move(lessons[0]?.id ?? '')).toMatchObject({ status: 422 });
    expect(await move(lessons[1]?.id ?? '')).toMatchObject({ status: 422, code: 'class_full' });
    const to = lessons[1]?.id ?? '';
    await admin.call(movePlace, {
      params: { id: lessons[0]?.id ?? '' },
      body: { student: order.created_by._id, to, allow_overbook: true },
    });
    expect(await rosterOf(to)).toHaveLength(2);
    expect(await move(to)).toMatchObject({ status: 404 });
  });
});

describe('removing a student from a lesson', () => {
  test('removes the lesson from the order, unless it is the only one', async () => {
    const order = await anOrder(app, { lessons: 2 });
    const admin = await app.as('Admin');
    const [first, second] = order.detail.lesson;
    const studentId = order.created_by._id;

    await admin.call(removePlace, { params: { id: first ?? '', studentId } });

    expect(await rosterOf(first ?? '')).toEqual([]);
    expect((await orderNow(order._id)).detail.lesson).toEqual([second]);
    expect(
      await admin.refused(removePlace, { params: { id: second ?? '', studentId } }),
    ).toMatchObject({ status: 409, code: 'orders_only_lesson' });
    expect(
      await admin.refused(removePlace, { params: { id: first ?? '', studentId } }),
    ).toMatchObject({ status: 404 });
  });

  test('needs confirmation for a lesson that was already held', async () => {
    const { tuitionClass } = await aClassWithLessons(app, 0);
    const held = await aLesson(app, tuitionClass.id, { inDays: -7 });
    const admin = await app.as('Admin');
    const { id: studentId } = await aStudent(app);
    const params = { id: held.id, studentId };
    const otherStudent = { ...params, studentId: (await aStudent(app)).id };
    await admin.call(addLessonStudents, {
      params,
      body: { student: [studentId], allow_unusual: true },
    });

    for (const query of [{}, { allow_unusual: false }])
      expect(await admin.refused(removePlace, { params, query })).toMatchObject({
        status: 409,
        code: 'lesson_unusual',
      });
    expect(await admin.refused(removePlace, { params: otherStudent })).toMatchObject({
      status: 404,
    });
    expect(
      await admin.refused(removePlace, { params, query: { allow_unusual: 'perhaps' } }),
    ).toMatchObject({ status: 400, field: 'allow_unusual' });
    expect(await rosterOf(held.id)).toHaveLength(1);
    await admin.call(removePlace, { params, query: { allow_unusual: true } });
    expect(await rosterOf(held.id)).toEqual([]);
  });

  test('is in the lesson’s timeline with the name, as is a move with its target', async () => {
    const { lessons } = await aClassWithLessons(app, 2);
    const [from, to] = lessons.map((lesson) => lesson.id);
    const [moved, removed] = [
      await aStudent(app, { name: 'Chua Si Ying' }),
      await aStudent(app, { name: 'Tan Jun Wei' }),
    ];
    const admin = await app.as('Admin');
    const params = { id: from ?? '' };
    await admin.call(addLessonStudents, { params, body: { student: [moved.id, removed.id] } });
    await admin.call(movePlace, { params, body: { student: moved.id, to: to ?? '' } });
    await admin.call(removePlace, { params: { ...params, studentId: removed.id } });

    const { data } = await admin.call(listLessonChanges, { params });

    expect(data.slice(0, 2)).toMatchObject([
      {
        action: 'lesson.studentRemoved',
        changes: [{ field: 'student', from: 'Tan Jun Wei', to: null }],
      },
      {
        action: 'lesson.studentMoved',
        changes: [
          { field: 'student', from: null, to: 'Chua Si Ying' },
          { field: 'to_lesson', from: null, to: 'Lesson 2 T1 L2' },
        ],
      },
    ]);
    const joined = await admin.call(listLessonChanges, { params: { id: to ?? '' } });
    expect(joined.data[0]).toMatchObject({
      action: 'lesson.studentMoved',
      changes: [
        { field: 'student', from: null, to: 'Chua Si Ying' },
        { field: 'from_lesson', from: null, to: 'Lesson 1 T1 L1' },
      ],
    });
  });

  test('is allowed only to an Admin', async () => {
    const order = await anOrder(app, { lessons: 2 });
    const params = { id: order.detail.lesson[0] ?? '', studentId: order.created_by._id };
    for (const role of ['SalesAdmin', 'CustService', 'Tutor', 'Partner'] as const) {
      const refused = await (await app.as(role)).refused(removePlace, { params });
      expect({ role, status: refused.status }).toEqual({ role, status: 403 });
    }
  });

  test('while the order is being cancelled, repeatedly and concurrently, leaves consistent data', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await anOrder(app, { lessons: 3 });
      const admin = await app.as('Admin');
      const studentId = order.created_by._id;
      const answers = await Promise.all([
        ...order.detail.lesson.map((id) => admin.send(removePlace, { params: { id, studentId } })),
        admin.send(cancelOrder, { params: { id: order._id }, body: { remark: 'Moved away' } }),
      ]);
      expect(answers.every((answer) => answer.status < 500)).toBe(true);
      for (const id of order.detail.lesson) expect(await rosterOf(id)).toEqual([]);
    }
  });
});

const groups = {
  PAYMENT: 'student',
  TRIAL: 'trial_student',
  PAYMENT_VIDEO: 'video_student',
} as const;

const kind = fc.constantFrom('PAYMENT' as const, 'TRIAL' as const, 'PAYMENT_VIDEO' as const);
const lesson = fc.integer({ min: 0, max: 2 });
const student = fc.integer({ min: 0, max: 1 });
const act = fc.oneof(
  fc.record({ do: fc.constant('order' as const), student, kind, from: lesson, to: lesson }),
  fc.record({ do: fc.constant('hand' as const), student, kind, lesson }),
  fc.record({ do: fc.constant('cancel' as const), order: fc.nat(5) }),
  fc.record({ do: fc.constant('remove' as const), student, lesson }),
  fc.record({ do: fc.constant('move' as const), student, from: lesson, to: lesson }),
);

type Source = { student: number; lesson: number; kind: PlaceKind; order: string | null };

/** Model of decisions.md: a place is the strongest source that is not released, and orders follow their places. */
class Model {
  sources: Source[] = [];
  orders = new Map<string, { student: number; lessons: number[] }>();

  at = (student: number, lesson: number) =>
    this.sources.filter((source) => source.student === student && source.lesson === lesson);

  place = (student: number, lesson: number): PlaceKind | null =>
    this.at(student, lesson)
      .map((source) => source.kind)
      .reduce<PlaceKind | null>((best, next) => (isOwned(best, next) ? best : next), null);

  ordersAt = (student: number, lesson: number) =>
    this.at(student, lesson).flatMap(({ order }) => (order === null ? [] : [order]));

  drop = (gone: (source: Source) => boolean) => {
    this.sources = this.sources.filter((source) => !gone(source));
  };

  onlyLesson = (student: number, lesson: number) =>
    this.ordersAt(student, lesson).some((id) => this.orders.get(id)?.lessons.length === 1);

  swap = (student: number, from: number, to: number | null) => {
    for (const id of this.ordersAt(student, from)) {
      const order = this.orders.get(id);
      if (!order) continue;
      const kept = order.lessons.filter((one) => one !== from && one !== to);
      order.lessons = to === null ? kept : [...kept, to];
    }
    this.sources = this.sources.flatMap((source) => {
      if (source.student !== student || source.lesson !== from) return [source];
      return to === null ? [] : [{ ...source, lesson: to }];
    });
  };
}

test('any sequence of orders, manual places, cancels, removals and moves matches the model', async () => {
  const admin = await app.as('Admin');
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
      const students = [await aStudent(app), await aStudent(app)];
      const lessonId = (index: number) => lessons[index]?.id ?? '';
      const studentId = (index: number) => students[index]?.id ?? '';
      const model = new Model();

      for (const step of acts) {
        if (step.do === 'order') {
          const chosen = [0, 1, 2].filter(
            (index) =>
              index >= Math.min(step.from, step.to) && index <= Math.max(step.from, step.to),
          );
          const billable = chosen.filter(
            (index) => !isOwned(model.place(step.student, index), step.kind),
          );
          const answer = await admin.send(createOrder, {
            body: anOrderBody(
              tuitionClass.id,
              lessons.filter((_, index) => chosen.includes(index)),
              {
                type: step.kind,
                email: students[step.student]?.email ?? '',
                allow_second_trial: true,
              },
            ),
          });
          expect(answer.status).toBe(billable.length === 0 ? 422 : 201);
          if (answer.status !== 201) continue;
          const { _id } = (answer.body as { data: { _id: string } }).data;
          model.orders.set(_id, { student: step.student, lessons: chosen });
          for (const index of billable)
            model.sources.push({
              student: step.student,
              lesson: index,
              kind: step.kind,
              order: _id,
            });
        } else if (step.do === 'hand') {
          await admin.call(addLessonStudents, {
            params: { id: lessonId(step.lesson) },
            body: { student: [studentId(step.student)], kind: groups[step.kind] },
          });
          if (!isOwned(model.place(step.student, step.lesson), step.kind))
            model.sources.push({ ...step, order: null });
        } else if (step.do === 'cancel') {
          const id = [...model.orders.keys()][step.order];
          if (id === undefined) continue;
          await admin.call(cancelOrder, { params: { id }, body: { remark: 'Moved away' } });
          model.orders.delete(id);
          model.drop((source) => source.order === id);
        } else if (step.do === 'remove') {
          const answer = await admin.send(removePlace, {
            params: { id: lessonId(step.lesson), studentId: studentId(step.student) },
          });
          const hasPlace = model.place(step.student, step.lesson) !== null;
          const only = model.onlyLesson(step.student, step.lesson);
          expect(answer.status).toBe(hasPlace ? (only ? 409 : 200) : 404);
          if (answer.status === 200) model.swap(step.student, step.lesson, null);
        } else {
          const answer = await admin.send(movePlace, {
            params: { id: lessonId(step.from) },
            body: { student: studentId(step.student), to: lessonId(step.to) },
          });
          const may =
            step.from !== step.to &&
            model.place(step.student, step.from) !== null &&
            model.place(step.student, step.to) === null;
          expect(answer.status < 300).toBe(may);
          if (may) model.swap(step.student, step.from, step.to);
        }
      }

      for (const index of [0, 1, 2]) {
        const roster = await rosterOf(lessonId(index));
        expect(roster).toHaveLength(new Set(roster.map((one) => one.student._id)).size);
        const expected = [0, 1].flatMap((who): [string, PlaceKind][] => {
          const place = model.place(who, index);
          return place === null ? [] : [[studentId(who), place]];
        });
        expect(new Map(roster.map((one) => [one.student._id, one.kind]))).toEqual(
          new Map(expected),
        );
      }
      for (const [id, order] of model.orders) {
        const { detail } = await orderNow(id);
        expect(detail.lesson.toSorted()).toEqual(order.lessons.map(lessonId).toSorted());
      }
    }),
    { numRuns: someOf(25) },
  );
}, 120_000);

test('a class counts its paying students: of lessons that have not ended, and overall', async () => {
  const { id } = await aClass(app);
  const [held, next] = [
    await aLesson(app, id, { inDays: -7 }),
    await aLesson(app, id, { inDays: 7 }),
  ];
  const elsewhere = await aLesson(app, (await aClass(app)).id);
  const admin = await app.as('Admin');
  const add = (lesson: { id: string }, student: string[], kind = 'student' as RosterGroup) =>
    admin.call(addLessonStudents, {
      params: { id: lesson.id },
      body: { student, kind, allow_unusual: true },
    });
  const [once, twice, gone, trial] = await Promise.all(
    Array.from({ length: 4 }, async () => (await aStudent(app)).id),
  );
  await add(held, [once!, twice!]);
  await add(next, [twice!, gone!]);
  await add(next, [trial!], 'trial_student');
  await add(elsewhere, [trial!]);
  await admin.call(removePlace, { params: { id: next.id, studentId: gone! } });

  const { data } = await admin.call(getClass, { params: { id } });

  expect(data.students).toEqual({ active: 1, ever: 3 });
});
