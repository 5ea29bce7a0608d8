import { previewOrderImport } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { updateOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import {
  orderImportRows,
  orderImports,
} from 'staffroom-server/src/domains/orders/order-import/order-imports.schema.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { aFile, aRow } from 'staffroom-server/test/factories/import.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import {
  aShopOrderPaidOtherwise,
  aStuckShopOrder,
} from 'staffroom-server/test/factories/shop-order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { many, type DomainExamples } from '../support/examples.ts';
import { cardOf, chooseOnCard } from '../support/expect-orders.ts';

export const examples: DomainExamples = {
  lists: {
    orders: {
      file: 'screens/orders/order-list.route.tsx',
      nouns: 'orders',
      make: async (app, rows) => {
        const { code } = await aDiscountCode(app);
        await many(rows, () => anOrder(app, { discount_code: code, lessons: 1 }));
        return `/orders?code=${code}`;
      },
      call: /\/admin\/order$/,
      empty: {
        text: 'There are no orders to display',
        address: async () => '/orders?code=NO-SUCH-CODE',
      },
      filter: ['Type', 'PAYMENT', /type=PAYMENT/],
      download: 'orders.csv',
      opens: { dialog: 'History' },
    },
    'orders of a discount code': {
      file: 'domains/orders/order-table.tsx',
      caption: 'Orders with this discount code',
      phoneCards: true,
      nouns: 'orders',
      make: async (app, rows) => {
        const { id, code } = await aDiscountCode(app);
        await many(rows, () => anOrder(app, { discount_code: code, lessons: 1 }));
        return `/discountcode/${id}`;
      },
      call: /\/admin\/order$/,
      empty: {
        text: 'There are no orders to display',
        address: async (app) => `/discountcode/${(await aDiscountCode(app)).id}`,
      },
      download: 'orders.csv',
      opens: /\/orders\?order=/,
    },
    'Order imports': {
      file: 'domains/orders/order-import/order-import-list-dialog.tsx',
      caption: 'List of imports',
      nouns: 'imports',
      page: null,
      make: async (app, rows) => {
        // The list has no filter, and earlier tests import files too.
        await app.database.db.delete(orderImportRows);
        await app.database.db.delete(orderImports);
        const admin = await app.as('Admin');
        await many(rows, () => admin.call(previewOrderImport, { body: aFile([aRow()]) }));
        return '/orders?dialog=imports';
      },
      call: /\/admin\/order\/csv$/,
      empty: {
        text: 'There are no imports to display',
        address: async (app) => {
          await app.database.db.delete(orderImportRows);
          await app.database.db.delete(orderImports);
          return '/orders?dialog=imports';
        },
      },
      opens: /dialog=csv&import=/,
    },
    'orders of a student': {
      file: 'domains/orders/order-table.tsx',
      caption: 'Orders',
      phoneCards: true,
      nouns: 'orders',
      make: async (app, rows) => {
        const { email, id } = await aStudent(app);
        await many(rows, () => anOrder(app, { email, lessons: 1 }));
        return `/user/${id}`;
      },
      call: /\/admin\/order$/,
      empty: {
        text: 'There are no orders to display',
        address: async (app) => `/user/${(await aStudent(app)).id}`,
      },
      download: 'orders.csv',
      opens: /\/orders\?order=/,
    },
  },
  recordForms: {
    'an order': async (app) => {
      const order = await anOrder(app, { remark: 'PayNow ref 1' });
      const admin = await app.as('Admin');
      return {
        title: 'Update order',
        box: 'Remark',
        typed: 'PayNow ref 2',
        save: 'Update Order',
        open: async (page) => {
          await page.goto(`/orders?email=${order.created_by.email}`);
          await cardOf(page, order).getByRole('button', { name: 'Update' }).click();
        },
        writes: ['meta', 'remark', 'version'],
        saveMeanwhile: () =>
          admin.call(updateOrder, {
            params: { id: order._id },
            body: { meta: { is_renewal: true }, remark: 'Theirs' },
          }),
      };
    },
  },
  actForms: {
    'the cancelling of an order': async (app) => {
      const order = await anOrder(app);
      return {
        title: 'Cancel order',
        box: 'Remark',
        typed: 'Family moved away',
        save: 'Cancel Order',
        open: async (page) => {
          await page.goto(`/orders?email=${order.created_by.email}`);
          await chooseOnCard(cardOf(page, order), 'Cancel Order');
        },
      };
    },
    'accepting the amount paid': async (app) => {
      const email = `${unique('payer')}@example.com`;
      await aShopOrderPaidOtherwise(app, { email });
      return {
        title: 'Accept the amount paid',
        box: 'Reason',
        typed: 'Old price list',
        save: 'Accept $75.00',
        open: async (page) => {
          await page.goto(`/orders?email=${email}`);
          await page.getByRole('button', { name: 'Accept $75.00' }).click();
        },
      };
    },
  },
  questions: {
    'processing an order that was paid': async (app) => {
      const email = `${unique('shopper')}@example.com`;
      await aStuckShopOrder(app, { email });
      return {
        title: 'Process order',
        save: 'Process Order',
        isHarmless: true,
        open: async (page) => {
          await page.goto(`/orders?email=${email}`);
          await page.getByRole('button', { name: 'Process' }).click();
        },
      };
    },
  },
};
