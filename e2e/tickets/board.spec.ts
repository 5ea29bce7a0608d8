import type { Locator, Page } from '@playwright/test';
import { nextWorkingDay } from 'staffroom-contract/domains/lessons/holidays.ts';
import {
  getTrialTicket,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import type { TicketStatus } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Api } from 'staffroom-server/test/stage.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';
import { businessDay } from './ticket-desk.ts';

/** Makes a ticket per status, and returns the address of a board that shows only these. */
const tickets = async (app: Running, ...statuses: TicketStatus[]) => {
  const mark = unique('Board');
  const made = [];
  for (const [index, status] of statuses.entries())
    made.push(await aTrialTicket(app, { name: `${mark} ${index + 1}`, status }));
  return { made, mark, address: `/tickets/trial?layout=board&search=${mark}` };
};

const boardOn = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Update ticket' });
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  return {
    column,
    card: (name: string) => page.getByRole('link', { name: new RegExp(`^${name},`) }),
    cardIn: (status: string, name: string) =>
      column(status).getByRole('link', { name: new RegExp(`^${name},`) }),
    dialog,
    remark: dialog.getByRole('textbox', { name: 'Remark' }),
  };
};

/** Drags a card to another column with the mouse. */
const drag = async (page: Page, card: Locator, to: Locator) => {
  await card.hover();
  await page.mouse.down();
  const box = (await to.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + 120];
  await page.mouse.move(x - 20, y, { steps: 4 });
  await page.mouse.move(x, y);
  await page.mouse.up();
};

const statusOf = async (admin: Api, id: string) =>
  (await admin.call(getTrialTicket, { params: { id } })).data;

test('a dragged card needs a remark, may be put back, and only takes a status that staff may set', async ({
  page,
  app,
  signInAs,
}) => {
  const { made, mark, address } = await tickets(app, 'TRIAL ATTENDED', 'PENDING DECISION');
  const admin = await signInAs('Admin');
  const today = await businessDay(admin);
  const board = boardOn(page);
  const [name, other] = [`${mark} 1`, `${mark} 2`];
  await page.goto(address);
  await expect(board.cardIn('TRIAL ATTENDED', name)).toBeVisible();
  await expect(page.getByText('2 open, 0 closed this month')).toBeVisible();
  await expectAccessible(page, { widths: [1440] });

  await test.step('Escape leaves the card in place', async () => {
    await drag(page, board.card(name), board.column('PENDING DECISION'));
    await expect(board.remark).toBeFocused();
    await expect(board.dialog.getByRole('combobox', { name: 'Status' })).toHaveValue(
      'PENDING DECISION',
    );
    await page.keyboard.press('Escape');
    await expect(board.dialog).toBeHidden();
    await expect(board.cardIn('TRIAL ATTENDED', name)).toBeVisible();
    expect(await statusOf(admin, made[0]!.id)).toMatchObject({
      status: 'TRIAL ATTENDED',
      version: 1,
    });
  });

  await test.step('a status needs a remark', async () => {
    await drag(page, board.card(name), board.column('PENDING DECISION'));
    await expect(board.remark).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(
      board.dialog.getByText('Please provide remark for this ticket update'),
    ).toBeVisible();
    await board.remark.fill('Compares with another centre');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Ticket updated')).toBeVisible();
    await expect(board.cardIn('PENDING DECISION', name)).toBeFocused();
    expect(await statusOf(admin, made[0]!.id)).toMatchObject({
      status: 'PENDING DECISION',
      remark: 'Compares with another centre',
      next_action_date: nextWorkingDay(today),
    });
  });

  await test.step('a status that only Staffroom sets is refused', async () => {
    await drag(page, board.card(other), board.column('TRIAL ABSENT'));
    await expect(
      page.getByText(`Only Staffroom sets TRIAL ABSENT: ${other} stays in PENDING DECISION`),
    ).toBeVisible();
    await expect(board.dialog).toBeHidden();
    await expect(board.cardIn('PENDING DECISION', other)).toBeVisible();
  });

  await test.step('the closed column asks for the status', async () => {
    const closed = page.getByRole('button', { name: /^Closed this month/ });
    await drag(page, board.card(other), closed);
    await board.remark.fill('Will pay next term');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(board.dialog.getByText('Please select an option')).toBeVisible();
    await board.dialog.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('option')).toHaveText(['CLOSED WON', 'CLOSED LOSE', 'CANCELED']);
    await page.getByRole('option', { name: 'CLOSED LOSE' }).click();
    await board.remark.press('ControlOrMeta+Enter');
    await expect(page.getByText('1 open, 1 closed this month')).toBeVisible();
    await closed.click();
    await expect(board.cardIn('Closed this month', other)).toContainText('CLOSED LOSE');
    expect((await statusOf(admin, made[1]!.id)).status).toBe('CLOSED LOSE');
  });
});

test('keyboard shortcuts move between cards, open a ticket and update it', async ({
  page,
  app,
  signInAs,
}) => {
  const { made, mark } = await tickets(
    app,
    'TRIAL REGISTERED',
    'TRIAL REGISTERED',
    'POST TRIAL FOLLOWED UP',
  );
  await signInAs('Admin');
  const board = boardOn(page);
  const focused = (number: number) => expect(board.card(`${mark} ${number}`)).toBeFocused();
  await page.goto(`/tickets/trial?search=${mark}`);
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await expect(page).toHaveURL(/layout=board/);
  await expect(board.card(`${mark} 3`)).toBeVisible();
  await page.keyboard.press('j');
  await focused(1);
  await page.keyboard.press('ArrowDown');
  await focused(2);
  await page.keyboard.press('ArrowRight');
  await focused(3);
  await page.keyboard.press('k');
  await focused(2);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`ticket=${made[1]!.id}`));
  await expect(page.getByRole('complementary', { name: `Ticket of ${mark} 2` })).toBeVisible();
  await expect(board.card(`${mark} 2`)).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await focused(2);

  await page.keyboard.press('u');
  await expect(board.remark).toBeFocused();
  await board.dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'PENDING PAYMENT' }).click();
  await board.remark.fill('Pays on Friday');
  await board.remark.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'PENDING PAYMENT 1' }).click();
  await expect(board.cardIn('PENDING PAYMENT', `${mark} 2`)).toBeVisible();
});

test('another user’s status change shows on the card at once and moves it on request', async ({
  page,
  app,
  signInAs,
}) => {
  const { made, mark, address } = await tickets(app, 'PENDING DECISION', 'PENDING DECISION');
  const other = await app.as('SalesAdmin');
  const admin = await signInAs('Admin');
  const today = await businessDay(admin);
  const board = boardOn(page);
  const isListening = page.waitForResponse(/\/api\/live/);
  await page.goto(address);
  const card = board.cardIn('PENDING DECISION', `${mark} 1`);
  await expect(card).toBeVisible();
  await isListening;
  await other.call(updateTrialTicket, {
    params: { id: made[0]!.id },
    body: { status: 'POST TRIAL FOLLOWED UP', remark: 'Called', next_action_date: today },
  });
  await expect(card).toContainText('POST TRIAL FOLLOWED UP');
  await expect(board.column('PENDING DECISION').getByRole('link')).toHaveCount(2);
  await page.getByRole('button', { name: '1 ticket moved by others: show where' }).click();
  await expect(board.cardIn('POST TRIAL FOLLOWED UP', `${mark} 1`)).toContainText('Today');
  await expect(board.column('PENDING DECISION').getByRole('link')).toHaveCount(1);
});

test('a phone shows one column at a time and moves cards with their menus', async ({
  page,
  app,
  signInAs,
}) => {
  const { mark, address } = await tickets(app, 'TRIAL REGISTERED', 'PENDING DECISION');
  await signInAs('Admin');
  const board = boardOn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  await expect(board.card(`${mark} 1`)).toBeInViewport();
  await expect(board.card(`${mark} 2`)).not.toBeInViewport();
  await expectAccessible(page, { widths: [390] });
  const picker = page.getByRole('combobox', { name: 'Status of the column' });
  await picker.click();
  await page.getByRole('option', { name: 'PENDING DECISION (1)' }).click();
  await expect(board.card(`${mark} 2`)).toBeInViewport();
  await expect(board.card(`${mark} 1`)).not.toBeInViewport();
  await page.getByRole('button', { name: `Actions for ${mark} 2` }).click();
  await page.getByRole('menuitem', { name: 'Move to PENDING PAYMENT' }).click();
  await board.remark.fill('Pays on Friday');
  await board.dialog.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Ticket updated')).toBeVisible();
  await page.getByRole('button', { name: 'Next column' }).click();
  await expect(picker).toHaveValue('PENDING PAYMENT (1)');
  await expect(board.card(`${mark} 2`)).toBeInViewport();
  await expectNoSidewaysScroll(page, [390]);
});
