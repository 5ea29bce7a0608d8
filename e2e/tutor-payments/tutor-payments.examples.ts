import { addAdjustment } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { setTutorRate } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import {
  aPaidTutor,
  aTaughtLesson,
  aLeftOutDebt,
  aPaymentRun,
  aConfirmedRun,
} from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { many, at, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'pay of a tutor': {
      file: 'domains/tutor-payments/teacher-pay.tsx',
      caption: 'Pay of the month',
      nouns: 'classes',
      make: async (app, rows) => {
        const tutor = await aPaidTutor(app);
        await many(rows, (number) =>
          aTaughtLesson(app, tutor, { scheduledAt: new Date(`2024-05-${number}T06:00:00Z`) }),
        );
        return `/user/${tutor.id}?tab=pay&month=2024-05`;
      },
      call: /\/admin\/tutor-payments$/,
      empty: {
        text: 'No lessons in this month',
        address: async (app) => `/user/${(await aPaidTutor(app)).id}?tab=pay`,
      },
      opens: /\/course\/[\da-f-]+$/,
    },
  },
  recordForms: {
    'a rate of tutor pay': async (app) => {
      const tutor = await aPaidTutor(app);
      const lesson = await aTaughtLesson(app, tutor, {
        scheduledAt: new Date('2026-03-13T10:00:00Z'),
      });
      const admin = await app.as('Admin');
      return {
        title: 'Change rate',
        box: 'Reason',
        typed: 'Took over at two hours’ notice',
        save: 'Save',
        writes: ['reason', 'version'],
        open: at(`/tutor-payments?tutor=${tutor.id}&month=2026-03&rate=${lesson.id}`),
        saveMeanwhile: () =>
          admin.call(setTutorRate, {
            params: { tutorId: tutor.id, lessonId: lesson.id },
            body: { rate: 55, reason: 'Agreed by phone' },
          }),
      };
    },
  },
  actForms: {
    'writing off a debt that a payment run left out': async (app) => {
      const { id, tutor } = await aLeftOutDebt(app);
      return {
        title: 'Write this debt off?',
        box: 'Reason',
        typed: 'Left the company in spring',
        save: 'Write off',
        open: async (page) => {
          await page.goto(`/tutor-payments?run=${id}`);
          await page.getByRole('button', { name: `Write off: ${tutor.name}` }).click();
        },
      };
    },
    'an adjustment of a payment run': async (app) => {
      const { id, tutor } = await aPaymentRun(app);
      return {
        title: 'Add adjustment',
        box: 'Reason',
        typed: 'Printing of notes, receipt of 20 Feb',
        save: 'Add',
        open: async (page) => {
          await page.goto(`/tutor-payments?run=${id}&dialog=adjustment`);
          const dialog = page.getByRole('dialog', { name: 'Add adjustment' });
          await dialog.getByRole('combobox', { name: 'Tutor' }).fill(tutor.name);
          await page.getByRole('option', { name: new RegExp(tutor.name) }).click();
          await dialog.getByRole('textbox', { name: 'Amount' }).fill('24.50');
        },
      };
    },
  },
  questions: {
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
    'carrying a debt that a payment run left out': async (app) => {
      const { id, tutor } = await aLeftOutDebt(app);
      return {
        title: 'Carry this debt forward?',
        save: 'Carry forward',
        open: async (page) => {
          await page.goto(`/tutor-payments?run=${id}`);
          await page.getByRole('button', { name: `Carry forward: ${tutor.name}` }).click();
        },
      };
    },
    'removing an adjustment': async (app) => {
      const { id, tutor } = await aPaymentRun(app);
      const body = { tutor: tutor.id, amount: -30.5, reason: 'Paid twice by hand' };
      await (await app.as('Admin')).call(addAdjustment, { params: { id }, body });
      return {
        title: 'Remove the adjustment?',
        save: 'Remove',
        open: async (page) => {
          await page.goto(`/tutor-payments?run=${id}&tab=adjustments`);
          await page.getByRole('button', { name: `Remove −30.50 of ${tutor.name}` }).click();
        },
      };
    },
  },
};
