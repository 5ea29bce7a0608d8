import type { Page } from '@playwright/test';
import {
  aLessonWith,
  anAnnouncement,
} from '@staffroom/server/test/factories/announcement.factory.ts';
import {
  addAdjustment,
  confirmPaymentRun,
} from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { setTutorRate } from '@staffroom/contract/domains/tutor-payments/tutor-payments.contract.ts';
import {
  aConfirmedRun,
  aDifference,
  aPaidTutor,
  aPaymentRun,
  aTaughtLesson,
} from '@staffroom/server/test/factories/tutor-payment.factory.ts';
import { aClass } from '@staffroom/server/test/factories/class.factory.ts';
import { aDiscountCode } from '@staffroom/server/test/factories/discount-code.factory.ts';
import {
  aLessonWithHomework,
  aLibraryFile,
  aMaterial,
  aMaterialUpload,
} from '@staffroom/server/test/factories/homework.factory.ts';
import { aLessonWithPolls } from '@staffroom/server/test/factories/poll.factory.ts';
import { aLiveSession, anAttendee } from '@staffroom/server/test/factories/live-session.factory.ts';
import { aRenewalTicket, aTrialTicket } from '@staffroom/server/test/factories/ticket.factory.ts';
import { aChangedQuestion, aQuestion } from '@staffroom/server/test/factories/question.factory.ts';
import { aWorksheet } from '@staffroom/server/test/factories/worksheet.factory.ts';
import { anOrder } from '@staffroom/server/test/factories/order.factory.ts';
import {
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  expectTouchable,
} from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { exampleAddress, fillScreens } from '../support/screen-examples.ts';
import { screenPaths } from '../support/screens.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

/** What an address can open in or over a screen, besides the screen as it comes. */
const states: Record<string, (app: Running) => Promise<string>> = {
  'a payment run': async (app) => {
    const { id, tutor } = await aPaymentRun(app);
    await (
      await app.as('Admin')
    ).call(addAdjustment, {
      params: { id },
      body: { tutor: tutor.id, amount: -40, reason: 'Paid twice by hand' },
    });
    return `/tutor-payments?run=${id}`;
  },
  'the differences of a payment run': async (app) =>
    `/tutor-payments?run=${(await aDifference(app)).id}&tab=differences`,
  'the runs before a payment run': async (app) =>
    `/tutor-payments?run=${(await aDifference(app)).id}&tab=runs`,
  'a payslip': async (app) => {
    const { id, tutor } = await aConfirmedRun(app);
    return `/tutor-payments?run=${id}&slip=${tutor.id}`;
  },
  'all payslips of a run of two tutors': async (app) => {
    const { id } = await aDifference(app);
    await (await app.as('Admin')).call(confirmPaymentRun, { params: { id }, body: { version: 1 } });
    return `/tutor-payments?run=${id}&slip=all`;
  },
  'the pay of a month': async (app) => {
    const tutor = await aPaidTutor(app);
    const lesson = await aTaughtLesson(app, tutor, {
      scheduledOn: new Date('2026-03-13T10:00:00Z'),
    });
    await (
      await app.as('Admin')
    ).call(setTutorRate, {
      params: { tutorId: tutor.id, lessonId: lesson.id },
      body: { rate: 55, reason: 'Took over at two hours’ notice' },
    });
    return `/tutor-payments?tutor=${tutor.id}&month=2026-03`;
  },
  'Create New order': async () => '/orders?dialog=create',
  'Add orders by CSV': async () => '/orders?dialog=csv',
  'the CSV imports': async () => '/orders?dialog=imports',
  'a new class': async () => '/course?dialog=create',
  'Add batch lessons': async (app) => `/course/${(await aClass(app)).id}?dialog=batch`,
  'a new lesson': async (app) => `/course/${(await aClass(app)).id}?dialog=lesson`,
  'the folders of material': async (app) => {
    await aMaterialUpload(app);
    return '/course?dialog=upload';
  },
  'what an upload would do': async (app) => {
    await aLibraryFile(app, 'science', 'P4 T1 L1 Cells Homework.pdf');
    await aLibraryFile(app, 'science', 'Notes.pdf');
    return '/course?dialog=upload&folder=science';
  },
  'an upload': async (app) => `/course?dialog=upload&run=${(await aMaterialUpload(app)).id}`,
  'an upload that has failed': async (app) => {
    const problem = 'The bucket of the library does not answer.';
    const { id } = await aMaterialUpload(app, { state: 'failed', problem });
    return `/course?dialog=upload&run=${id}`;
  },
  'the homework of a lesson': async (app) => {
    const { lesson } = await aLessonWithHomework(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=homework`;
  },
  'the material of a lesson': async (app) => {
    const { lesson } = await aLessonWithHomework(app);
    await aMaterial(app, lesson.id);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=material`;
  },
  'the polls of a lesson': async (app) => {
    const { lesson } = await aLessonWithPolls(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls`;
  },
  'the answers of students': async (app) => {
    const { lesson } = await aLessonWithPolls(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&polls=students`;
  },
  'a poll question': async (app) => {
    const { lesson, first } = await aLessonWithPolls(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&poll=${first.id}`;
  },
  'copying poll questions': async (app) => {
    const { lesson } = await aLessonWithPolls(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&poll=copy`;
  },
  'a new live session': async () => '/tls?dialog=create',
  'a live session': async (app) => `/tls?session=${(await aLiveSession(app)).id}`,
  'the attendees of a live session': async (app) => {
    const { id } = await aLiveSession(app, { playbackUrl: 'https://watch.example.com/tls/3' });
    await anAttendee(app, id);
    return `/tls?attendees=${id}`;
  },
  'who has not handed in': async (app) => {
    const { lesson, homework } = await aLessonWithHomework(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}?tab=pending`;
  },
  'the homework of a student': async (app) =>
    `/user/${(await aLessonWithHomework(app)).late.id}?tab=homework`,
  'a search that finds nobody': async () => '/orders?search=nobody',
  'a page past the last': async () => '/orders?page=99',
  'a code to duplicate': async (app) =>
    `/discountcode/new?from=${(await aDiscountCode(app, { discountType: 'Absolute' })).id}`,
  'the changes of a discount code': async (app) =>
    `/discountcode/${(await aDiscountCode(app)).id}?tab=changes`,
  'Make Announcement': async (app) => `${await anAnnouncedLesson(app)}?dialog=announce`,
  'Make Announcement by sms': async (app) =>
    `${await anAnnouncedLesson(app)}?dialog=announce&method=sms`,
  'the announcements of a lesson': async (app) =>
    `${await anAnnouncedLesson(app)}?tab=announcements`,
  'a trial ticket': async (app) => `/tickets/trial?ticket=${(await aTrialTicket(app)).id}`,
  'a renewal ticket': async (app) => `/tickets/renewal?ticket=${(await aRenewalTicket(app)).id}`,
  'the follow-ups of nobody yet': async (app) => {
    await aTrialTicket(app, { nextActionDate: '2026-01-05' });
    await aTrialTicket(app);
    return '/tickets/trial?view=unassigned';
  },
  'the students behind a count': async (app) => {
    const { detail } = await anOrder(app);
    return `/dashboard?class=${detail.class_obj._id}&students=active`;
  },
  'the trial statistics': async (app) => {
    await anOrder(app, { type: 'TRIAL', lessons: 1 });
    return '/dashboard?tab=trial-stat&subject=All&from=2026-11-01&to=2027-12-31';
  },
  'the trial students behind a count': async (app) => {
    const { lesson } = await aLessonWith(app, [{ kind: 'TRIAL' }, { kind: 'TRIAL' }]);
    return `/dashboard?tab=trial-stat&lesson=${lesson.id}&students=registered`;
  },
  'the classes that somebody tries next': async (app) => {
    await aLessonWith(app, [{ kind: 'TRIAL' }]);
    return '/dashboard?type=All&classes=tried';
  },
  'a new question': async () => '/question-bank?dialog=create',
  'a question': async (app) => `/question-bank?question=${(await aQuestion(app)).id}`,
  'the tags of a question': async (app) => `/question-bank?tag=${(await aQuestion(app)).id}`,
  'the versions of a question': async (app) =>
    `/question-bank?versions=${(await aChangedQuestion(app)).id}`,
  'an import of questions': async () => '/question-bank?dialog=import',
  'the tags of the question bank': async () => '/question-bank?dialog=tags',
  'a worksheet': async (app) => `/question-bank/worksheets?worksheet=${(await aWorksheet(app)).id}`,
  'the history of an order': async (app) => `/orders?order=${(await anOrder(app))._id}`,
};

const anAnnouncedLesson = async (app: Running) => {
  const { lesson } = await aLessonWith(app, [{}, { kind: 'TRIAL', phone: '' }]);
  await anAnnouncement(app, lesson.id);
  return `/course/${lesson.classId}/lesson/${lesson.id}`;
};

/** The page is accessible and fits, at every width, light and dark. */
const expectSound = async (page: Page, address: string) => {
  await page.goto(address);
  await expect(page).toHaveURL(address);
  const opensDialog =
    /[?&](dialog|order|poll|session|attendees|students|classes|question|tag|versions|worksheet)=/.test(
      address,
    );
  const first = opensDialog ? page.getByRole('dialog') : page.getByRole('heading', { level: 1 });
  await expect(first).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectTouchable(page);
  await expectAccessibleEverywhere(page);
};

testInOwnBrowser('/login is sound', ({ page }) => expectSound(page, '/login'));

// The list is the web app's own (routes.ts), so that a new screen is looked at from its first day. What
// the browser complains about meanwhile, the Content-Security-Policy included, fails every test.
for (const path of screenPaths)
  test(`${path} is sound`, async ({ page, app, signInAs }) => {
    await fillScreens(app);
    await signInAs('Admin', { seesOrderId: true });
    await expectSound(page, await exampleAddress(path, app));
  });

for (const [name, address] of Object.entries(states))
  test(`${name} is sound`, async ({ page, app, signInAs }) => {
    await signInAs('Admin');
    await expectSound(page, await address(app));
  });
