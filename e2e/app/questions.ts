import type { Page } from '@playwright/test';
import { addAdjustment } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { aClass, aLesson } from '@staffroom/server/test/factories/class.factory.ts';
import { aMaterialUpload } from '@staffroom/server/test/factories/homework.factory.ts';
import { aLiveSession } from '@staffroom/server/test/factories/live-session.factory.ts';
import { aDiscountCode } from '@staffroom/server/test/factories/discount-code.factory.ts';
import { aLessonWithPolls } from '@staffroom/server/test/factories/poll.factory.ts';
import { aStuckShopOrder } from '@staffroom/server/test/factories/shop-order.factory.ts';
import { anOrder } from '@staffroom/server/test/factories/order.factory.ts';
import { aChangedQuestion, aQuestion } from '@staffroom/server/test/factories/question.factory.ts';
import { aServiceToken } from '@staffroom/server/test/factories/service-token.factory.ts';
import {
  aConfirmedRun,
  aPaymentRun,
} from '@staffroom/server/test/factories/tutor-payment.factory.ts';
import { aUser } from '@staffroom/server/test/factories/user.factory.ts';
import { aWorksheet } from '@staffroom/server/test/factories/worksheet.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { classList } from '../classes/class-screen.ts';
import { lessonPage, placeMany } from '../lessons/lesson-page.ts';
import { expect } from '../support/test.ts';
import type { Examples, Question } from './forms.ts';

/** An act in the menu of the row, or card, in which these words stand. */
const rowAct = (address: string, words: string, act: string) => async (page: Page) => {
  await page.goto(address);
  await page
    .locator('tr, article')
    .filter({ hasText: words })
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
};

/** What a row asks before an act (`useRowAct`), by the file that asks. */
export const rowQuestions: Examples<Question> = {
  'users/user-list.route.tsx': async (app) => {
    const { email } = await aUser(app, { type: 'Typist' });
    return {
      title: 'Disable ',
      save: 'Disable',
      open: rowAct(`/user?tab=staff&search=${email}`, email, 'Disable'),
    };
  },
  'classes/class-list.route.tsx': async (app) => {
    const { name } = await aClass(app);
    return {
      title: 'Deactivate ',
      save: 'Deactivate',
      open: async (page) => {
        const list = classList(page);
        await list.open(name);
        await list.act(name, 'Deactivate');
      },
    };
  },
  'homework/upload/upload-dialog.tsx': async (app) => {
    const { id } = await aMaterialUpload(app, { state: 'running', endedOn: null });
    return {
      title: 'Stop the upload?',
      save: 'Stop',
      isHarmless: true,
      open: async (page) => {
        await page.goto(`/course?dialog=upload&run=${id}`);
        await page.getByRole('button', { name: 'Stop' }).click();
      },
    };
  },
  'lessons/use-lesson-acts.ts': async (app) => {
    const { detail } = await anOrder(app, { lessons: 2 });
    return {
      title: 'Deactivate this lesson?',
      save: 'Deactivate',
      open: rowAct(`/course/${detail.class_obj._id}`, 'Lesson 2', 'Deactivate'),
    };
  },
  'lessons/week/use-move-lesson.tsx': async (app) => {
    const { id } = await aClass(app);
    await aLesson(app, id, { scheduledOn: new Date('2027-03-13T06:00:00Z'), name: 'Surds' });
    return {
      title: 'Move this lesson?',
      save: 'Move',
      isHarmless: true,
      open: async (page) => {
        await page.goto(`/lessons?view=week&class=${id}&week=2027-03-08`);
        await page.getByRole('link', { name: 'Surds' }).focus();
        for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
        await expect(page.getByRole('dialog', { name: 'Move this lesson?' })).toBeVisible();
      },
    };
  },
  'question-bank/question-list.tsx': async (app) => {
    const word = unique('Rosyth');
    await aQuestion(app, { context: `<p>A tank of ${word} is full.</p>` });
    return {
      title: 'Archive this question?',
      save: 'Archive',
      isHarmless: true,
      open: rowAct(`/question-bank?search=${word}`, word, 'Archive'),
    };
  },
  'question-bank/versions-dialog.tsx': async (app) => {
    const { id } = await aChangedQuestion(app);
    return {
      title: 'Restore version 1?',
      save: 'Restore',
      isHarmless: true,
      open: async (page) => {
        await page.goto(`/question-bank?versions=${id}`);
        await page.getByRole('button', { name: 'Version 1: Created' }).click();
        await page.getByRole('button', { name: 'Restore version 1' }).click();
      },
    };
  },
  'question-bank/worksheets/worksheet-list.tsx': async (app) => {
    const { title } = await aWorksheet(app, { title: unique('Fractions and ratio') });
    return {
      title: 'Delete this worksheet?',
      save: 'Delete',
      open: rowAct(`/question-bank/worksheets?search=${title}`, title, 'Delete'),
    };
  },
};

/** Every other act that asks for nothing but a yes, with an example. */
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
  'confirming a payment run': async (app) => {
    const { id } = await aPaymentRun(app);
    return {
      title: 'Confirm the run of',
      save: 'Confirm run',
      open: async (page) => {
        await page.goto(`/tutor-payments?run=${id}`);
        await page.getByRole('button', { name: 'Confirm run' }).click();
      },
    };
  },
  'marking a payment run as paid': async (app) => {
    const { id } = await aConfirmedRun(app);
    return {
      title: 'as paid?',
      save: 'Mark as paid',
      open: async (page) => {
        await page.goto(`/tutor-payments?run=${id}`);
        await page.getByRole('button', { name: 'Mark as paid' }).click();
      },
    };
  },
  'taking an adjustment back': async (app) => {
    const { id, tutor } = await aPaymentRun(app);
    const body = { tutor: tutor.id, amount: -30.5, reason: 'Paid twice by hand' };
    await (await app.as('Admin')).call(addAdjustment, { params: { id }, body });
    return {
      title: 'Take the adjustment back?',
      save: 'Take back',
      open: async (page) => {
        await page.goto(`/tutor-payments?run=${id}&tab=adjustments`);
        await page.getByRole('button', { name: `Take back −30.50 of ${tutor.name}` }).click();
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
