import { expect, test } from 'vitest';
import { searchRecords } from '@staffroom/contract/domains/search/search.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { anAgent, aStudent } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { lessonStaff } from '../lessons/lessons.schema.ts';

const app = useTestApp();

const find = async (api: Api, text: string) =>
  (await api.call(searchRecords, { query: { text } })).data;

const idsOf = (found: { _id: string }[] | null | undefined) => found?.map(({ _id }) => _id);

test('a role finds only what its screens hold', async () => {
  const text = unique('nothing');
  const empty = { data: [], count: 0 };
  const kinds = {
    Admin: { users: empty, classes: empty, lessons: [], orders: [] },
    SalesAdmin: { users: empty, classes: empty, lessons: [], orders: [] },
    Partner: { users: empty, classes: empty, lessons: [], orders: [] },
    CustService: { users: empty, classes: empty, lessons: [], orders: [] },
    Agent: { users: null, classes: null, lessons: null, orders: [] },
    Tutor: { users: null, classes: empty, lessons: [], orders: null },
    Typist: { users: null, classes: null, lessons: null, orders: null },
    DataAdmin: { users: null, classes: null, lessons: null, orders: null },
  } as const;
  for (const [role, found] of Object.entries(kinds))
    expect({ role, ...(await find(await app.as(role as keyof typeof kinds), text)) }).toEqual({
      role,
      ...found,
    });
});

test('whose name begins with the text comes before others that hold it, five of all', async () => {
  const name = unique('wei');
  const others = [];
  for (const before of ['Ang', 'Bok', 'Chia', 'Dee', 'Eng'])
    others.push(await aStudent(app, { name: `${before} ${name}` }));
  const first = await aStudent(app, { name: `${name} Zhang` });
  const { users } = await find(await app.as('CustService'), name.toUpperCase());
  expect(idsOf(users?.data)).toEqual([first.id, ...others.slice(0, 4).map(({ id }) => id)]);
  expect(users?.count).toBe(6);
});

test('a colleague is found by who may open the record', async () => {
  const agent = await anAgent(app, { name: unique('Diyana') });
  expect(idsOf((await find(await app.as('Admin'), agent.name)).users?.data)).toEqual([agent.id]);
  expect((await find(await app.as('CustService'), agent.name)).users?.count).toBe(0);
});

test('a Partner finds the students and orders of its lead source', async () => {
  const name = unique('Tan');
  const ours = await aStudent(app, { name: `${name} A`, leadSource: 'LLP' });
  const theirs = await aStudent(app, { name: `${name} B`, leadSource: 'FB' });
  const order = await anOrder(app, { email: ours.email });
  await anOrder(app, { email: theirs.email });
  const found = await find(await app.as('Partner', { leadSourceScope: 'LLP' }), name);
  expect(idsOf(found.users?.data)).toEqual([ours.id]);
  expect(idsOf(found.orders)).toEqual([order._id]);
});

test('a class is found by how its words begin, in any order, the active ones first', async () => {
  const word = unique('surds');
  const ended = await aClass(app, { name: `A [${word}] Sec 3`, isActive: false });
  const active = await aClass(app, { name: `Sec 3 Maths ${word} 华文` });
  const sales = await app.as('SalesAdmin');
  expect(idsOf((await find(sales, `${word} SEC`)).classes?.data)).toEqual([active.id, ended.id]);
  expect(idsOf((await find(sales, `mat ${word} 文`)).classes?.data)).toEqual([active.id]);
  for (const other of [`${word} P5`, `${word} aths`, word.slice(1)])
    expect((await find(sales, other)).classes?.count).toBe(0);
});

test('what stands for anything in a pattern is a letter like others', async () => {
  const { id } = await aClass(app, { name: unique('100%_sure') });
  expect(idsOf((await find(await app.as('Admin'), '100%_s')).classes?.data)).toContain(id);
  expect((await find(await app.as('Admin'), '1%s')).classes?.count).toBe(0);
});

test('a lesson is found by class, name and place, the nearest first', async () => {
  const { id, name } = await aClass(app);
  const place = { term: 2, lessonIndex: 5 };
  const late = await aLesson(app, id, { ...place, inDays: 30, name: 'Surds' });
  const past = await aLesson(app, id, { ...place, inDays: -2, name: 'Indices' });
  await aLesson(app, id, { term: 2, lessonIndex: 6, name: 'Surds' });
  const admin = await app.as('Admin');
  expect(idsOf((await find(admin, `${name} t2 L5`)).lessons)).toEqual([past.id, late.id]);
  expect(idsOf((await find(admin, `surds l5 ${name}`)).lessons)).toEqual([late.id]);
});

test('a Tutor finds the classes and lessons it teaches', async () => {
  const tutor = await app.as('Tutor', { name: unique('Farah') });
  const word = unique('algebra');
  const own = await aClass(app, { name: `${word} own` });
  const other = await aClass(app, { name: `${word} other` });
  const lesson = await aLesson(app, own.id);
  await aLesson(app, other.id);
  const taught = { userId: tutor.id, kind: 'tutor', position: 0 } as const;
  await app.database.db.insert(classStaff).values({ ...taught, classId: own.id });
  await app.database.db.insert(lessonStaff).values({ ...taught, lessonId: lesson.id });
  const found = await find(tutor, word);
  expect(idsOf(found.classes?.data)).toEqual([own.id]);
  expect(idsOf(found.lessons)).toEqual([lesson.id]);
});

test('an order is found by its student and by its whole id', async () => {
  const student = await aStudent(app, { name: unique('Ng Wan Ting') });
  const order = await anOrder(app, { email: student.email });
  const admin = await app.as('Admin');
  expect(idsOf((await find(admin, student.name)).orders)).toEqual([order._id]);
  expect(idsOf((await find(admin, order._id.toUpperCase())).orders)).toEqual([order._id]);
});

test('an Agent finds its own orders alone, also by their id', async () => {
  const order = await anOrder(app);
  const agent = await app.as('Agent');
  expect((await find(agent, order._id)).orders).toEqual([]);
});

test('a text of spaces is refused', async () => {
  const admin = await app.as('Admin');
  expect(await admin.refused(searchRecords, { query: { text: '   ' } })).toMatchObject({
    status: 400,
    code: 'invalid_value',
    field: 'text',
  });
});
