import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { allOperations } from 'staffroom-contract/operations.ts';
import { type TestApp } from '../build-test-app.ts';
import { aLesson } from '../factories/class.factory.ts';
import { anOrder, anOrderBody } from '../factories/order.factory.ts';
import { aPaidShopOrder, aShopOrderPaidOtherwise } from '../factories/shop-order.factory.ts';
import { unique } from '../unique.ts';
import { aLargeClass, anEmail, type MakeExample } from './example.ts';

const orderExample: MakeExample = async (app) => {
  const { tuitionClass, lessons } = await aLargeClass(app);
  return {
    body: {
      ...anOrderBody(tuitionClass.id, lessons),
      lesson: lessons.map((lesson) => lesson.id),
    },
    fresh: anEmail,
  };
};

const anImportFile = async (app: TestApp) => {
  const { tuitionClass, lessons } = await aLargeClass(app);
  const values: Partial<Record<(typeof importColumns)[number], string>> = {
    no: '1',
    date_of_order: '20/11/2026',
    name: 'Tan Jun Wei',
    email: `${unique('import')}@example.com`,
    class: tuitionClass.name,
    type: 'PAYMENT',
    for_month: 'Nov 2026',
    lessons: '1',
    llp_price: '30',
    total: '30',
    commission: '3',
    commission_paid: '0',
    to_be_paid: '27',
    transaction_number: unique('TXN'),
  };
  const body = {
    file_name: 'orders.csv',
    columns: [...importColumns],
    rows: [importColumns.map((column) => values[column] ?? '')],
  };
  return { tuitionClass, lessons, email: values.email, body };
};

/** Previews a file of one row, and returns the ids that later calls need. */
const anImport = async (app: TestApp) => {
  const file = await anImportFile(app);
  const admin = await app.as('Admin');
  const preview = allOperations.find((operation) => operation.name === 'previewOrderImport');
  if (!preview) throw new Error('The operation previewOrderImport is missing.');
  const answer = (await admin.call(preview, { body: file.body })) as {
    data: { progress: { _id: string } };
  };
  return { ...file, importId: answer.data.progress._id };
};

const importByPath: MakeExample = async (app) => ({
  params: { importId: (await anImport(app)).importId },
});

export const orderExamples: Record<string, MakeExample> = {
  listOrders: async (app) => {
    const order = await anOrder(app, { lessons: 1 });
    return { query: { max: 5, offset: 0, filter: { created_by: order.created_by._id } } };
  },
  getOrder: async (app) => ({ params: { id: (await anOrder(app, { lessons: 1 }))._id } }),
  createOrder: orderExample,
  createTrialOrder: async (app) => {
    const { body, ...rest } = await orderExample(app);
    return { ...rest, body: { ...body, type: 'TRIAL', allow_several_lessons: true } };
  },
  quoteOrder: async (app) => {
    const { tuitionClass, lessons } = await aLargeClass(app);
    const { email, start_date, end_date } = anOrderBody(tuitionClass.id, lessons);
    return { body: { class: tuitionClass.id, email, start_date, end_date } };
  },
  cancelOrder: async (app) => ({
    params: { id: (await anOrder(app, { lessons: 1 }))._id },
    body: { remark: 'Family moved away' },
  }),
  acceptPaidAmount: async (app) => ({
    params: { id: await aShopOrderPaidOtherwise(app) },
    body: { version: 1, remark: 'Old price list' },
  }),
  processOrder: async (app) => ({ params: { id: await aPaidShopOrder(app) }, body: {} }),
  updateOrder: async (app) => ({
    params: { id: (await anOrder(app, { lessons: 1 }))._id },
    body: { meta: { is_renewal: true }, remark: 'Paid by the grandmother' },
  }),
  removePlace: async (app) => {
    const order = await anOrder(app, { lessons: 2 });
    return { params: { id: order.detail.lesson[0] ?? '', studentId: order.created_by._id } };
  },
  movePlace: async (app) => {
    const order = await anOrder(app, { lessons: 1 });
    const { _id: classId } = order.detail.class_obj;
    return {
      params: { id: order.detail.lesson[0] ?? '' },
      body: { student: order.created_by._id, to: (await aLesson(app, classId)).id },
    };
  },
  previewOrderImport: async (app) => ({ body: (await anImportFile(app)).body }),
  orderImportRow: async (app) => {
    const { importId, tuitionClass, lessons, email } = await anImport(app);
    return {
      body: {
        import_id: importId,
        row: 1,
        class: tuitionClass.id,
        email,
        lesson: [lessons[0]?.id],
      },
    };
  },
  repairImportRow: async (app) => {
    const { importId, body } = await anImport(app);
    const cells = Object.fromEntries(
      importColumns.map((column, index) => [column, body.rows[0]?.[index] ?? '']),
    );
    return {
      params: { importId, row: '1' },
      body: { cells: { ...cells, remarks: 'Paid by mum' } },
    };
  },
  assessImportRow: async (app) => {
    const { importId, tuitionClass } = await anImport(app);
    return { params: { importId, row: '1' }, body: { class: tuitionClass.id } };
  },
  skipImportRow: async (app) => ({ body: { import_id: (await anImport(app)).importId, row: 1 } }),
  runOrderImport: async (app) => ({ body: { import_id: (await anImport(app)).importId } }),
  getOrderImport: importByPath,
  listOrderImports: async (app) => {
    await anImport(app);
    return { query: { max: 5, offset: 0 } };
  },
  listImportRows: async (app) => ({ ...(await importByPath(app)), query: { state: 'open' } }),
  stopOrderImport: importByPath,
  resumeOrderImport: importByPath,
};
