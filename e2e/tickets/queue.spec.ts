import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import type { Locator, Page } from '@playwright/test';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { tickets } from 'staffroom-server/src/domains/tickets/tickets.schema.ts';
import {
  aRenewalTicket,
  aTrialTicket,
  manyRenewalTickets,
} from 'staffroom-server/test/factories/ticket.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import type { Api } from 'staffroom-server/test/stage.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { formatDay } from '../../web/src/lib/formats.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';
import { businessDay, ticketDesk } from './ticket-desk.ts';

/** The effects of a save on a ticket's position: it moves down, up or not at all, or leaves the list. */
const acts = ['later', 'sooner', 'stays', 'leaves'] as const;
type Act = (typeof acts)[number];

const views = [
  { name: 'My follow-ups', search: 'view=mine', mine: true },
  { name: 'Unassigned', search: 'view=unassigned', mine: false },
  {
    name: 'All, one status',
    search: 'status=%5B"TRIAL%20REGISTERED"%5D&sortBy=next_action_date',
    mine: true,
  },
];

/** Longer queues for `npm run test:long`, one per view, the same in each run: the effect of the save of each ticket. */
const queues = fc.sample(fc.array(fc.constantFrom(...acts), { minLength: 4, maxLength: 5 }), {
  numRuns: views.length,
  seed: 23,
});

for (const [index, { name, search, mine }] of views.entries()) {
  // The views differ in what the API lists; ticket-queue.test.ts proves the order of all queues.
  if (name !== 'My follow-ups' && !walksAll) continue;
  test(`working through a queue visits every ticket exactly once: ${name}`, async ({
    page,
    app,
    signInAs,
  }) => {
    const queue: readonly Act[] = walksAll ? (queues[index] ?? []) : ['later', 'leaves', 'sooner'];
    const { mark, names, today } = await aQueue(app, await signInAs('Admin'), {
      count: queue.length,
      mine,
    });
    await page.goto(`/tickets/trial?${search}&search=${mark}`);
    expect(await work(page, { mark, queue, today })).toEqual(names);
  });
}

test('“Next ticket” continues from the last ticket of a page to the next page', async ({
  page,
  app,
  signInAs,
}) => {
  const admin = await signInAs('Admin');
  const names = ['49', '50', '51'].map((number) => unique(number));
  await renewalsDue(app, admin, { others: 48, names });
  await page.goto('/tickets/renewal?view=mine');
  const desk = ticketDesk(page);
  await desk.row(names[1]!).getByRole('link').first().click();
  const next = desk.panel.getByRole('button', { name: 'Next ticket' });
  await desk.panel.getByRole('button', { name: 'Previous ticket' }).click();
  await expect(desk.panel).toHaveAccessibleName(`Ticket of ${names[0]}`);
  await expect(next).toBeFocused();
  await next.press('Enter');
  await expect(desk.panel).toHaveAccessibleName(`Ticket of ${names[1]}`);
  await next.press('Enter');
  await expect(desk.panel).toHaveAccessibleName(`Ticket of ${names[2]}`);
  await expect(page).toHaveURL(/page=2/);
  await expect(desk.row(names[2]!)).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(page.locator('body')).not.toBeFocused();
});

/** Below 1200 px the ticket covers its list, and "Next ticket" has the focus after each save. */
for (const { width, height } of [
  ...(walksAll ? [{ width: 1100, height: 800 }] : []),
  { width: 390, height: 844 },
])
  test(`working through a queue in the dialog at ${width} px visits every ticket exactly once`, async ({
    page,
    app,
    signInAs,
  }) => {
    const queue: readonly Act[] = ['leaves', 'stays'];
    const { mark, names, today } = await aQueue(app, await signInAs('Admin'), {
      count: queue.length,
    });
    await page.setViewportSize({ width, height });
    await page.goto(`/tickets/trial?view=mine&search=${mark}`);
    const desk = ticketDesk(page);
    await openFirst(page, { name: names[0]!, isCard: width < 768 });
    for (const [place, act] of queue.entries()) {
      await expect(desk.dialog).toHaveAccessibleName(`Ticket of ${names[place]}`);
      await expect(page.locator('body')).not.toBeFocused();
      await saveAs(page, act, { today, within: desk.dialog });
      const next = desk.dialog.getByRole('button', { name: 'Next ticket' });
      if (place + 1 === queue.length) {
        await expect(next).toBeDisabled();
        await expect(desk.dialog).toBeFocused();
      } else {
        await expect(next).toBeFocused();
        await next.press('Enter');
      }
    }
    await page.keyboard.press('Escape');
    await expect(desk.dialog).toBeHidden();
    await expect(page.locator('body')).not.toBeFocused();
  });

for (const width of [1440, ...(walksAll ? [1100] : [])])
  test(`after a ticket of a queue is cancelled, Enter opens the next one, at ${width} px`, async ({
    page,
    app,
    signInAs,
  }) => {
    const { mark, names } = await aQueue(app, await signInAs('Admin'), { count: 3 });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/tickets/trial?view=mine&search=${mark}`);
    const desk = ticketDesk(page);
    // Starts with the second of three: the skipped first ticket never opens.
    await desk.row(names[1]!).getByRole('link').first().click();
    const panel = width < 1200 ? desk.dialog : desk.panel;
    await expect(panel).toHaveAccessibleName(`Ticket of ${names[1]}`);
    await panel.getByRole('button', { name: 'Cancel ticket' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel ticket' });
    await question.getByRole('textbox', { name: 'Remark' }).fill('Moved abroad');
    await question.getByRole('button', { name: 'Cancel ticket' }).click();
    await expect(question).toBeHidden();
    await expect(panel.getByText('CANCELED').first()).toBeVisible();
    const next = panel.getByRole('button', { name: 'Next ticket' });
    await expect(width < 1200 ? next : desk.row(names[2]!)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel).toHaveAccessibleName(`Ticket of ${names[2]}`);
    await expect(next).toBeDisabled();
  });

/** Makes tickets due on consecutive days from yesterday, with students named in this order. */
const aQueue = async (
  app: Running,
  admin: Api,
  { count, mine = true }: { count: number; mine?: boolean },
) => {
  const today = await businessDay(admin);
  const mark = unique('Queue');
  const names = Array.from(
    { length: count },
    (_none, place) => `${mark} ${String(place + 1).padStart(2, '0')}`,
  );
  const handledBy = mine ? admin.id : null;
  for (const [place, name] of names.entries())
    await aTrialTicket(app, { name, handledBy, nextActionDate: addDays(today, place - 1) });
  return { today, mark, names };
};

/** Makes renewal tickets of students with these names, due after as many others. */
const renewalsDue = async (
  app: Running,
  admin: Api,
  { others, names }: { others: number; names: readonly string[] },
) => {
  const today = await businessDay(admin);
  await app.database.db
    .update(tickets)
    .set({ handledBy: admin.id, nextActionDate: addDays(today, -1) })
    .where(inArray(tickets.id, await manyRenewalTickets(app, others)));
  for (const [place, name] of names.entries())
    await aRenewalTicket(app, {
      studentId: (await aStudent(app, { name })).id,
      handledBy: admin.id,
      nextActionDate: addDays(today, place),
    });
};

/** Opens the first ticket to update it: with shortcuts in the table, or the button of its card. */
const openFirst = async (page: Page, { name, isCard }: { name: string; isCard: boolean }) => {
  if (isCard) {
    await page.getByRole('listitem').filter({ hasText: name }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    return;
  }
  await expect(ticketDesk(page).row(name)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('u');
};

/** Saves the open ticket so that it moves in its list or leaves it, and waits until the list has reloaded. */
const saveAs = async (
  page: Page,
  act: Act,
  { today, within }: { today: string; within: Locator },
) => {
  const update = within.getByRole('form', { name: 'Quick update' });
  const remark = update.getByRole('textbox', { name: 'Remark' });
  if (act === 'leaves') await ticketDesk(page).choose('Status', 'CLOSED LOSE', update);
  if (act === 'later' || act === 'sooner')
    await update
      .getByRole('textbox', { name: 'Follow-up date' })
      .fill(formatDay(addDays(today, act === 'later' ? 20 : -20)));
  await remark.fill(`Called: ${act}`);
  const read = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'GET' &&
      new URL(answer.url()).pathname.endsWith('/admin/ticket/TrialConversion'),
  );
  await remark.press('ControlOrMeta+Enter');
  await read;
  await expect(
    within.getByRole('list', { name: 'History' }).getByRole('listitem').first(),
  ).toContainText(`Called: ${act}`);
};

/** Works through a list with shortcuts from its first ticket; returns the names of the visited tickets. */
const work = async (
  page: Page,
  { mark, queue, today }: { mark: string; queue: readonly Act[]; today: string },
): Promise<string[]> => {
  const desk = ticketDesk(page);
  const visited: string[] = [];
  await expect(desk.row(mark)).toHaveCount(queue.length);
  await page.keyboard.press('j');
  for (const act of queue) {
    await page.keyboard.press('u');
    await expect(desk.remark).toBeFocused();
    const label = (await desk.panel.getAttribute('aria-label')) ?? '';
    visited.push(label.replace('Ticket of ', ''));
    const next = desk.panel.getByRole('button', { name: 'Next ticket' });
    const isLast = visited.length === queue.length;
    await expect(next).toBeEnabled({ enabled: !isLast });
    await saveAs(page, act, { today, within: desk.panel });
    if (act === 'leaves' && !isLast)
      await expect(desk.table.getByText(visited.at(-1) ?? '')).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
    await expect(next).toBeEnabled({ enabled: !isLast });
  }
  return visited;
};
