import type { Answer, Api, CallInput } from '../stage.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from 'staffroom-contract/operations.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { mayCall } from 'staffroom-contract/domains/identity/permissions.ts';
import { getLessonAttendance } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { getLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import { listStudentMessages } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { listStudentAttendance } from 'staffroom-contract/domains/attendance/student-attendance.contract.ts';
import { getLastContact } from 'staffroom-contract/domains/reports/last-contact.contract.ts';
import { listStudentLessons } from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import {
  cancelOrder,
  createOrder,
  createTrialOrder,
  getOrder,
  listOrders,
  quoteOrder,
  updateOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { searchRecords } from 'staffroom-contract/domains/search/search.contract.ts';
import { addCredit, listCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import {
  getUser,
  listUserChanges,
  updateUser,
} from 'staffroom-contract/domains/users/user-record.contract.ts';
import { findUsers, listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { getClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import {
  getHomework,
  getSubmissionStats,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
  listSubmissions,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { listDayLessons } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  getPollQuestion,
  listPollAnswers,
  listPollQuestions,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import { useOwnTestApp } from '../build-test-app.ts';
import { aClassWithLessons } from '../factories/class.factory.ts';
import { aDiscountCode } from '../factories/discount-code.factory.ts';
import { aHomework, aSubmission } from '../factories/homework.factory.ts';
import { anAnswer, aPollQuestion } from '../factories/poll.factory.ts';
import { anOrderBody } from '../factories/order.factory.ts';
import { aStudent } from '../factories/user.factory.ts';
import { unique } from '../unique.ts';

const app = useOwnTestApp();
const source = 'LLP';
const remark = 'Paid in cash by the grandmother';

/** A student with all readable data, on the same lessons as the others. */
type Person = Awaited<ReturnType<typeof aStudent>> & { order: string; trial: string };

let ours: Person;
let theirs: Person;
let ofNobody: Person;
let code: string;
let given: Awaited<ReturnType<typeof aHomework>>;
let question: Awaited<ReturnType<typeof aPollQuestion>>;
let place: Awaited<ReturnType<typeof aClassWithLessons>>;
let trialPlace: Awaited<ReturnType<typeof aClassWithLessons>>;

const aPerson = async (values: Parameters<typeof aStudent>[1], phone: string): Promise<Person> => {
  const student = await aStudent(app, {
    name: unique('Pupil'),
    email: `${unique('pupil')}@example.com`,
    phoneCountryCode: '65',
    phone,
    parentName: unique('Parent'),
    parentEmail: `${unique('parent')}@example.org`,
    referralCode: unique('REF'),
    ...values,
  });
  const admin = await app.as('Admin');
  const orderOf = async (type: 'PAYMENT' | 'TRIAL', { tuitionClass, lessons } = place) =>
    (
      await admin.call(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons, {
          type,
          email: student.email,
          remark: `${remark} ${student.name}`,
          ...(type === 'PAYMENT' && { discount_code: code }),
        }),
      })
    ).data._id;
  const order = await orderOf('PAYMENT');
  const trial = await orderOf('TRIAL', trialPlace);
  await admin.call(addCredit, {
    body: { target_id: student.id, qty: 3, remark: `${remark} ${student.name}` },
  });
  await admin.call(updateUser, {
    params: { type: 'Student', id: student.id },
    body: { school: `School of ${student.name}` },
  });
  return { ...student, order, trial };
};

beforeAll(async () => {
  place = await aClassWithLessons(app, 2);
  trialPlace = await aClassWithLessons(app, 1);
  code = (await aDiscountCode(app)).code;
  theirs = await aPerson({ leadSource: 'FB' }, '91110001');
  ofNobody = await aPerson({ leadSource: null }, '91110002');
  ours = await aPerson({ leadSource: source, referredBy: theirs.id }, '91110003');
  given = await aHomework(app, place.lessons[0]!);
  await aSubmission(app, given.id, theirs.id);
  question = await aPollQuestion(app, place.lessons[0]!.id);
  for (const person of [theirs, ofNobody, ours]) await anAnswer(app, question, person, [1]);
});

/** Values that must not be in any answer; a remark mentions its student too. */
const secretsOf = ({ id, email, name, phone, parentName, parentEmail, order, trial }: Person) => [
  id,
  email,
  name,
  phone,
  parentName ?? '',
  parentEmail ?? '',
  order,
  trial,
];

const walked = new Set<string>();

type Asking = 'json' | 'csv';

/** Calls as a partner and checks the answer for hidden values, including refusals. */
const askAs = async <O extends AnyOperation>(
  partner: Api,
  operation: O,
  input: CallInput<O> = {},
  { as = 'json', secrets = [theirs, ofNobody] }: { as?: Asking; secrets?: Person[] } = {},
): Promise<Answer<unknown>> => {
  walked.add(operation.name);
  const answer = await partner.send(operation, {
    ...input,
    headers: as === 'csv' ? { accept: 'text/csv' } : {},
  });
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const typed = JSON.stringify([input.params, input.query, input.body]);
  for (const secret of secrets.flatMap(secretsOf))
    if (!typed.includes(secret)) expect(text).not.toContain(secret);
  // Equal answers may differ in their time.
  const { date: _date, 'x-request-id': _requestId, ...headers } = answer.headers;
  return { ...answer, headers };
};

/** Limited accounts: by type, by `acts_as`, and without a lead source. */
const partners = {
  'a Partner': () => app.as('Partner', { leadSourceScope: source }),
  'an Agent who is treated as Partner': () =>
    app.as('Agent', { actsAs: 'Partner', leadSourceScope: source }),
};

/** Filters that find a student. */
const filtersFor = ({ id, email, name, phone }: Person) => [
  { _id: id },
  { _id: { in: [id] } },
  { email },
  { email: { regex: email } },
  { name: { regex: name } },
  { phone: { regex: phone } },
  { phone: { regex: `+65 ${phone}` } },
  { search: { regex: email } },
  { search: { regex: name } },
  { search: { regex: phone } },
  { search: { regex: `+65${phone}` } },
  { _type: 'Student', search: { regex: name.slice(0, 2) }, email: { regex: email } },
];

describe.each(Object.keys(partners) as (keyof typeof partners)[])('%s', (who) => {
  let partner: Api;
  beforeAll(async () => {
    partner = await partners[who]();
  });
  const ask = <O extends AnyOperation>(operation: O, input?: CallInput<O>, as: Asking = 'json') =>
    askAs(partner, operation, input, { as });
  const hidden = () => [theirs, ofNobody];

  test.each([listUsers, findUsers])(
    'counts and lists no hidden student: $name',
    async (operation) => {
      for (const person of hidden())
        for (const filter of filtersFor(person)) {
          expect({ filter, ...(await ask(operation, { query: { filter } })) }).toMatchObject({
            status: 200,
            body: { data: [], count: 0 },
          });
          const csv = await ask(operation, { query: { filter } }, 'csv');
          expect(String(csv.body).trim().split('\r\n')).toHaveLength(1);
        }
      for (const filter of filtersFor(ours))
        expect({ filter, ...(await ask(operation, { query: { filter } })) }).toMatchObject({
          body: { data: [{ _id: ours.id }], count: 1 },
        });
      for (const filter of [
        {},
        { _type: 'Student' },
        { 'lead_source.source': { in: ['FB', source] } },
      ])
        for (const sortBy of ['created', 'name', 'email'])
          await ask(operation, { query: { filter, sortBy, max: 200 } });
      expect(await ask(operation, { query: { filter: { _type: 'Student' } } })).toMatchObject({
        body: { count: 1 },
      });
      expect(
        await ask(operation, { query: { filter: { 'lead_source.source': 'FB' } } }),
      ).toMatchObject({ body: { data: [], count: 0 } });
    },
  );

  test('finds no hidden student in the palette, for any text', async () => {
    for (const { email, name, phone, parentName, parentEmail, order } of hidden())
      for (const text of [email, name, phone, `+65 ${phone}`, parentName, parentEmail, order])
        expect(await ask(searchRecords, { query: { text: text ?? '' } })).toMatchObject({
          status: 200,
          body: { data: { users: { data: [], count: 0 }, orders: [] } },
        });
    for (const text of [ours.name, ours.email])
      expect(await ask(searchRecords, { query: { text } })).toMatchObject({
        body: { data: { users: { data: [{ _id: ours.id }], count: 1 } } },
      });
    await ask(searchRecords, { query: { text: 'e' } });
  });

  test('opens no hidden student’s record, timeline, ledger or lessons', async () => {
    for (const { id } of hidden()) {
      expect(await ask(getUser, { params: { id } })).toMatchObject({ status: 404 });
      expect(await ask(listUserChanges, { params: { id } })).toMatchObject({ status: 404 });
      expect(await ask(listStudentLessons, { params: { id } })).toMatchObject({ status: 404 });
      expect(await ask(listStudentMessages, { params: { id } })).toMatchObject({ status: 404 });
      expect(await ask(listStudentAttendance, { params: { id } })).toMatchObject({ status: 404 });
      expect(await ask(getLastContact, { params: { id } })).toMatchObject({ status: 404 });
      expect(await ask(listStudentMessages, { params: { id } }, 'csv')).toMatchObject({
        status: 404,
      });
      const query = { created_by: id };
      expect(await ask(listCredit, { query })).toMatchObject({ status: 404 });
      expect(await ask(listCredit, { query }, 'csv')).toMatchObject({ status: 404 });
    }
    const { id } = ours;
    expect(await ask(getUser, { params: { id } })).toMatchObject({
      status: 200,
      body: { data: { name: ours.name, referred_by: null } },
    });
    expect(await ask(listUserChanges, { params: { id } })).toMatchObject({ status: 200 });
    expect(await ask(listStudentLessons, { params: { id } })).toMatchObject({ body: { count: 3 } });
    expect(await ask(listStudentMessages, { params: { id } })).toMatchObject({
      body: { count: 0 },
    });
    expect(await ask(listCredit, { query: { created_by: id } })).toMatchObject({
      body: { count: 1 },
    });
  });

  test('sees no hidden order', async () => {
    for (const { id } of hidden())
      for (const as of ['json', 'csv'] as const) {
        const { body } = await ask(listOrders, { query: { filter: { created_by: id } } }, as);
        if (as === 'json') expect(body).toEqual({ data: [], count: 0 });
        else expect(String(body).trim().split('\r\n')).toHaveLength(1);
      }
    for (const filter of [
      {},
      { created_by: { in: [ours.id, theirs.id, ofNobody.id] } },
      { agent: { exists: false } },
      { type: { in: ['PAYMENT', 'TRIAL'] }, status: 'PROCESSED' },
    ]) {
      expect(await ask(listOrders, { query: { filter } })).toMatchObject({ body: { count: 2 } });
      const csv = await ask(listOrders, { query: { filter } }, 'csv');
      expect(String(csv.body).trim().split('\r\n')).toHaveLength(3);
    }
    expect(await ask(listOrders, { query: { filter: { discount_code: code } } })).toMatchObject({
      body: { data: [{ _id: ours.order }], count: 1 },
    });
    for (const { order, trial } of hidden())
      for (const id of [order, trial])
        expect(await ask(getOrder, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('counts hidden students on a roster and names only its own', async () => {
    for (const lesson of [...place.lessons, ...trialPlace.lessons]) {
      const { body } = await ask(getLessonRoster, { params: { id: lesson.id } });
      expect(body).toMatchObject({
        data: [{ student: { _id: ours.id, name: ours.name } }],
        count: 3,
        unnamed: 2,
      });
      await ask(getLesson, { params: { id: lesson.id } });
      for (const as of ['json', 'csv'] as const)
        await ask(getLessonAttendance, { params: { id: lesson.id } }, as);
    }
    for (const { tuitionClass } of [place, trialPlace])
      await ask(getClass, { params: { id: tuitionClass.id } });
    const date = place.lessons[0]!.scheduledAt.toLocaleDateString('sv-SE', {
      timeZone: app.settings.businessTimeZone,
    });
    for (const as of ['json', 'csv'] as const)
      await ask(listDayLessons, { query: { filter: { date } } }, as);
    for (const operation of [listLessons, listClasses])
      for (const as of ['json', 'csv'] as const) await ask(operation, { query: { max: 200 } }, as);
    await ask(getHome);
  });

  test('counts hidden students of a homework and names only its own', async () => {
    const { id } = given;
    expect(await ask(getHomework, { params: { id } })).toMatchObject({
      body: { data: { stat: { assigned: 3, pending: 2, submitted: 1 } } },
    });
    for (const as of ['json', 'csv'] as const) {
      for (const filter of [{}, ...[ours, theirs, ofNobody].map((one) => ({ student: one.id }))])
        await ask(listHomework, { query: { filter } }, as);
      for (const filter of [{}, { homework: id }, { created_by: theirs.id }]) {
        const { body } = await ask(listSubmissions, { query: { filter } }, as);
        if (as === 'json') expect(body).toEqual({ data: [], count: 0 });
        else expect(String(body).trim().split('\r\n')).toHaveLength(1);
      }
      await ask(listPendingSubmissions, { params: { id } }, as);
    }
    expect(await ask(listPendingSubmissions, { params: { id } })).toMatchObject({
      body: { data: [{ student: { _id: ours.id } }], count: 2, unnamed: 1 },
    });
    expect(await ask(getSubmissionStats, { query: { homework: id } })).toMatchObject({
      body: { data: [{ assigned: 3 }] },
    });
    for (const { id: other } of hidden()) {
      expect(await ask(listStudentHomework, { params: { id: other } })).toMatchObject({
        status: 404,
      });
      expect(await ask(listHomework, { query: { filter: { student: other } } })).toMatchObject({
        body: { count: 0 },
      });
    }
    expect(await ask(listStudentHomework, { params: { id: ours.id } })).toMatchObject({
      body: { count: 1 },
    });
  });

  test('counts hidden students of a poll and names only its own', async () => {
    const params = { id: question.lessonId };
    expect(await ask(listPollQuestions, { params })).toMatchObject({
      body: { data: [{ result: { answered: 3, counts: [0, 3, 0, 0] } }], students: 3 },
    });
    expect(await ask(listPollAnswers, { params })).toMatchObject({
      body: { data: [{ _id: ours.id, correct: 1 }], count: 3, unnamed: 2 },
    });
    const csv = await ask(listPollAnswers, { params }, 'csv');
    expect(String(csv.body).trim().split('\r\n')).toHaveLength(2);
    await ask(getPollQuestion, { params: { id: question.id } });
  });

  test('neither quotes nor orders for a hidden student', async () => {
    for (const { email } of hidden()) {
      const { tuitionClass, lessons } = trialPlace;
      const body = anOrderBody(tuitionClass.id, lessons, { type: 'TRIAL', email });
      for (const typed of [email, email.toUpperCase()]) {
        expect(
          await ask(quoteOrder, {
            body: { class: tuitionClass.id, type: 'TRIAL', email: typed },
          }),
        ).toMatchObject({
          status: 404,
          body: { message: { errors: [{ code: 'not_found', field: 'email' }] } },
        });
      }
      expect(await ask(createTrialOrder, { body: { ...body, type: 'TRIAL' } })).toMatchObject({
        status: 404,
      });
      expect(await ask(createOrder, { body })).toMatchObject({ status: 404 });
    }
  });

  test('changes nothing of a hidden student', async () => {
    for (const person of hidden()) {
      const cancelled = await ask(cancelOrder, { params: { id: person.trial }, body: { remark } });
      expect(cancelled).toMatchObject({ status: 404 });
      const params = { type: 'Student', id: person.id };
      for (const refused of [
        await ask(updateUser, { params, body: { name: 'Another name' } }),
        await ask(addCredit, { body: { target_id: person.id, qty: 1, remark } }),
        await ask(updateOrder, {
          params: { id: person.order },
          body: { meta: { is_renewal: true } },
        }),
      ])
        expect(refused).toMatchObject({ status: 403 });
    }
  });
});

test('a Partner without a lead source sees no student at all', async () => {
  const partner = await app.as('Partner', {});
  const ask = <O extends AnyOperation>(operation: O, input?: CallInput<O>) =>
    askAs(partner, operation, input, { secrets: [theirs, ofNobody, ours] });
  for (const filter of [{ _type: 'Student' }, ...[ours, theirs, ofNobody].flatMap(filtersFor)])
    expect(await ask(listUsers, { query: { filter } })).toMatchObject({
      body: { data: [], count: 0 },
    });
  expect(await ask(listOrders, {})).toMatchObject({ body: { data: [], count: 0 } });
  expect(await ask(getLessonRoster, { params: { id: place.lessons[0]!.id } })).toMatchObject({
    body: { data: [], count: 3, unnamed: 3 },
  });
  for (const { id, order } of [ours, theirs, ofNobody]) {
    expect(await ask(getUser, { params: { id } })).toMatchObject({ status: 404 });
    expect(await ask(getOrder, { params: { id: order } })).toMatchObject({ status: 404 });
  }
});

/** Operations that return nothing about students. */
const harmless = [
  'getClientSettings',
  'signIn',
  'getMe',
  'refreshToken',
  'signOut',
  'changePassword',
  'forgotPassword',
  'readPasswordLink',
  'renewPasswordLink',
  'resetPassword',
  'listMySessions',
  'listRecentSignIns',
  'getSecondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'removeSecondFactor',
  'signInWithCode',
  'listPasskeys',
  'startPasskey',
  'addPasskey',
  'removePasskey',
  'startPasskeySignIn',
  'signInWithPasskey',
  'signInWithProvider',
  'listProviderLinks',
  'removeProviderLink',
  'endMySession',
  'endOtherSessions',
  'getLessonRoom',
  'listLessonMaterials',
  'openMaterial',
];

test('every operation that a Partner may call is covered', () => {
  const open = allOperations.filter((operation) =>
    mayCall({ role: 'Partner', extra_routes: [] }, operation),
  );
  const left = open.map(({ name }) => name).filter((name) => !walked.has(name));
  expect(left.toSorted()).toEqual(harmless.toSorted());
});
