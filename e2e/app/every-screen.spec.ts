import type { Page } from '@playwright/test';
import {
  aLessonWith,
  anAnnouncement,
} from 'staffroom-server/test/factories/announcement.factory.ts';
import {
  addAdjustment,
  confirmPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { listAuditTrail } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { setTutorRate } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import {
  aConfirmedRun,
  aDifference,
  aPaidTutor,
  aPaymentRun,
  aTaughtLesson,
} from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { aPasswordLink } from 'staffroom-server/test/factories/password-link.factory.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import {
  aLessonWithHomework,
  aLibraryFile,
  aMaterial,
  aMaterialUpload,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { aLessonWithPolls } from 'staffroom-server/test/factories/poll.factory.ts';
import { aLiveSession, anAttendee } from 'staffroom-server/test/factories/live-session.factory.ts';
import { emptyBank } from '../question-bank/question-screen.ts';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { aChangedQuestion, aQuestion } from 'staffroom-server/test/factories/question.factory.ts';
import { aWorksheet } from 'staffroom-server/test/factories/worksheet.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import {
  expectAccessibleAt,
  expectNoEmptyScroll,
  expectNoSidewaysScroll,
  expectRoomyFields,
  expectTouchable,
  resize,
} from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { exampleAddress, fillScreens } from '../support/screen-examples.ts';
import { screenPaths } from '../support/screens.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';

/** An address, with the title of the dialog that it opens, if any. */
type State = string | { address: string; dialog: string };

/** Makes the records of a part of a screen, or of a dialog over it; resolves to its address. */
type States = Record<string, (app: Running) => Promise<State>>;

/** Parts and dialogs with a layout of their own, checked in every run; new ones go here. */
const states: States = {
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
  'a payslip': async (app) => {
    const { id, tutor } = await aConfirmedRun(app);
    return `/tutor-payments?run=${id}&slip=${tutor.id}`;
  },
  'the pay of a tutor in a month': async (app) => {
    const tutor = await aPaidTutor(app);
    const lesson = await aTaughtLesson(app, tutor, {
      scheduledAt: new Date('2026-03-13T10:00:00Z'),
    });
    await (
      await app.as('Admin')
    ).call(setTutorRate, {
      params: { tutorId: tutor.id, lessonId: lesson.id },
      body: { rate: 55, reason: 'Took over at two hours’ notice' },
    });
    return `/tutor-payments?tutor=${tutor.id}&month=2026-03`;
  },
  'the set-up of two-factor': async () => ({
    address: '/profile?dialog=two-factor',
    dialog: 'Set up two-factor',
  }),
  'Create New order': async () => ({
    address: '/orders?dialog=create',
    dialog: 'Create New order',
  }),
  'Add orders by CSV': async () => ({ address: '/orders?dialog=csv', dialog: 'Add orders by CSV' }),
  'a new class': async () => ({ address: '/course?dialog=create', dialog: 'Add New Class' }),
  'Add batch lessons': async (app) => ({
    address: `/course/${(await aClass(app)).id}?dialog=batch`,
    dialog: 'Add batch lessons',
  }),
  'the preview of an upload': async (app) => {
    await aLibraryFile(app, 'science', 'P4 T1 L1 Cells Homework.pdf');
    await aLibraryFile(app, 'science', 'Notes.pdf');
    return {
      address: '/course?dialog=upload&folder=science',
      dialog: 'Upload all material and homework',
    };
  },
  'the polls of a lesson': async (app) => {
    const { lesson } = await aLessonWithPolls(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls`;
  },
  'the attendees of a live session': async (app) => {
    const { id } = await aLiveSession(app, { playbackUrl: 'https://watch.example.com/tls/3' });
    await anAttendee(app, id);
    return { address: `/tls?attendees=${id}`, dialog: 'Attendee list' };
  },
  'a search without results': async () => '/orders?search=no.such.name',
  'Make Announcement': async (app) => ({
    address: `${await anAnnouncedLesson(app)}?dialog=announce`,
    dialog: 'Make Announcement',
  }),
  'a trial ticket': async (app) => `/tickets/trial?ticket=${(await aTrialTicket(app)).id}`,
  'a question': async (app) => ({
    address: emptyBank(`question=${(await aQuestion(app)).id}`),
    dialog: 'Edit Question',
  }),
  'the versions of a question': async (app) => ({
    address: emptyBank(`versions=${(await aChangedQuestion(app)).id}`),
    dialog: 'Versions',
  }),
  'the tags of the question bank': async () => ({
    address: emptyBank('dialog=tags'),
    dialog: 'Topics and tags',
  }),
  'a worksheet': async (app) => ({
    address: `/question-bank/worksheets?worksheet=${(await aWorksheet(app)).id}`,
    dialog: 'Worksheet',
  }),
  'an open entry of the audit trail': async (app) => {
    const { _id } = await anOrder(app);
    const { data } = await (
      await app.as('Admin')
    ).call(listAuditTrail, { query: { filter: { entity_id: _id } } });
    return `/admin/audit?record=${_id}&open=${JSON.stringify(data.map((entry) => entry._id))}`;
  },
  'the history of an order': async (app) => ({
    address: `/orders?order=${(await anOrder(app))._id}`,
    dialog: 'History',
  }),
};

/** Parts and dialogs with the layout of one above or of a whole screen; checked by `npm run test:long`. */
const statesLikeOthers: States = {
  'the answers of students': async (app) => {
    const { lesson } = await aLessonWithPolls(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&polls=students`;
  },
  'the changes of a discount code': async (app) =>
    `/discountcode/${(await aDiscountCode(app)).id}?tab=changes`,
  'the trial statistics': async (app) => {
    await anOrder(app, { type: 'TRIAL', lessons: 1 });
    return '/dashboard?tab=trial-stat&subject=All&from=2026-11-01&to=2027-12-31';
  },
  'the homework of a student': async (app) =>
    `/user/${(await aLessonWithHomework(app)).late.id}?tab=homework`,
  'the differences of a payment run': async (app) =>
    `/tutor-payments?run=${(await aDifference(app)).id}&tab=differences`,
  'the list of payment runs': async (app) =>
    `/tutor-payments?run=${(await aDifference(app)).id}&tab=runs`,
  'all payslips of a run of two tutors': async (app) => {
    const { id } = await aDifference(app);
    await (await app.as('Admin')).call(confirmPaymentRun, { params: { id }, body: { version: 1 } });
    return `/tutor-payments?run=${id}&slip=all`;
  },
  'the order imports': async () => ({ address: '/orders?dialog=imports', dialog: 'Order imports' }),
  'a new lesson': async (app) => ({
    address: `/course/${(await aClass(app)).id}?dialog=lesson`,
    dialog: 'New Lesson',
  }),
  'the folders of material': async (app) => {
    await aMaterialUpload(app);
    return { address: '/course?dialog=upload', dialog: 'Upload all material and homework' };
  },
  'an upload': async (app) => ({
    address: `/course?dialog=upload&run=${(await aMaterialUpload(app)).id}`,
    dialog: 'Upload all material and homework',
  }),
  'a failed upload': async (app) => {
    const problem = 'The bucket of the library does not answer.';
    const { id } = await aMaterialUpload(app, { state: 'failed', problem });
    return {
      address: `/course?dialog=upload&run=${id}`,
      dialog: 'Upload all material and homework',
    };
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
  'a poll question': async (app) => {
    const { lesson, first } = await aLessonWithPolls(app);
    return {
      address: `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&poll=${first.id}`,
      dialog: 'Edit Question',
    };
  },
  'copying poll questions': async (app) => {
    const { lesson } = await aLessonWithPolls(app);
    return {
      address: `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&poll=copy`,
      dialog: 'Copy questions',
    };
  },
  'a new live session': async () => ({
    address: '/tls?dialog=create',
    dialog: 'Create live session',
  }),
  'a live session': async (app) => ({
    address: `/tls?session=${(await aLiveSession(app)).id}`,
    dialog: 'Update live session',
  }),
  'the students who have not handed in': async (app) => {
    const { lesson, homework } = await aLessonWithHomework(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}?tab=pending`;
  },
  'a page after the last': async () => '/orders?page=99',
  'a duplicate of a discount code': async (app) =>
    `/discountcode/new?from=${(await aDiscountCode(app, { discountType: 'Absolute' })).id}`,
  'Make Announcement by sms': async (app) => ({
    address: `${await anAnnouncedLesson(app)}?dialog=announce&method=sms`,
    dialog: 'Make Announcement',
  }),
  'the announcements of a lesson': async (app) =>
    `${await anAnnouncedLesson(app)}?tab=announcements`,
  'a renewal ticket': async (app) => `/tickets/renewal?ticket=${(await aRenewalTicket(app)).id}`,
  'unassigned follow-ups': async (app) => {
    await aTrialTicket(app, { nextActionDate: '2026-01-05' });
    await aTrialTicket(app);
    return '/tickets/trial?view=unassigned';
  },
  'the students behind a count': async (app) => {
    const { detail } = await anOrder(app);
    return {
      address: `/dashboard?class=${detail.class_obj._id}&students=active`,
      dialog: `Active students of ${detail.class_obj.name}`,
    };
  },
  'the trial students behind a count': async (app) => {
    const { lesson } = await aLessonWith(app, [{ kind: 'TRIAL' }, { kind: 'TRIAL' }]);
    return {
      address: `/dashboard?tab=trial-stat&lesson=${lesson.id}&students=registered`,
      dialog: 'Trial students',
    };
  },
  'the classes with trials next lesson': async (app) => {
    await aLessonWith(app, [{ kind: 'TRIAL' }]);
    return {
      address: '/dashboard?type=All&classes=tried',
      dialog: 'Classes with trials next lesson',
    };
  },
  'a new question': async () => ({
    address: emptyBank('dialog=create'),
    dialog: 'Add New Question',
  }),
  'the tags of a question': async (app) => ({
    address: emptyBank(`tag=${(await aQuestion(app)).id}`),
    dialog: 'Tag Question',
  }),
  'an import of questions': async () => ({
    address: emptyBank('dialog=import'),
    dialog: 'Import questions',
  }),
};

const anAnnouncedLesson = async (app: Running) => {
  const { lesson } = await aLessonWith(app, [{}, { kind: 'TRIAL', phone: '' }]);
  await anAnnouncement(app, lesson.id);
  return `/course/${lesson.classId}/lesson/${lesson.id}`;
};

type Look = readonly [width: number, look: (page: Page) => Promise<void>];

/** Fields can lack room at this width too, beside a summary or a panel. */
const besideAPanel: Look = [1100, (page) => expectRoomyFields(page, [1100])];

const onATablet: Look = [
  1024,
  async (page) => {
    await expectNoSidewaysScroll(page, [1024]);
    await expectRoomyFields(page, [1024]);
  },
];

const onAPhone: Look = [
  390,
  async (page) => {
    await expectNoSidewaysScroll(page, [390]);
    await expectNoEmptyScroll(page, [390]);
    await expectTouchable(page);
    await expectRoomyFields(page, [390]);
  },
];

const onAPhoneInDark: Look = [
  390,
  async (page) => {
    await onAPhone[1](page);
    await expectAccessibleAt(page, 390);
  },
];

// Last, to return to the initial width: below 1200 px a ticket is a dialog.
const onADesk: Look = [
  1440,
  async (page) => {
    await expectNoEmptyScroll(page, [1440]);
    await expectAccessibleAt(page, 1440);
  },
];

const everyLook = [besideAPanel, onATablet, onAPhoneInDark, onADesk];

/** The checks of a screen; the page is loaded once and resized. Panels and summaries are in states. */
const looksAtScreen = walksAll ? everyLook : [onATablet, onAPhoneInDark, onADesk];

/** The checks of a state. Its colours in dark are those of the screens and of `tokens.test.ts`. */
const looksAtState = walksAll ? everyLook : [besideAPanel, onATablet, onAPhone, onADesk];

/** Expects the page, or the dialog over it, to be accessible and fit at every width; fails on an undeclared dialog. */
const expectSound = async (page: Page, state: State, looks = looksAtScreen) => {
  const { address, dialog } = typeof state === 'string' ? { address: state, dialog: '' } : state;
  await page.goto(address);
  await expect(page).toHaveURL(address);
  const named = page.getByRole('dialog', { name: dialog, exact: true });
  await expect(dialog ? named : page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const [width, look] of looks) {
    await resize(page, width);
    await look(page);
  }
  const open = page.locator('[role="dialog"][aria-modal="true"]');
  await expect(open, 'open dialogs').toHaveCount(dialog ? 1 : 0);
};

testInOwnBrowser('/login is accessible and fits at every width', ({ page }) =>
  expectSound(page, '/login'),
);

testInOwnBrowser(
  'the pages of a password link are accessible and fit at every width',
  async ({ page, app, problems }) => {
    problems.expect(/status of 410/);
    const { token } = await aPasswordLink(app, { kind: 'invitation' });
    await expectSound(page, `/password#${token}`);
    await page.goto('about:blank');
    await expectSound(page, '/password#unknown');
  },
);

// The list is the web app's own (routes.ts): every new screen is checked. Problems in the browser fail every test.
for (const path of screenPaths)
  test(`${path} is accessible and fits at every width`, async ({ page, app, signInAs }) => {
    await fillScreens(app);
    await signInAs('Admin', { seesOrderId: true });
    await expectSound(page, await exampleAddress(path, app));
  });

for (const [name, address] of Object.entries(
  walksAll ? { ...states, ...statesLikeOthers } : states,
))
  test(`${name}: accessible and fits at every width`, async ({ page, app, signInAs }) => {
    await signInAs('Admin');
    await expectSound(page, await address(app), looksAtState);
  });
