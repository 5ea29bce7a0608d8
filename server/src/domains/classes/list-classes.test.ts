import type { Api } from '../../../test/stage.ts';
import { describe, expect, test } from 'vitest';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { levelTags } from 'staffroom-contract/shared/levels.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aUser } from '../../../test/factories/user.factory.ts';
import { classStaff } from './classes.schema.ts';

const app = useOwnTestApp();

const idsOf = async (api: Api, filter: object, query: object = {}) => {
  const { data, count } = await api.call(listClasses, { query: { max: 200, ...query, filter } });
  expect(count).toBe(data.length);
  return data.map((tuitionClass) => tuitionClass._id);
};

const aTutorOf = async (
  classId: string,
  values: { name?: string; position?: number; kind?: 'tutor' | 'ta' } = {},
) => {
  const { name = 'Lim Mei Ling', position = 0, kind = 'tutor' } = values;
  const tutor = await aUser(app, { type: kind === 'ta' ? 'TA' : 'Tutor', name });
  await app.database.db.insert(classStaff).values({ classId, userId: tutor.id, kind, position });
  return tutor;
};

describe('finding classes', () => {
  test('sorts by rate and by seats', async () => {
    const mark = unique('Sorted');
    const [low, high] = [
      await aClass(app, { name: `${mark} A`, rate: 900, maxCap: 30 }),
      await aClass(app, { name: `${mark} B`, rate: 10_000, maxCap: 8 }),
    ];
    const admin = await app.as('Admin');
    const by = (sortBy: string) =>
      idsOf(admin, { name: { regex: mark } }, { sortBy, order: 'desc' });
    expect(await by('rate')).toEqual([high.id, low.id]);
    expect(await by('max_cap')).toEqual([low.id, high.id]);
  });

  test('contains what the choice of a class and the price of an order need, money in its currency', async () => {
    const tuitionClass = await aClass(app, {
      rate: 4550,
      currency: 'USD',
      maxCap: 12,
      isSoldOut: true,
      isTrial: true,
      isFeatured: true,
      isListed: false,
    });
    const second = await aTutorOf(tuitionClass.id, { name: 'Second', position: 1 });
    const first = await aTutorOf(tuitionClass.id, { name: 'First' });
    await aTutorOf(tuitionClass.id, { name: 'Helper', kind: 'ta' });
    const { data } = await (
      await app.as('Admin')
    ).call(listClasses, {
      query: { filter: { _id: tuitionClass.id } },
    });
    expect(data).toEqual([
      {
        _id: tuitionClass.id,
        name: tuitionClass.name,
        subject: 'Mathematics',
        class_type: 'Regular Classes',
        level: ['secondary-3'],
        start_date: tuitionClass.startDate.toISOString(),
        end_date: tuitionClass.endDate.toISOString(),
        schedule: { date_of_week: 'Tue', start_time: '19:00', end_time: '21:00' },
        rate: 45.5,
        currency: 'USD',
        max_cap: 12,
        is_active: true,
        is_free: false,
        is_trial: true,
        is_featured: true,
        is_listed: false,
        is_sold_out: true,
        force_full_purchase: false,
        tutor: [
          { _id: first.id, name: 'First' },
          { _id: second.id, name: 'Second' },
        ],
        updated: tuitionClass.updated.toISOString(),
      },
    ]);
  });

  test('by id, subject, level and state', async () => {
    const admin = await app.as('Admin');
    const maths = await aClass(app, { levels: ['primary-5', 'primary-6'] });
    const english = await aClass(app, {
      subject: 'English',
      levels: ['primary-6'],
      isActive: false,
    });
    const both = { _id: { in: [maths.id, english.id] } };
    const found = async (filter: object) => (await idsOf(admin, { ...both, ...filter })).toSorted();
    expect(await found({})).toEqual([maths.id, english.id].toSorted());
    expect(await found({ subject: 'English' })).toEqual([english.id]);
    expect(await found({ subject: { in: ['Mathematics', 'Science'] } })).toEqual([maths.id]);
    expect(await found({ level: 'primary-5' })).toEqual([maths.id]);
    expect(await found({ level: { in: ['primary-6', 'beginner'] } })).toEqual(
      [maths.id, english.id].toSorted(),
    );
    expect(await found({ level: 'primary' })).toEqual([]);
    expect(await found({ is_active: true })).toEqual([maths.id]);
    expect(await found({ is_active: false })).toEqual([english.id]);
  });

  test('that have not ended, by the clock or by a given time', async () => {
    const admin = await app.as('Admin');
    const now = app.clock.now();
    const ended = await aClass(app, { endDate: now });
    const running = await aClass(app, { endDate: new Date(now.getTime() + 1000) });
    const both = { _id: { in: [ended.id, running.id] } };
    expect(await idsOf(admin, { ...both, end_date: { gt: 'now' } })).toEqual([running.id]);
    const earlier = new Date(now.getTime() - 1).toISOString();
    expect((await idsOf(admin, { ...both, end_date: { gt: earlier } })).length).toBe(2);
    const elsewhere = '2026-11-20T10:00:00.500+08:00';
    expect(await idsOf(admin, { ...both, end_date: { gt: elsewhere } })).toEqual([running.id]);
  });

  test.each([
    'P6 (Sat) 100% Maths',
    'P_5 Science [A]',
    'Sec 3 \\ A Maths + E Maths',
    '小六 华文 班',
    "Parents' Night; drop table classes",
  ])('by a literal part of the name: %s', async (name) => {
    const admin = await app.as('Admin');
    const mark = unique(' ');
    const tuitionClass = await aClass(app, { name: `${name}${mark}` });
    await aClass(app, { name: `${name.replaceAll(/[^A-Za-z0-9 ]/g, 'x')}x${mark}` });
    for (const typed of [name, name.toUpperCase(), ` ${name.slice(1)}`, name.slice(1, 3)])
      expect(await idsOf(admin, { name: { regex: typed } })).toContain(tuitionClass.id);
    expect(await idsOf(admin, { name: { regex: `${name}${mark}` } })).toEqual([tuitionClass.id]);
  });

  test.each(['%', '_', '.*'])('%s is not a wildcard', async (typed) => {
    const plain = await aClass(app, { name: unique('Plain') });
    expect(await idsOf(await app.as('Admin'), { _id: plain.id, name: { regex: typed } })).toEqual(
      [],
    );
  });

  test('sorted by name, start or last change, page by page', async () => {
    const admin = await app.as('Admin');
    const mark = unique('Sorted');
    const made = [];
    for (const [name, daysAgo] of [
      ['B', 1],
      ['A', 3],
      ['C', 2],
    ] as const) {
      const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000);
      made.push(await aClass(app, { name: `${mark} ${name}`, startDate: at, updated: at }));
    }
    const [b = '', a = '', c = ''] = made.map((tuitionClass) => tuitionClass.id);
    const filter = { name: { regex: mark } };
    expect(await idsOf(admin, filter)).toEqual([b, c, a]);
    expect(await idsOf(admin, filter, { sortBy: 'name', order: 'asc' })).toEqual([a, b, c]);
    expect(await idsOf(admin, filter, { sortBy: 'start_date', order: 'asc' })).toEqual([a, c, b]);
    const second = await admin.call(listClasses, { query: { filter, max: 1, offset: 1 } });
    expect({ ids: second.data.map((one) => one._id), count: second.count }).toEqual({
      ids: [c],
      count: 3,
    });
  });

  test('exports every matching row with its flags as CSV', async () => {
    const { id, name } = await aClass(app, {
      name: unique('=P6'),
      levels: ['primary-6', 'advanced'],
      isSoldOut: true,
      isListed: false,
    });
    const answer = await (
      await app.as('SalesAdmin')
    ).send(listClasses, {
      query: { filter: { _id: id }, max: 1 },
      headers: { accept: 'text/csv' },
    });
    expect(answer.headers['content-disposition']).toContain('classes.csv');
    const [head = '', row = '', ...rest] = String(answer.body)
      .replace('\ufeff', '')
      .trim()
      .split('\r\n');
    expect(head).toContain('is_active,is_sold_out,is_free,is_trial,is_featured,is_listed,tutor');
    expect(row).toContain(`'${name},Mathematics,Regular Classes,"primary-6, advanced",`);
    expect(row).toContain('30,SGD,20,true,true,false,false,false,false,');
    expect(rest).toEqual([]);
  });

  test('refuses unknown filters', async () => {
    const admin = await app.as('Admin');
    for (const [field, filter] of [
      ['filter.rate', { rate: 30 }],
      ['filter.subject', { subject: 'Magic' }],
      ['filter.end_date', { end_date: { lt: 'now' } }],
    ] as const) {
      const refused = await admin.refused(listClasses, { query: { filter } });
      expect(refused.status).toBe(400);
      expect(refused.field).toContain(field);
    }
    expect((await admin.refused(listClasses, { query: { max: 201 } })).field).toBe('max');
  });
});

describe('the scope', () => {
  test('of a Tutor is the classes it teaches, of other roles all', async () => {
    const mine = await aClass(app);
    const other = await aClass(app);
    const both = { _id: { in: [mine.id, other.id] } };
    const tutor = await app.as('Tutor', {});
    await app.database.db
      .insert(classStaff)
      .values({ classId: mine.id, userId: tutor.id, kind: 'tutor' });
    await aTutorOf(other.id);
    expect(await idsOf(tutor, both)).toEqual([mine.id]);
    expect(await idsOf(tutor, { _id: other.id })).toEqual([]);
    for (const role of ['SalesAdmin', 'Partner', 'Agent', 'CustService'] as const)
      expect((await idsOf(await app.as(role), both)).toSorted()).toEqual(
        [mine.id, other.id].toSorted(),
      );
  });

  test('includes the classes for limits of discount codes for users who may open the codes', async () => {
    const reader = await app.as('Typist', { extraRoutes: ['/discountcode'] });
    expect((await (await app.as('Typist')).refused(listClasses)).status).toBe(403);
    const mark = unique('Limit');
    const make = (subject: string, levels: string[]) =>
      aClass(app, { name: `${mark} ${subject} ${levels.join(' ')}`, subject, levels });
    const maths = await make('Mathematics', ['secondary-2', 'secondary-3']);
    const aMaths = await make('A Maths', ['secondary-4']);
    const eMaths = await make('E Maths', ['secondary-2']);
    const science = await make('Science', ['secondary-4', 'integrated-programme-4']);
    const everyLevel = await make('English', [...levelTags]);
    const noLevel = await make('English', []);
    const found = async (filter: object) =>
      (await idsOf(reader, { name: { regex: mark }, ...filter })).toSorted();
    const ids = (...classes: { id: string }[]) => classes.map(({ id }) => id).toSorted();

    expect(await found({ subject: { in: ['Mathematics', 'A Maths', 'E Maths'] } })).toEqual(
      ids(maths, aMaths, eMaths),
    );
    // One common level is enough; a tag without classes, like secondary-5, is allowed.
    expect(await found({ level: { in: ['secondary-3', 'secondary-4', 'secondary-5'] } })).toEqual(
      ids(maths, aMaths, science, everyLevel),
    );
    expect(await found({ level: { in: ['secondary-5'] } })).toEqual([]);
    expect(await found({ level: { in: ['integrated-programme-4'] } })).toEqual(
      ids(science, everyLevel),
    );
    expect(
      await found({ subject: 'A Maths', level: { in: ['secondary-3', 'secondary-4'] } }),
    ).toEqual(ids(aMaths));
    expect(await found({ subject: { in: ['English'] } })).toEqual(ids(everyLevel, noLevel));
  });

  test('of a user who acts as a Tutor is that of a Tutor', async () => {
    const other = await aClass(app);
    const actor = await app.as('CustService', { actsAs: 'Tutor' });
    expect(await idsOf(actor, { _id: other.id })).toEqual([]);
  });
});

test('classes are found by type and by tutor', async () => {
  const regular = await aClass(app, { classType: 'Regular Classes' });
  const workshop = await aClass(app, { classType: 'Workshop' });
  const tutor = await aTutorOf(workshop.id);
  const assistant = await aTutorOf(workshop.id, { kind: 'ta' });
  const admin = await app.as('Admin');
  const both = { _id: { in: [regular.id, workshop.id] } };
  expect(await idsOf(admin, { ...both, class_type: 'Regular Classes' })).toEqual([regular.id]);
  expect(await idsOf(admin, { ...both, tutor: tutor.id })).toEqual([workshop.id]);
  expect(await idsOf(admin, { ...both, tutor: assistant.id })).toEqual([]);
  expect(await idsOf(admin, { ...both, teacher: assistant.id })).toEqual([workshop.id]);
  expect(await idsOf(admin, { ...both, teacher: tutor.id })).toEqual([workshop.id]);
});
