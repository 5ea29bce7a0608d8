import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cancelOrder, getOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import {
  getOrderImport,
  listImportRows,
  listOrderImports,
  orderImportRow,
  previewOrderImport,
  runOrderImport,
  skipImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../../../test/build-test-app.ts';
import { aLesson } from '../../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../../test/factories/discount-code.factory.ts';
import {
  aFile,
  aRow,
  aSpringClass,
  theSampleClasses,
  theSampleFile,
} from '../../../../test/factories/import.factory.ts';
import { anAgent } from '../../../../test/factories/user.factory.ts';
import { unique } from '../../../../test/unique.ts';

const app = useTestApp();

type Choice = BodyInput<typeof orderImportRow>;
type Cells = Parameters<typeof aRow>[0];

/** A previewed file with one row of its own class, and the body that confirms it. */
const aPreviewedRow = async (cells: Cells = {}, discountCode?: string) => {
  const admin = await app.as('Admin');
  const { tuitionClass, lessons } = await aSpringClass(app, { name: unique('P6 Mathematics') });
  const body = aFile([aRow({ class: tuitionClass.name, ...cells })], {
    discount_code: discountCode,
  });
  const { progress, rows } = (await admin.call(previewOrderImport, { body })).data;
  const choice: Choice = {
    import_id: progress._id,
    row: 1,
    class: tuitionClass.id,
    email: rows[0]?.email || `${unique('typed')}@example.com`,
    lesson: rows[0]?.lesson ?? [],
  };
  const order = (values: Partial<Choice> = {}) =>
    admin.call(orderImportRow, { body: { ...choice, ...values } });
  const refused = (values: Partial<Choice> = {}) =>
    admin.refused(orderImportRow, { body: { ...choice, ...values } });
  const read = async () =>
    (await admin.call(listImportRows, { params: { importId: progress._id } })).data[0];
  return {
    admin,
    body,
    importId: progress._id,
    tuitionClass,
    lessons,
    choice,
    order,
    refused,
    read,
  };
};

const ordersOf = async (classId: string) =>
  (await app.database.db.execute(sql`select id from orders where class_id = ${classId}`)).rows
    .length;

describe('confirming a row', () => {
  test('creates an offline order of the partner, with the transaction number as remark', async () => {
    const { order, read, admin, importId } = await aPreviewedRow({
      transaction_number: '=HYPERLINK("http://phish.example.net")',
      name: '陈美玲 (Tan Mei Ling)',
    });

    const { data } = await order();

    expect(data).toMatchObject({
      type: 'PAYMENT',
      status: 'PROCESSED',
      brand: 'LLP',
      remark: '=HYPERLINK("http://phish.example.net")',
      original_price: 100,
      actual_price: 100,
      payment: { channel: 'offline' },
      handled_by: { name: 'Test Admin' },
      created_by: { name: '陈美玲 (Tan Mei Ling)' },
    });
    expect(data.detail.lesson).toHaveLength(4);
    expect(await read()).toMatchObject({
      state: 'processed',
      order: data._id,
      note: '',
      price: 100,
    });
    const { data: progress } = await admin.call(getOrderImport, { params: { importId } });
    expect(progress.counts.processed).toBe(1);
    expect(progress.ordered_total).toEqual([{ currency: 'SGD', amount: 100 }]);
    expect((await admin.call(getOrder, { params: { id: data._id } })).data.history).toHaveLength(1);
  });

  test('20 times concurrently creates one order, which all requests get', async () => {
    const { order, tuitionClass } = await aPreviewedRow();
    const answers = await Promise.all(Array.from({ length: 20 }, () => order()));
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    expect(await ordersOf(tuitionClass.id)).toBe(1);
  });

  test('again after another upload of the file returns its order', async () => {
    const { order, admin, body, tuitionClass } = await aPreviewedRow();
    const first = await order();
    const again = (await admin.call(previewOrderImport, { body: { ...body, file_name: 'b.csv' } }))
      .data;
    expect(again.rows[0]).toMatchObject({
      state: 'processed',
      order: first.data._id,
      problems: [],
    });
    expect((await order()).data._id).toBe(first.data._id);
    expect(await ordersOf(tuitionClass.id)).toBe(1);
  });

  test('at another price than the one shown is refused, and the row stays open', async () => {
    const { order, refused, read, tuitionClass } = await aPreviewedRow();
    await app.database.db.execute(
      sql`update classes set rate = 6000 where id = ${tuitionClass.id}`,
    );
    expect(await refused({ expected_price: 100 })).toMatchObject({
      status: 409,
      code: 'price_changed',
      body: { quote: { actual_price: 240, currency: 'SGD' } },
    });
    expect(await read()).toMatchObject({ state: 'open', price: 240 });
    expect((await order({ expected_price: 240 })).data.actual_price).toBe(240);
  });

  test.each([
    [{ total: '110' }, 'Total 110.00 is not lessons x price (100.00).'],
    [{ llp_price: '30', total: '120' }, 'The file says $30.00 per lesson; the class costs $25.00.'],
    [{ llp_price: '', total: '90' }, 'The file says $90.00; 4 lessons cost $100.00.'],
    [{ llp_price: 'ask Mei' }, "llp_price 'ask Mei' cannot be read as an amount."],
  ])(
    'with doubtful amounts needs a person, and records what was accepted: %o',
    async (cells, accepted) => {
      const { order, read, admin, importId } = await aPreviewedRow({ to_be_paid: '', ...cells });
      expect(await read()).toMatchObject({ without_problems: false });
      await admin.call(runOrderImport, { body: { import_id: importId } });
      expect(await read()).toMatchObject({ state: 'open' });
      await order();
      expect(await read()).toMatchObject({ state: 'processed', note: `Accepted: ${accepted}` });
    },
  );

  test('records the corrections as a note', async () => {
    const { order, read, lessons, tuitionClass } = await aPreviewedRow({
      class: 'Nothing like it',
      email: 'a@example.com; b@example.com',
    });
    const email = `${unique('typed')}@example.com`;
    const { data } = await order({ email, lesson: lessons.slice(0, 2).map((lesson) => lesson.id) });
    expect(data.created_by.email).toBe(email);
    expect((await read())?.note).toBe(
      `E-mail changed from 'a@example.com; b@example.com' to '${email}'. Class changed from 'Nothing like it' to '${tuitionClass.name}'. 2 lessons were chosen by hand.`,
    );
  });

  test('uses the import’s discount code, or the full price if requested', async () => {
    const code = await aDiscountCode(app);
    expect((await (await aPreviewedRow({}, code.code)).order()).data.actual_price).toBe(90);
    const other = await aPreviewedRow({}, code.code);
    const { data } = await other.order({ without_discount_code: true });
    expect(data.actual_price).toBe(100);
    expect(data.detail.discount).toBeNull();
  });

  test('of an unknown type needs a type', async () => {
    const { order, refused } = await aPreviewedRow({ type: 'GIFT' });
    expect(await refused()).toMatchObject({
      status: 422,
      code: 'row_not_importable',
      field: 'type',
    });
    expect((await order({ type: 'PAYMENT_VIDEO' })).data.type).toBe('PAYMENT_VIDEO');
  });

  test('for a trial is free and has its remark', async () => {
    const trial = await aPreviewedRow({
      type: 'TRIAL',
      lessons: '1',
      transaction_number: '',
      remarks: 'trial class',
    });
    expect((await trial.order()).data).toMatchObject({
      type: 'TRIAL',
      actual_price: 0,
      remark: 'trial class',
    });
  });
});

describe('a row whose order was cancelled', () => {
  test('is shown and counted as cancelled, and can be ordered again once, by hand', async () => {
    const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Mathematics') });
    await aLesson(app, tuitionClass.id, { inDays: 28, lessonIndex: 99 });
    const { admin, body, importId, order, refused, read } = await aPreviewedRow({
      class: tuitionClass.name,
      date_of_order: '20/11/2026',
      for_month: 'December',
      lessons: '1',
      total: '25',
    });
    const chosen = { class: tuitionClass.id };
    const { data: first } = await order(chosen);
    await admin.call(cancelOrder, { params: { id: first._id }, body: { remark: 'Moved abroad' } });

    expect(await read()).toMatchObject({
      state: 'cancelled',
      order: first._id,
      without_problems: false,
      problems: [],
    });
    const progress = await admin.call(getOrderImport, { params: { importId } });
    expect(progress.data).toMatchObject({ counts: { cancelled: 1, processed: 0 } });
    // The same row in another file is no copy once its order is cancelled.
    const again = await admin.call(previewOrderImport, {
      body: { ...body, rows: [...body.rows, aRow()] },
    });
    expect(again.data.rows[0]).toMatchObject({ without_problems: true, problems: [] });

    expect(await refused(chosen)).toMatchObject({
      status: 409,
      code: 'row_already_processed',
    });
    const { data: second } = await order({ ...chosen, instead_of: first._id });
    expect(second._id).not.toBe(first._id);
    expect((await order({ ...chosen, instead_of: first._id })).data._id).toBe(second._id);
    expect(await read()).toMatchObject({
      state: 'processed',
      order: second._id,
      note: 'Its first order was cancelled.',
    });
  });
});

test('the seats of a file are current', async () => {
  const { admin, importId, order, choice } = await aPreviewedRow();
  const seats = async () => {
    const { classes } = await admin.call(listImportRows, { params: { importId } });
    const lessons = classes.flatMap((one) => one.lessons);
    return choice.lesson.map((id) => lessons.find((lesson) => lesson._id === id)?.seats);
  };
  expect(await seats()).toEqual([0, 0, 0, 0]);
  await order();
  expect(await seats()).toEqual([1, 1, 1, 1]);
});

test('imports are listed newest first, with their uploader and the states of their rows', async () => {
  const older = await aPreviewedRow();
  const newer = await aPreviewedRow();
  await newer.order();
  const listed = await newer.admin.call(listOrderImports, { query: { max: 200 } });
  const own = listed.data.filter(({ _id }) => [older.importId, newer.importId].includes(_id));
  expect(own).toMatchObject([
    { _id: newer.importId, file_name: 'orders.csv', counts: { open: 0, processed: 1 } },
    { _id: older.importId, run: 'idle', counts: { open: 1, processed: 0 } },
  ]);
  expect(own[0]?.created_by).toMatchObject({ _id: newer.admin.id });
  const first = await newer.admin.call(listOrderImports, { query: { max: 1 } });
  expect(first.count).toBe(listed.count);
  expect((await (await app.as('SalesAdmin')).refused(listOrderImports)).status).toBe(403);
});

test('imports are sorted by the number of rows in each state', async () => {
  const open = await aPreviewedRow();
  const ordered = await aPreviewedRow();
  await ordered.order();
  const cancelled = await aPreviewedRow();
  const { data: order } = await cancelled.order();
  await cancelled.admin.call(cancelOrder, {
    params: { id: order._id },
    body: { remark: 'Ordered twice' },
  });
  const own = [open, ordered, cancelled].map(({ importId }) => importId);
  const sorted = async (sortBy: 'processed' | 'cancelled' | 'open') => {
    const query = { max: 200, sortBy, order: 'desc' as const };
    const { data } = await open.admin.call(listOrderImports, { query });
    const counts = data.map((each) => each.counts[sortBy] ?? 0);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    return data.map(({ _id }) => _id).filter((id) => own.includes(id))[0];
  };
  expect(await sorted('open')).toBe(open.importId);
  expect(await sorted('processed')).toBe(ordered.importId);
  expect(await sorted('cancelled')).toBe(cancelled.importId);
});

describe('a row that cannot be ordered', () => {
  test('is refused without lessons, with an invalid e-mail, or with lessons of another class', async () => {
    const { refused, choice, read, admin } = await aPreviewedRow();
    const other = await aSpringClass(app);
    expect(await refused({ lesson: [] })).toMatchObject({ status: 400, field: 'lesson' });
    expect(await refused({ email: 'priya.nair@example' })).toMatchObject({
      status: 400,
      field: 'email',
    });
    expect(await refused({ lesson: [other.lessons[0]?.id ?? ''] })).toMatchObject({
      status: 422,
      code: 'lessons_not_in_class',
    });
    expect(await refused({ row: 2 })).toMatchObject({ status: 404, field: 'row' });
    expect(await refused({ row: 0 })).toMatchObject({ status: 400 });
    expect(await refused({ import_id: other.tuitionClass.id })).toMatchObject({ status: 404 });
    expect(await refused({ class: choice.import_id })).toMatchObject({
      status: 404,
      field: 'class',
    });
    const body = { ...choice, price: 5 };
    expect((await admin.send(orderImportRow, { body })).status).toBe(400);
    expect((await read())?.state).toBe('open');
  });

  test('stays open, and creates no student, when the order is refused', async () => {
    const { refused, order, tuitionClass, choice, read } = await aPreviewedRow();
    await app.database.db.execute(
      sql`update classes set max_cap = 0 where id = ${tuitionClass.id}`,
    );
    expect(await refused()).toMatchObject({ status: 422, code: 'class_full' });
    const students = await app.database.db.execute(
      sql`select id from users where email_key = ${choice.email.toLowerCase()}`,
    );
    expect(students.rows).toEqual([]);
    expect((await read())?.state).toBe('open');

    expect((await order({ allow_overbook: true })).data.status).toBe('PROCESSED');
    expect((await read())?.note).toBe('Added although a lesson is full.');
  });

  test('with the e-mail of a staff member is refused', async () => {
    const agent = await anAgent(app);
    const { refused } = await aPreviewedRow();
    expect(await refused({ email: agent.email })).toMatchObject({
      status: 422,
      code: 'not_a_student',
    });
  });

  test('because it was rejected or ignored is refused, and cannot be skipped', async () => {
    await theSampleClasses(app);
    const admin = await app.as('Admin');
    const { progress, classes } = (await admin.call(previewOrderImport, { body: theSampleFile() }))
      .data;
    for (const row of [7, 38, 40]) {
      const body = {
        import_id: progress._id,
        row,
        class: classes[0]?._id ?? '',
        email: 'student@example.com',
        lesson: [classes[0]?.lessons[0]?._id ?? ''],
      };
      expect(await admin.refused(orderImportRow, { body })).toMatchObject({
        status: 422,
        code: 'row_not_importable',
      });
      const skip = { import_id: progress._id, row };
      expect((await admin.refused(skipImportRow, { body: skip })).code).toBe('row_not_importable');
    }
  });
});

describe('skipping a row', () => {
  test('can be repeated, and the row can still be ordered', async () => {
    const { admin, importId, order } = await aPreviewedRow();
    const body = { import_id: importId, row: 1 };
    expect((await admin.call(skipImportRow, { body })).data.state).toBe('skipped');
    expect((await admin.call(skipImportRow, { body })).data.state).toBe('skipped');
    expect((await order()).data.status).toBe('PROCESSED');
    expect(await admin.refused(skipImportRow, { body })).toMatchObject({
      status: 409,
      code: 'row_already_processed',
    });
  });

  test('is forbidden to other roles, and not found for an unknown row', async () => {
    const { admin, importId } = await aPreviewedRow();
    const body = { import_id: importId, row: 1 };
    expect((await (await app.as('Partner')).refused(skipImportRow, { body })).status).toBe(403);
    expect(await admin.refused(skipImportRow, { body: { ...body, row: 9 } })).toMatchObject({
      status: 404,
    });
  });
});

test('the rows in one state download as CSV without formulas', async () => {
  const { admin, importId, order } = await aPreviewedRow({
    name: '王子涵',
    transaction_number: '=1+1',
    remarks: 'Line one\nline "two"',
  });
  const { data } = await order();
  const answer = await admin.send(listImportRows, {
    params: { importId },
    query: { state: 'processed' },
    headers: { accept: 'text/csv' },
  });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="import-processed.csv"');
  const text = String(answer.body);
  expect(text.startsWith('\ufeffrow,no,date_of_order,name,email')).toBe(true);
  expect(text).toContain(`王子涵`);
  expect(text).toContain(`,'=1+1,"Line one\nline ""two""",`);
  expect(text).toContain(`,processed,4,100,SGD,${data._id},`);
  const skipped = await admin.send(listImportRows, {
    params: { importId },
    query: { state: 'skipped' },
    headers: { accept: 'text/csv' },
  });
  expect(String(skipped.body).trim().split('\r\n')).toHaveLength(1);
});

test('a cancelled order is left out of the totals', async () => {
  const { admin, importId, order } = await aPreviewedRow();
  const { data } = await order();
  await admin.call(cancelOrder, { params: { id: data._id }, body: { remark: 'Paid twice' } });
  const { data: progress } = await admin.call(getOrderImport, { params: { importId } });
  expect(progress.ordered_total).toEqual([]);
});
