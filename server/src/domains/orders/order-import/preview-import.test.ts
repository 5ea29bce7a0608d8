import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  importColumns,
  listImportRows,
  orderImportRow,
  previewOrderImport,
  type ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aDiscountCode } from '../../../../test/factories/discount-code.factory.ts';
import {
  aFile,
  aRow,
  aSpringClass,
  theSampleClasses,
  theSampleFile,
  type FileBody,
} from '../../../../test/factories/import.factory.ts';
import { anAgent, aStudent } from '../../../../test/factories/user.factory.ts';
import { unique } from '../../../../test/unique.ts';
import { lessons } from '../../lessons/lessons.schema.ts';

const app = useOwnTestApp();

const preview = async (body: FileBody) =>
  (await (await app.as('Admin')).call(previewOrderImport, { body })).data;

const messages = (row: ImportRow | undefined) => row?.problems.map((problem) => problem.message);

const aClassName = () => unique('P6 Mathematics');

describe('the sample file', () => {
  test('has 15 rows without problems, 22 to decide, 1 rejected and 2 ignored', async () => {
    await theSampleClasses(app);

    const { rows, progress, classes, extra_columns } = await preview(theSampleFile());

    const numbers = (choose: (row: ImportRow) => boolean) =>
      rows.filter(choose).map((row) => row.row);
    expect(numbers((row) => row.without_problems)).toEqual([
      1, 2, 3, 4, 5, 10, 15, 16, 17, 19, 21, 24, 29, 35, 39,
    ]);
    expect(numbers((row) => row.state === 'open' && !row.without_problems)).toEqual([
      6, 8, 9, 11, 12, 13, 14, 18, 20, 22, 23, 25, 26, 27, 28, 30, 31, 32, 33, 34, 36, 37,
    ]);
    expect(numbers((row) => row.state === 'rejected')).toEqual([7]);
    expect(numbers((row) => row.state === 'ignored')).toEqual([38, 40]);
    expect(progress.counts).toEqual({
      open: 37,
      processed: 0,
      cancelled: 0,
      skipped: 0,
      rejected: 1,
      ignored: 2,
    });
    expect(extra_columns).toEqual([]);

    const fixes = numbers((row) => row.problems.some((problem) => problem.severity === 'fix'));
    expect(fixes).toEqual([8, 11, 12, 13, 14, 22, 23, 25, 26, 27, 28, 30, 32, 33, 34, 36, 37]);
    const row = (number: number) => rows[number - 1];
    expect(messages(row(6))).toEqual([
      'March has fewer than 8 lessons left. Choose from the lessons found, or split the order.',
    ]);
    expect(messages(row(9))).toEqual([
      'The file says $60.00 per lesson; the class costs $40.00.',
      'March has fewer than 20 lessons left. Choose from the lessons found, or split the order.',
    ]);
    expect(messages(row(31))).toEqual([
      '52 lessons is unusual; only 4 are scheduled in April 2026.',
    ]);
    expect(messages(row(18))).toEqual(['Total 110.00 is not lessons x price (100.00).']);
    expect(messages(row(20))).toEqual(['The file says $80.00 per lesson; the class costs $40.00.']);
    expect(messages(row(11))).toEqual([
      'Looks like a copy of row 1 (same e-mail, class, month and transaction number).',
    ]);
    expect(messages(row(12))).toEqual([
      `No class is called 'P6 Maths Sat'. Did you mean P6 Mathematics — Sat 2pm?`,
    ]);
    const meant = classes.find((each) => each.name === 'P6 Mathematics — Sat 2pm');
    expect(row(12)?.problems[0]?.suggestion).toEqual({ class: meant?._id, label: meant?.name });
    expect(row(12)?.class).toBeNull();
    expect(messages(row(13))).toEqual([
      'No class found matching that name. Choose a class or skip the row.',
    ]);
    expect(messages(row(26))).toEqual(['The price is in IDR but the class is priced in SGD.']);
    expect(messages(row(34))).toEqual([
      'You have entered an invalid email',
      'The price is in ¥ (CNY or JPY) but the class is priced in SGD.',
    ]);
    expect(row(1)).toMatchObject({
      price: 100,
      currency: 'SGD',
      month: '2026-03',
      student: null,
      order: null,
    });
    expect(row(1)?.lesson).toHaveLength(4);
    expect(row(19)).toMatchObject({ type: 'TRIAL', price: 0 });
    expect(row(20)).toMatchObject({ type: 'PAYMENT_VIDEO', price: 120 });
    expect(row(24)).toMatchObject({ price: 210, month: '2026-06' });
    expect(meant?.lessons.length).toBeGreaterThan(20);
  });

  test('orders nothing and creates no students when previewed', async () => {
    const counts = await app.database.db.execute(
      sql`select (select count(*)::int from orders) as orders, (select count(*)::int from users where type = 'Student') as students`,
    );
    expect(counts.rows[0]).toEqual({ orders: 0, students: 0 });
  });
});

describe('a file that cannot be read', () => {
  const refused = async (body: FileBody) =>
    (await app.as('Admin')).refused(previewOrderImport, { body });
  const imports = async () =>
    (await app.database.db.execute(sql`select count(*)::int as count from order_imports`)).rows[0];

  test('without required columns lists them, and is not stored', async () => {
    const before = await imports();
    const columns = importColumns.filter((name) => name !== 'email' && name !== 'class');
    const answer = await refused({ ...aFile([aRow()]), columns });
    expect(answer).toMatchObject({ status: 422, code: 'file_columns_missing', field: 'columns' });
    expect(answer.body.message.errors[0]?.message).toBe(
      'The file lacks the column(s): email, class.',
    );
    expect(await imports()).toEqual(before);
  });

  test('with no rows or only blank ones is empty', async () => {
    expect((await refused(aFile([]))).code).toBe('file_empty');
    expect((await refused(aFile([['']]))).code).toBe('file_empty');
    expect((await refused(aFile([importColumns.map(() => ' ')]))).code).toBe('file_empty');
  });

  test('with more than 5,000 rows is too long', async () => {
    const row = aRow({ class: aClassName() });
    const answer = await refused(aFile(Array.from({ length: 6000 }, () => row)));
    expect(answer).toMatchObject({ status: 422, code: 'file_too_long' });
  });

  test('with a discount code that does not exist is refused', async () => {
    const answer = await refused(aFile([aRow()], { discount_code: 'nosuch' }));
    expect(answer).toMatchObject({
      status: 422,
      code: 'discount_code_unknown',
      field: 'discount_code',
    });
  });

  test('with cells that cannot be stored is refused', async () => {
    expect((await refused(aFile([aRow({ name: 'a\u0000b' })]))).status).toBe(400);
    expect((await refused(aFile([aRow({ name: '\ud800' })]))).status).toBe(400);
  });

  test.each(['SalesAdmin', 'Partner', 'Agent', 'CustService'] as const)(
    'is not for %s',
    async (role) => {
      const answer = await (
        await app.as(role)
      ).refused(previewOrderImport, { body: aFile([aRow()]) });
      expect(answer.status).toBe(403);
    },
  );
});

describe('a row', () => {
  test('finds its class and student case-insensitively, and counts lessons from the date of order', async () => {
    const name = aClassName();
    const { tuitionClass, lessons } = await aSpringClass(app, { name });
    const student = await aStudent(app, { email: `${unique('known')}@example.com` });

    const { rows } = await preview(
      aFile([
        aRow({
          class: ` ${name.toUpperCase()}\u3000`,
          email: student.email.toUpperCase(),
          date_of_order: '12/4/2026',
          lessons: '2',
        }),
      ]),
    );

    const april = lessons.filter(({ scheduledAt }) =>
      scheduledAt.toISOString().startsWith('2026-04'),
    );
    expect(rows[0]).toMatchObject({
      class: tuitionClass.id,
      student: { _id: student.id },
      lesson: april.slice(2, 4).map((lesson) => lesson.id),
      price: 50,
      without_problems: true,
    });
  });

  test('whose class is inactive is not ready', async () => {
    const name = aClassName();
    await aSpringClass(app, { name, isActive: false });
    const { rows } = await preview(aFile([aRow({ class: name })]));
    expect(messages(rows[0])).toEqual(['This class is not active or has ended.']);
    expect(rows[0]?.without_problems).toBe(false);
  });

  test('does not count an inactive lesson', async () => {
    const name = aClassName();
    const { lessons: all } = await aSpringClass(app, { name });
    const inApril = all.find(({ scheduledAt }) => scheduledAt.toISOString().startsWith('2026-04'));
    await app.database.db
      .update(lessons)
      .set({ isActive: false })
      .where(eq(lessons.id, inApril?.id ?? ''));
    const { rows } = await preview(aFile([aRow({ class: name, lessons: '4' })]));
    expect(rows[0]?.lesson).toHaveLength(3);
    expect(rows[0]?.without_problems).toBe(false);
  });

  test('whose class name is shared by two needs a choice', async () => {
    const name = aClassName();
    await aSpringClass(app, { name });
    await aSpringClass(app, { name });
    const { rows } = await preview(aFile([aRow({ class: name })]));
    expect(messages(rows[0])).toEqual([`2 classes are called '${name}'. Choose one of them.`]);
  });

  test('with the e-mail of a staff member is not ready', async () => {
    const name = aClassName();
    await aSpringClass(app, { name });
    const agent = await anAgent(app);
    const { rows } = await preview(aFile([aRow({ class: name, email: agent.email })]));
    expect(messages(rows[0])).toEqual(['This e-mail belongs to a staff member, a tutor or a TA.']);
  });

  test('with more or fewer cells than the header is not ready, and the corrected file is a new import', async () => {
    const name = aClassName();
    await aSpringClass(app, { name });
    const row = aRow({ class: name, to_be_paid: '' });
    const short = await preview(aFile([row.slice(0, -1)]));
    expect(short.rows[0]).toMatchObject({ state: 'open', without_problems: false });
    expect(messages(short.rows[0])).toEqual([
      'This row has 14 cells where the header has 15, so its cells may have moved. Check each of them.',
    ]);
    const fixed = await preview(aFile([row]));
    expect(fixed.rows[0]).toMatchObject({ without_problems: true });
    expect(fixed.progress._id).not.toBe(short.progress._id);
  });

  test('for a trial of several lessons needs confirmation', async () => {
    const name = aClassName();
    await aSpringClass(app, { name });
    const { rows } = await preview(aFile([aRow({ class: name, type: 'TRIAL', lessons: '3' })]));
    expect(rows[0]).toMatchObject({ without_problems: false });
    expect(messages(rows[0])).toContain(
      'A trial is for one lesson; this one has 3. Create it anyway?',
    );
  });

  test('whose lessons are full is not ready, counting the rows before it', async () => {
    const name = aClassName();
    await aSpringClass(app, { name, maxCap: 2 });
    const { rows } = await preview(aFile([1, 2, 3].map(() => aRow({ class: name }))));
    expect(rows.map((row) => row.without_problems)).toEqual([true, true, false]);
    expect(messages(rows[2])?.[0]).toMatch(
      /^T1 L\d+ on Sat 4 Apr 2026 is full \(2 of 2\), and so are 3 more lessons\. Add anyway\?$/,
    );
  });

  test('for lessons that an earlier row takes for the same student is not charged twice', async () => {
    const name = aClassName();
    await aSpringClass(app, { name });
    const email = `${unique('twice')}@example.com`;
    const { rows } = await preview(
      aFile([
        aRow({ class: name, email, lessons: '2' }),
        aRow({ class: name, email, lessons: '4' }),
        aRow({ class: name, email, lessons: '3' }),
      ]),
    );
    expect(rows.map((row) => row.price)).toEqual([50, 50, 0]);
    expect(messages(rows[1])).toEqual([
      'The student already owns 2 of these 4 lessons. They are not charged.',
    ]);
    expect(messages(rows[2])).toEqual(['The student already owns all of these lessons.']);
    expect(rows.map((row) => row.without_problems)).toEqual([true, true, false]);
  });

  test('of a class that is sold out or sold as a whole is not ready', async () => {
    const [soldOut, whole] = [aClassName(), aClassName()];
    app.clock.setTo('2026-03-01T02:00:00Z');
    await aSpringClass(app, { name: soldOut, isSoldOut: true });
    await aSpringClass(app, { name: whole, forceFullPurchase: true });
    const { rows } = await preview(aFile([aRow({ class: soldOut }), aRow({ class: whole })]));
    app.clock.setTo('2026-11-20T02:00:00Z');
    expect(messages(rows[0])).toEqual(['This class is marked as sold out. Add anyway?']);
    expect(messages(rows[1])).toEqual([
      'This class is sold as a whole: all its remaining lessons must be chosen.',
    ]);
  });

  test('is priced with the discount code, and is not ready if the code does not apply or is used up', async () => {
    const [name, other] = [aClassName(), aClassName()];
    const { tuitionClass } = await aSpringClass(app, { name });
    await aSpringClass(app, { name: other });
    const code = await aDiscountCode(app, {
      usageLimit: 2,
      blockTrial: true,
      classIds: [tuitionClass.id],
    });
    const { rows } = await preview(
      aFile(
        [
          aRow({ class: name }),
          aRow({ class: other }),
          aRow({ class: name, type: 'trial', lessons: '1' }),
          aRow({ class: name }),
          aRow({ class: name }),
        ],
        { discount_code: ` ${code.code.toLowerCase()} ` },
      ),
    );
    expect(rows.map((row) => row.price)).toEqual([90, 100, 0, 90, 100]);
    expect(rows.map((row) => row.without_problems)).toEqual([true, false, true, true, false]);
    expect(rows.map((row) => messages(row)?.[0])).toEqual([
      undefined,
      'This discount code does not apply to this class.',
      'This discount code does not apply to trials.',
      undefined,
      'This discount code has been used up.',
    ]);
  });

  test('whose order came in another file is recognised', async () => {
    const name = aClassName();
    await aSpringClass(app, { name });
    const row = aRow({ class: name });
    const admin = await app.as('Admin');
    const first = await preview(aFile([row], { file_name: 'monday.csv' }));
    await admin.call(orderImportRow, {
      body: {
        import_id: first.progress._id,
        row: 1,
        class: first.rows[0]?.class ?? '',
        email: first.rows[0]?.email ?? '',
        lesson: first.rows[0]?.lesson ?? [],
      },
    });

    const second = await preview(aFile([aRow({ class: name }), row], { file_name: 'tuesday.csv' }));

    expect(second.progress._id).not.toBe(first.progress._id);
    expect(messages(second.rows[1])).toEqual([
      'Already ordered on 2026-11-20: row 1 of monday.csv (same e-mail, class, month and transaction number).',
    ]);
    expect(second.rows.map((each) => each.without_problems)).toEqual([true, false]);
  });
});

test('the same rows with another file name and column order are the same import', async () => {
  const row = aRow({ class: aClassName() });
  const first = await preview(aFile([row]));
  const columns = [...importColumns].toReversed();
  const second = await preview({
    file_name: 'again.csv',
    columns: ['Salesperson', ...columns.map((name) => ` ${name.toUpperCase()}`)],
    rows: [['Mei', ...row.toReversed().map((cell) => ` ${cell} `)], ['']],
  });
  expect(second.progress._id).toBe(first.progress._id);
  expect(second.progress.file_name).toBe('orders.csv');
  expect(second.extra_columns).toEqual(['Salesperson']);
});

test('the same file sent three times concurrently is stored once', async () => {
  const body = aFile([aRow({ class: aClassName() })]);
  const answers = await Promise.all(Array.from({ length: 3 }, () => preview(body)));
  expect(new Set(answers.map((answer) => answer.progress._id)).size).toBe(1);
  const admin = await app.as('Admin');
  const listed = await admin.call(listImportRows, {
    params: { importId: answers[0]?.progress._id ?? '' },
  });
  expect(listed.count).toBe(1);
});
