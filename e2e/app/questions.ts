import { aClass, aLesson } from '@staffroom/server/test/factories/class.factory.ts';
import { aLiveSession } from '@staffroom/server/test/factories/live-session.factory.ts';
import { aDiscountCode } from '@staffroom/server/test/factories/discount-code.factory.ts';
import { aLessonWithPolls } from '@staffroom/server/test/factories/poll.factory.ts';
import { aStuckShopOrder } from '@staffroom/server/test/factories/shop-order.factory.ts';
import { aServiceToken } from '@staffroom/server/test/factories/service-token.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { lessonPage, placeMany } from '../lessons/lesson-page.ts';
import type { Examples, Question } from './forms.ts';

/** Every act that asks for nothing but a yes, with an example. */
export const questions: Examples<Question> = {
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
  'deleting a live session': async (app) => {
    const { name } = await aLiveSession(app);
    return {
      title: 'Delete live session',
      save: 'Delete',
      open: async (page) => {
        await page.goto(`/tls?search=${name}`);
        await page.getByRole('button', { name: `Actions for ${name}` }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
    };
  },
  'deleting a poll question': async (app) => {
    const { lesson } = await aLessonWithPolls(app);
    return {
      title: 'Delete question',
      save: 'Delete',
      open: async (page) => {
        await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=polls`);
        await page.getByRole('button', { name: 'Actions for question 1' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
    };
  },
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
  'revoking a service token': async (app) => {
    const { name } = await aServiceToken(app);
    return {
      title: `Revoke the token of ${name}?`,
      save: 'Revoke',
      open: async (page) => {
        await page.goto('/user?tab=staff&tokens=list');
        await page.getByRole('row', { name }).getByRole('button', { name: 'Revoke' }).click();
      },
    };
  },
  'taking a student off a lesson': async (app) => {
    const lesson = await aLesson(app, (await aClass(app)).id);
    await placeMany(app, lesson, 1);
    return {
      title: 'Remove student',
      save: 'Remove',
      open: async (page) => {
        const { open, act } = lessonPage(page);
        await open(lesson);
        await act('Student 001', 'Remove');
      },
    };
  },
};
