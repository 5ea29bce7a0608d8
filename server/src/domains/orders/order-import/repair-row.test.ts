import { describe, expect, test } from 'vitest';
import {
  importColumns,
  listImportRows,
  orderImportRow,
  previewOrderImport,
  repairImportRow,
  runOrderImport,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { useTestApp } from '../../../../test/build-test-app.ts';
import { aFile, aRow, aSpringClass } from '../../../../test/factories/import.factory.ts';
import { unique } from '../../../../test/unique.ts';

const app = useTestApp();

type Cells = Parameters<typeof aRow>[0];

/** A previewed file of one row; `change` converts its cells to those of the file. */
const aPreview = async (cells: Cells = {}, change = (row: string[]) => row) => {
  const admin = await app.as('Admin');
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Mathematics') });
  const whole = aRow({ class: tuitionClass.name, ...cells });
  const { data } = await admin.call(previewOrderImport, { body: aFile([change([...whole])]) });
  const importId = data.progress._id;
  const named = Object.fromEntries(
    importColumns.map((column, index) => [column, whole[index] ?? '']),
  ) as Record<(typeof importColumns)[number], string>;
  return {
    admin,
    importId,
    tuitionClass,
    row: data.rows[0]!,
    cells: named,
    params: { importId, row: '1' },
    read: async () => (await admin.call(listImportRows, { params: { importId } })).data[0]!,
  };
};

/** An unquoted comma in the remark shifts the cells after it. */
const splitRemark = (row: string[]) => {
  const at = importColumns.indexOf('remarks');
  return [...row.slice(0, at), 'Paid by mum', ' on Friday', ...row.slice(at + 1)];
};

describe('a row whose cells have shifted', () => {
  test('is shown as in the file, with the extra cell', async () => {
    const { row } = await aPreview({}, splitRemark);

    expect(row.without_problems).toBe(false);
    expect(row.shifted?.columns).toEqual([...importColumns]);
    expect(row.shifted?.cells).toHaveLength(importColumns.length + 1);
    expect(row.shifted?.cells).toContain(' on Friday');
  });

  test('is ready after its repair, and its order records it', async () => {
    const { admin, params, cells, importId, tuitionClass } = await aPreview({}, splitRemark);

    const { data: repaired } = await admin.call(repairImportRow, {
      params,
      body: { cells: { ...cells, remarks: 'Paid by mum, on Friday' } },
    });

    expect(repaired).toMatchObject({ state: 'open', shifted: null, without_problems: true });
    expect(repaired.cells['remarks']).toBe('Paid by mum, on Friday');
    await admin.call(orderImportRow, {
      body: {
        import_id: importId,
        row: 1,
        class: tuitionClass.id,
        email: repaired.email,
        lesson: repaired.lesson,
      },
    });
    const { data } = await admin.call(listImportRows, { params: { importId } });
    expect(data[0]?.note).toContain('Its cells were corrected by hand.');
  });

  test('rejected for its missing e-mail can be ordered after the repair', async () => {
    const { admin, params, cells, row } = await aPreview({ email: '' });
    expect(row.state).toBe('rejected');

    const email = `${unique('repaired')}@example.com`;
    const { data } = await admin.call(repairImportRow, {
      params,
      body: { cells: { ...cells, email } },
    });

    expect(data).toMatchObject({ state: 'open', email, without_problems: true });
  });

  test('cannot be repaired once it is ordered', async () => {
    const { admin, params, cells, importId, row, tuitionClass } = await aPreview();
    await admin.call(orderImportRow, {
      body: {
        import_id: importId,
        row: 1,
        class: tuitionClass.id,
        email: row.email,
        lesson: row.lesson,
      },
    });

    const { status, code } = await admin.refused(repairImportRow, { params, body: { cells } });

    expect([status, code]).toEqual([409, 'row_already_processed']);
  });

  test('refuses a missing cell by name, and an unknown row', async () => {
    const { admin, params, cells } = await aPreview();
    const { email: _, ...others } = cells;

    const missing = await admin.refused(repairImportRow, {
      params,
      body: { cells: others as typeof cells },
    });
    const elsewhere = await admin.refused(repairImportRow, {
      params: { ...params, row: '4' },
      body: { cells },
    });

    expect([missing.status, missing.field]).toEqual([400, 'cells.email']);
    expect(elsewhere.status).toBe(404);
  });
});

describe('a new student without a name', () => {
  test('leaves the row out of the run, and asks for the name', async () => {
    const { admin, importId, row, read } = await aPreview({ name: '' });

    expect(row.problems).toContainEqual(
      expect.objectContaining({ severity: 'fix', field: 'name', code: 'name_required' }),
    );
    await admin.call(runOrderImport, { body: { import_id: importId } });
    expect((await read()).state).toBe('open');
  });

  test('is created with the name that a person enters', async () => {
    const { admin, importId, row, tuitionClass } = await aPreview({ name: '' });
    const body = {
      import_id: importId,
      row: 1,
      class: tuitionClass.id,
      email: row.email,
      lesson: row.lesson,
    };

    const { status, code, field } = await admin.refused(orderImportRow, { body });
    await admin.call(orderImportRow, { body: { ...body, name: 'Tan Jia En' } });

    expect([status, code, field]).toEqual([422, 'name_required', 'name']);
    const { data } = await admin.call(listUsers, {
      query: { filter: { _type: 'Student', email: { regex: row.email } } },
    });
    expect(data.map(({ name }) => name)).toEqual(['Tan Jia En']);
  });
});
