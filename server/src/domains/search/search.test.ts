import { expect, test } from 'vitest';
import { searchRecords } from 'staffroom-contract/domains/search/search.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { aRenewalTicket, aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { anAgent, aStudent } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { lessonStaff } from '../lessons/lessons.schema.ts';

const app = useTestApp();

const find = async (api: Api, text: string) =>
  (await api.call(searchRecords, { query: { text } })).data;

const idsOf = (found: { _id: string }[] | null | undefined) => found?.map(({ _id }) => _id);

test('a role finds only what its screens show', async () => {
  const text = unique('nothing');
  const empty = { data: [], count: 0 };
  const kinds = {
    Admin: { users: empty, classes: empty, lessons: [], orders: [], tickets: [] },
    SalesAdmin: { users: empty, classes: empty, lessons: [], orders: [], tickets: [] },
    Partner: { users: empty, classes: empty, lessons: [], orders: [], tickets: null },
    CustService: { users: empty, classes: empty, lessons: [], orders: [], tickets: null },
    Agent: { users: null, classes: null, lessons: null, orders: [], tickets: null },
    Tutor: { users: null, classes: empty, lessons: [], orders: null, tickets: null },
    Typist: { users: null, classes: null, lessons: null, orders: null, tickets: null },
    DataAdmin: { users: null, classes: null, lessons: null, orders: null, tickets: null },
  } as const;
  for (const [role, found] of Object.entries(kinds))
    expect({ role, ...(await find(await app.as(role as keyof typeof kinds), text)) }).toEqual({
      role,
      ...found,
    });
});

test('names that begin with the text are listed before other matches, five in total', async () => {
  const name = unique('wei');
  const others = [];
  for (const before of ['Ang', 'Bok', 'Chia', 'Dee', 'Eng'])
    others.push(await aStudent(app, { name: `${before} ${name}` }));
  const first = await aStudent(app, { name: `${name} Zhang` });
  const { users } = await find(await app.as('CustService'), name.toUpperCase());
  expect(idsOf(users?.data)).toEqual([first.id, ...others.slice(0, 4).map(({ id }) => id)]);
  expect(users?.count).toBe(6);
});

test('a colleague is found by users who may open the record', async () => {
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

test('a class is found by the beginnings of its words, in any order, active ones first', async () => {
  const word = unique('surds');
  const ended = await aClass(app, { name: `A [${word}] Sec 3`, isActive: false });
  const active = await aClass(app, { name: `Sec 3 Maths ${word} 华文` });
  const sales = await app.as('SalesAdmin');
  expect(idsOf((await find(sales, `${word} SEC`)).classes?.data)).toEqual([active.id, ended.id]);
  expect(idsOf((await find(sales, `mat ${word} 文`)).classes?.data)).toEqual([active.id]);
  for (const other of [`${word} P5`, `${word} aths`, word.slice(1)])
    expect((await find(sales, other)).classes?.count).toBe(0);
});

test('wildcards of a pattern match literally', async () => {
  const { id } = await aClass(app, { name: unique('100%_sure') });
  expect(idsOf((await find(await app.as('Admin'), '100%_s')).classes?.data)).toContain(id);
  expect((await find(await app.as('Admin'), '1%s')).classes?.count).toBe(0);
});

test('a lesson is found by class, name and place, nearest first', async () => {
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

test('an order is found by its student and by its complete id', async () => {
  const student = await aStudent(app, { name: unique('Ng Wan Ting') });
  const order = await anOrder(app, { email: student.email });
  const admin = await app.as('Admin');
  expect(idsOf((await find(admin, student.name)).orders)).toEqual([order._id]);
  expect(idsOf((await find(admin, order._id.toUpperCase())).orders)).toEqual([order._id]);
});

test('an Agent finds only its own orders, also by id', async () => {
  const order = await anOrder(app);
  const agent = await app.as('Agent');
  expect((await find(agent, order._id)).orders).toEqual([]);
});

test('a text with only spaces is refused', async () => {
  const admin = await app.as('Admin');
  expect(await admin.refused(searchRecords, { query: { text: '   ' } })).toMatchObject({
    status: 400,
    code: 'invalid_value',
    field: 'text',
  });
});

test('finds a user by the words of the name in any order', async () => {
  const word = unique('zheng');
  const student = await aStudent(app, { name: `${word} Mei Ling` });
  await aStudent(app, { name: `${word} Mei` });
  const sales = await app.as('SalesAdmin');
  for (const text of [`ling ${word}`, `Mei Ling, ${word}`, `${word}  ling MEI`]) {
    const { users } = await find(sales, text);
    expect({ text, found: idsOf(users?.data), count: users?.count }).toEqual({
      text,
      found: [student.id],
      count: 1,
    });
  }
});

test('finds a student by the parent, in any order of words and together with the student’s name', async () => {
  const word = unique('hoon');
  const student = await aStudent(app, {
    name: `Wei ${word}`,
    parentName: 'Lim Siew Hoon',
    parentEmail: `${word}.lim@example.org`,
  });
  const service = await app.as('CustService');
  for (const [text, parent] of [
    [`siew ${word} wei`, 'Lim Siew Hoon'],
    [`hoon lim wei ${word}`, 'Lim Siew Hoon'],
    [`${word}.lim@example.org`, `Lim Siew Hoon, ${word}.lim@example.org`],
  ] as const)
    expect((await find(service, text)).users?.data).toMatchObject([
      { _id: student.id, parent_match: parent },
    ]);
});

test('a Tutor who may open users does not find a student by the words of a parent', async () => {
  const word = unique('koh');
  await aStudent(app, { name: `Jun ${word}`, parentName: 'Koh Ah Beng' });
  const tutor = await app.as('Tutor', { extraRoutes: ['/user'] });
  expect((await find(tutor, `${word} beng`)).users).toEqual({ data: [], count: 0 });
});

test('finds the classes of a subject by "maths"', async () => {
  const word = unique('revision');
  const { id } = await aClass(app, { name: `P5 ${word}`, subject: 'Mathematics' });
  await aClass(app, { name: `P6 ${word}`, subject: 'Science' });
  const lesson = await aLesson(app, id);
  const sales = await app.as('SalesAdmin');
  for (const text of [`maths ${word}`, `${word} Mathematics p5`, `math ${word}`]) {
    const { classes, lessons } = await find(sales, text);
    expect(idsOf(classes?.data)).toEqual([id]);
    expect(idsOf(lessons)).toEqual([lesson.id]);
  }
});

test('finds the tickets of a student, open ones first, for users with access to them', async () => {
  const name = unique('Teo Hui Min');
  const student = await aStudent(app, { name, parentName: 'Teo Boon' });
  const values = { studentId: student.id } as const;
  const won = await aTrialTicket(app, { ...values, status: 'CLOSED WON' });
  const later = await aTrialTicket(app, { ...values, nextActionDate: '2031-03-20' });
  const renewal = await aRenewalTicket(app, { ...values, nextActionDate: '2031-03-02' });
  const admin = await app.as('Admin');
  const { tickets } = await find(admin, name.split(' ').toReversed().join(' '));
  expect(idsOf(tickets)).toEqual([renewal.id, later.id, won.id]);
  expect(tickets?.[0]).toMatchObject({
    type: 'ClassRenewal',
    status: renewal.status,
    next_action_date: '2031-03-02',
    student: { name },
  });
  expect(idsOf((await find(admin, won.id)).tickets)).toEqual([won.id]);
  expect(idsOf((await find(await app.as('SalesAdmin'), name)).tickets)).toEqual([later.id, won.id]);
  expect((await find(await app.as('CustService'), name)).tickets).toBeNull();
});
