import { describe, expect, test } from 'vitest';
import {
  assessImportRow,
  orderImportRow,
  previewOrderImport,
  skipImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../../../test/build-test-app.ts';
import { aDiscountCode } from '../../../../test/factories/discount-code.factory.ts';
import { aFile, aRow, aSpringClass } from '../../../../test/factories/import.factory.ts';
import { aStudent, aUser } from '../../../../test/factories/user.factory.ts';
import { unique } from '../../../../test/unique.ts';

const app = useTestApp();

type Cells = Parameters<typeof aRow>[0];
type Correction = BodyInput<typeof assessImportRow>;
type File = { code?: string; before?: string[][] };

/** A previewed file whose last row is corrected; it names a class of its own at $25.00 unless its cells name another. */
const aPreview = async (cells: Cells = {}, { code, before = [] }: File = {}) => {
  const admin = await app.as('Admin');
  const { tuitionClass, lessons } = await aSpringClass(app, { name: unique('P6 Mathematics') });
  const { data } = await admin.call(previewOrderImport, {
    body: aFile([...before, aRow({ class: tuitionClass.name, ...cells })], {
      ...(code !== undefined && { discount_code: code }),
    }),
  });
  const number = before.length + 1;
  const params = { importId: data.progress._id, row: String(number) };
  return {
    admin,
    tuitionClass,
    lessons,
    params,
    inFile: data.rows[number - 1]!,
    assess: async (body: Correction) => (await admin.call(assessImportRow, { params, body })).data,
  };
};

const aClassOf = (values: Parameters<typeof aSpringClass>[1] = {}) =>
  aSpringClass(app, { name: unique('P5 English'), ...values });

const days = (chosen: Awaited<ReturnType<Awaited<ReturnType<typeof aPreview>>['assess']>>) =>
  chosen.row.lesson.map((id) =>
    chosen.class?.lessons.find((lesson) => lesson._id === id)?.scheduled_on.slice(0, 10),
  );
const messages = ({ row }: { row: { problems: { message: string }[] } }) =>
  row.problems.map(({ message }) => message);

describe('the lessons of a corrected row', () => {
  test('are those of the preview without a correction', async () => {
    const { assess, inFile } = await aPreview();

    expect((await assess({})).row).toEqual(inFile);
  });

  test('of another class are the first of its month that are not before the order date', async () => {
    const { assess } = await aPreview({
      class: 'No such class',
      date_of_order: '10/4/2026',
      lessons: '2',
    });
    const { tuitionClass } = await aClassOf();

    const answer = await assess({ class: tuitionClass.id });

    expect(days(answer)).toEqual(['2026-04-11', '2026-04-18']);
    expect(answer.class?._id).toBe(tuitionClass.id);
    expect(answer.row).toMatchObject({ class: tuitionClass.id, price: 50, without_problems: true });
    expect(messages(answer)).toEqual([]);
  });

  test('change with a corrected month, and a problem reports a month with too few', async () => {
    const { assess } = await aPreview({ for_month: 'Aprl/May', lessons: '6' });

    const answer = await assess({ month: '2026-05' });

    expect(days(answer)).toHaveLength(5);
    expect(messages(answer)).toEqual([
      'May has fewer than 6 lessons left. Choose from the lessons found, or split the order.',
    ]);
    expect(answer.row.without_problems).toBe(false);
  });

  test('change with a corrected date, which sets the year of the month', async () => {
    const { assess, inFile } = await aPreview({ date_of_order: '3/14/2026', for_month: 'March' });
    expect(inFile).toMatchObject({ month: null, lesson: [] });

    const answer = await assess({ date_of_order: '2026-03-14' });

    expect(answer.row).toMatchObject({ month: '2026-03', date_of_order: '2026-03-14' });
    expect(days(answer)).toEqual(['2026-03-14', '2026-03-21', '2026-03-28']);
  });

  test('chosen by hand replace month, date and number, and are priced', async () => {
    const { assess, lessons } = await aPreview({
      for_month: 'soon',
      lessons: 'some',
      total: '',
      commission: '',
      commission_paid: '',
      to_be_paid: '',
    });
    const chosen = lessons.slice(0, 3).map(({ id }) => id);

    const answer = await assess({ lesson: chosen });

    expect(answer.row).toMatchObject({ lesson: chosen, price: 75 });
    expect(messages(answer)).toEqual([]);
    // No correction removes the problems.
    expect(messages(await assess({ lesson: [] }))).toHaveLength(2);
  });

  test('of another class cannot be chosen', async () => {
    const { assess } = await aPreview();
    const { lessons } = await aClassOf();

    expect((await assess({ lesson: lessons.map(({ id }) => id) })).row).toMatchObject({
      lesson: [],
      price: null,
    });
  });

  test('that the student already owns are listed and not charged', async () => {
    const student = await aStudent(app);
    const { admin, params, inFile, tuitionClass } = await aPreview({ email: student.email });
    await admin.call(orderImportRow, {
      body: {
        import_id: params.importId,
        row: 1,
        class: tuitionClass.id,
        email: student.email,
        lesson: inFile.lesson.slice(0, 1),
      },
    });
    const other = await aPreview({ class: tuitionClass.name });

    const answer = await other.assess({ email: ` ${student.email.toUpperCase()}` });

    expect(answer.owned).toEqual(inFile.lesson.slice(0, 1));
    expect(answer.row).toMatchObject({
      student: { _id: student.id },
      lesson: inFile.lesson,
      owned_lesson: inFile.lesson.slice(0, 1),
      price: 75,
    });
  });
});

describe('the price of a corrected row', () => {
  test('is reduced by the code', async () => {
    const { code } = await aDiscountCode(app);
    const { assess, lessons } = await aPreview({}, { code });

    const answer = await assess({ lesson: lessons.slice(0, 3).map(({ id }) => id) });

    expect(answer.row).toMatchObject({ original_price: 75, price: 67.5 });
  });

  test('is the full price in a class to which the code does not apply, with the reason', async () => {
    const only = await aClassOf();
    const { code } = await aDiscountCode(app, { classIds: [only.tuitionClass.id] });
    const { assess } = await aPreview({ class: only.tuitionClass.name }, { code });
    const { tuitionClass } = await aClassOf();

    const answer = await assess({ class: tuitionClass.id });

    expect(answer.row).toMatchObject({ original_price: 100, price: 100 });
    expect(answer.row.problems).toMatchObject([
      { severity: 'fix', code: 'discount_code_other_class' },
    ]);
  });

  test('is the full price in a class of another currency than the code’s amount', async () => {
    const { code } = await aDiscountCode(app, { discountType: 'Absolute', value: 500 });
    const { assess } = await aPreview({ llp_price: '' }, { code });
    const { tuitionClass } = await aClassOf({ currency: 'USD' });

    const { row } = await assess({ class: tuitionClass.id });

    expect(row).toMatchObject({ currency: 'USD', original_price: 100, price: 100 });
    expect(row.problems).toMatchObject([{ code: 'discount_code_other_currency' }]);
  });

  test('is 0 for a trial and in a free class', async () => {
    const { assess } = await aPreview({ type: 'gift', lessons: '1', llp_price: '', total: '' });
    const free = await aClassOf({ isFree: true });

    expect((await assess({ type: 'TRIAL' })).row).toMatchObject({ type: 'TRIAL', price: 0 });
    const answer = await assess({ type: 'PAYMENT', class: free.tuitionClass.id });
    expect(answer.row).toMatchObject({ price: 0, original_price: 0 });
    expect((await assess({})).row).toMatchObject({ type: null, price: null });
  });
});

describe('the problems of a corrected row', () => {
  test('include those of a corrected e-mail', async () => {
    const { assess } = await aPreview({ email: 'a@example.com; b@example.com' });
    const tutor = await aUser(app, { type: 'Tutor' });

    expect(messages(await assess({ email: 'b@example' }))).toEqual([
      'You have entered an invalid email',
    ]);
    expect((await assess({ email: tutor.email })).row.problems).toMatchObject([
      { code: 'not_a_student' },
    ]);
    expect(messages(await assess({ email: `${unique('b')}@example.com` }))).toEqual([]);
  });

  test('include a missing name of a new student', async () => {
    const { assess } = await aPreview({ name: '' });

    expect((await assess({})).row.problems).toMatchObject([{ code: 'name_required' }]);
    expect(messages(await assess({ name: 'Tan Jia En' }))).toEqual([]);
  });

  test('still report a copy of another row after its e-mail is corrected', async () => {
    const cells = { email: `${unique('copy')}@example.com`, transaction_number: 'same' };
    const { tuitionClass } = await aClassOf();
    const named = { ...cells, class: tuitionClass.name };
    const { assess } = await aPreview(named, { before: [aRow(named)] });

    expect(messages(await assess({ email: `${unique('other')}@example.com` }))[0]).toContain(
      'Looks like a copy of row 1',
    );
  });

  test('include a class that accepts no orders', async () => {
    const { assess } = await aPreview();
    const { tuitionClass } = await aClassOf({ isActive: false });

    const answer = await assess({ class: tuitionClass.id });

    expect(answer).toMatchObject({ class: null, row: { class: null, price: null } });
    expect(answer.row.problems).toMatchObject([{ code: 'class_not_orderable' }]);
  });
});

describe('a row', () => {
  test('is not changed by an assessment', async () => {
    const { assess, inFile } = await aPreview();
    const { tuitionClass } = await aClassOf();

    await assess({ class: tuitionClass.id, email: 'other@example.com', name: 'Other' });

    expect((await assess({})).row).toEqual(inFile);
  });

  test('that was skipped can be assessed, since it can still be ordered', async () => {
    const { admin, params, assess } = await aPreview();
    await admin.call(skipImportRow, { body: { import_id: params.importId, row: 1 } });

    expect((await assess({})).row).toMatchObject({ state: 'skipped', price: 100 });
  });

  test('that is ordered or rejected is returned with that state', async () => {
    const { admin, params, inFile, tuitionClass, assess } = await aPreview();
    const rejected = await aPreview({ email: '' });
    const order = { row: 1, class: tuitionClass.id, email: inFile.email, lesson: inFile.lesson };
    await admin.call(orderImportRow, { body: { import_id: params.importId, ...order } });

    expect((await assess({ lesson: [] })).row).toMatchObject({
      state: 'processed',
      lesson: inFile.lesson,
    });
    expect((await rejected.assess({})).row.state).toBe('rejected');
  });

  test('that does not exist is not found, and neither is an unknown class', async () => {
    const { admin, params } = await aPreview();
    const refused = async (row: string, body: Correction) => {
      const answer = await admin.refused(assessImportRow, { params: { ...params, row }, body });
      return [answer.status, answer.field];
    };

    expect(await refused('9', {})).toEqual([404, 'row']);
    expect(await refused('1', { class: params.importId })).toEqual([404, 'class']);
  });
});
