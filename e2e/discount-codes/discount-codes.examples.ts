import {
  createDiscountCode,
  updateDiscountCode,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import {
  aDiscountCode,
  aDiscountCodeBody,
} from 'staffroom-server/test/factories/discount-code.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { many, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'discount codes': {
      file: 'screens/discount-codes/discount-code-list.route.tsx',
      caption: 'List of discount/promo codes',
      phoneCards: true,
      nouns: 'discount codes',
      make: async (app, rows) => {
        const description = unique('walked');
        await many(rows, () => aDiscountCode(app, { description }));
        return `/discountcode?search=${description}`;
      },
      call: /\/admin\/discountcode\/general$/,
      empty: {
        text: 'There are no discount codes to display',
        address: async () => '/discountcode?search=no.such.code',
      },
      sort: ['Discount Code', 'code'],
      filter: ['Status', 'Active', /status=Active/],
      download: 'discount-codes.csv',
      opens: /\/discountcode\/[\da-f-]+$/,
    },
    'classes of a discount code': {
      file: 'screens/discount-codes/discount-code.route.tsx',
      caption: 'Classes of this discount code',
      nouns: 'classes',
      make: async (app, rows) => {
        const ids: string[] = [];
        await many(rows, async () => ids.push((await aClass(app)).id));
        const body = aDiscountCodeBody(app, { merchandise_id: ids });
        const params = { type: 'general' } as const;
        const admin = await app.as('Admin');
        const { data } = await admin.call(createDiscountCode, { params, body });
        return `/discountcode/${data._id}?tab=classes`;
      },
      call: null,
      empty: {
        text: 'Every class',
        address: async (app) => `/discountcode/${(await aDiscountCode(app)).id}?tab=classes`,
      },
      opens: /\/course\/[\da-f-]+$/,
    },
  },
  records: {
    '/discountcode/$discountId': {
      make: async (app, admin) => {
        const code = await aDiscountCode(app, { usageLimit: 10 });
        await admin.call(updateDiscountCode, {
          params: { id: code.id },
          body: { is_active: false },
        });
        return `/discountcode/${code.id}`;
      },
      call: /\/api\/admin\/discountcode\/general\/[^/?]+$/,
      back: { name: 'Discount Codes', address: '/discountcode' },
      missing: 'This discount code does not exist',
      tabs: ['Orders', 'Classes', 'Changes'],
    },
  },
  questions: {
    'disabling a discount code': async (app) => {
      const { id } = await aDiscountCode(app);
      return {
        title: 'Disable discount code',
        save: 'Disable',
        open: async (page) => {
          await page.goto(`/discountcode/${id}`);
          await page.getByRole('button', { name: 'Disable' }).click();
        },
      };
    },
  },
};
