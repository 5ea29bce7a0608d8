import {
  isClosed,
  isLost,
  isWon,
  renewalLeadSources,
  trialLeadSources,
  type LeadSource,
  type TicketStatus,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { addDays, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { TicketRow } from './tickets.schema.ts';

/** How long after a trial a purchase still wins its ticket, and after its end a subscription is still followed up. */
export const resultDays = 90;
/** How long before its end a subscription is followed up, and after a trial that is past its ticket asks for somebody. */
export const followUpDays = 14;

/** What of a ticket moves by itself. */
export type LifeTicket = Pick<
  TicketRow,
  | 'id'
  | 'type'
  | 'status'
  | 'statusSince'
  | 'lessonId'
  | 'orderId'
  | 'resultOrderId'
  | 'attended'
  | 'nextActionDate'
  | 'remark'
  | 'agentId'
  | 'leadSource'
  | 'created'
  | 'withdrawn'
> & {
  /** When the trial begins, or the last lesson that is paid for. */
  lessonStart: Date;
};

/** An order for one lesson to try, and how that was attended, as far as it is known. */
export type LifeTrial = {
  id: string;
  status: 'PAID' | 'PROCESSED' | 'CANCELLED';
  created: Date;
  cancelledOn: Date | null;
  remark: string;
  agentId: string | null;
  lesson: { id: string; start: Date };
  attended: 'attended' | 'absent' | null;
};

/** A purchase that stands; `bought` is when it was made or paid, whichever was later. */
export type LifePurchase = { id: string; bought: Date; agentId: string | null };

/** What a student has of a class, as far as its tickets go. */
export type Life = {
  now: Date;
  timeZone: string;
  isRegular: boolean;
  leadSource: string | null;
  /** Each in the order of time. */
  trials: readonly LifeTrial[];
  purchases: readonly LifePurchase[];
  lastPaid: { id: string; start: Date } | null;
  /** When the lessons begin on which tickets rest. */
  starts: ReadonlyMap<string, Date>;
  tickets: readonly LifeTicket[];
  /** Whether tickets may be opened now. */
  mayOpen: boolean;
};

/** One step in a ticket's life: what becomes of it, and the words for it. A new ticket has `opens` with all of it. */
export type LifeStep = {
  ticketId: string;
  action: string;
  remark?: string;
  set: Partial<LifeTicket>;
  opens?: LifeTicket;
};

/** More than any student's tickets ever ask for at once. */
const mostSteps = 1000;

/**
 * What is to be done so that the tickets of a student and a class say what stands; nothing where they do so already
 * (part 2 §4, decisions: Tickets). `newId` names tickets that are opened.
 */
export const ticketSteps = (life: Life, newId: () => string): LifeStep[] => {
  const steps: LifeStep[] = [];
  let now = life;
  for (;;) {
    const step = nextStep(now, newId);
    if (step === undefined) return steps;
    now = afterStep(now, step);
    steps.push(step);
    if (steps.length > mostSteps) throw new Error('The tickets of a student come to no rest.');
  }
};

/** The same after a step; a status is new at this moment, and who is closed is followed up no more. */
export const afterStep = (life: Life, { ticketId, set, opens }: LifeStep): Life => ({
  ...life,
  tickets: opens
    ? [...life.tickets, opens]
    : life.tickets.map((ticket) => (ticket.id === ticketId ? { ...ticket, ...set } : ticket)),
});

const nextStep = (life: Life, newId: () => string): LifeStep | undefined => {
  for (const trial of life.trials) {
    const ticket = life.tickets.find(({ orderId }) => orderId === trial.id);
    const step = ticket ? stepOfTrial(life, trial, ticket) : openTrial(life, trial, newId);
    if (step) return step;
  }
  return stepOfRenewals(life, newId);
};

const changed = (
  life: Life,
  ticket: LifeTicket,
  action: string,
  set: Partial<LifeTicket>,
  remark?: string,
): LifeStep => {
  const status = set.status ?? ticket.status;
  return {
    ticketId: ticket.id,
    action,
    ...(remark !== undefined && { remark }),
    set: {
      ...set,
      ...(status !== ticket.status && { statusSince: life.now }),
      ...(isClosed(status) && ticket.nextActionDate !== null && { nextActionDate: null }),
      ...(remark !== undefined && { remark }),
    },
  };
};

const todayOf = ({ now, timeZone }: Life) => dayOf(now, timeZone);
const dayOf = (at: Date, timeZone: string) => businessDayOf(at.toISOString(), timeZone);
const isSame = (one: Date, other: Date) => one.getTime() === other.getTime();
const later = (one: string, other: string) => (one > other ? one : other);

/** Trials */

const beforeTrial: readonly TicketStatus[] = ['INIT', 'TRIAL REGISTERED', 'PRE TRIAL FOLLOWED UP'];
const afterTrial: readonly TicketStatus[] = ['TRIAL ATTENDED', 'TRIAL ABSENT'];

/** The day before the trial; of one that is over, today, and none where that is long ago. */
const firstActionDay = (life: Life, start: Date): string | null => {
  const [today, trial] = [todayOf(life), dayOf(start, life.timeZone)];
  return trial < addDays(today, -followUpDays) ? null : later(addDays(trial, -1), today);
};

const openTrial = (life: Life, trial: LifeTrial, newId: () => string): LifeStep | undefined => {
  if (trial.status !== 'PROCESSED' || !life.mayOpen) return undefined;
  return opened('Trial ordered', {
    ...blank(life, newId()),
    type: 'TrialConversion',
    status: 'TRIAL REGISTERED',
    lessonId: trial.lesson.id,
    orderId: trial.id,
    lessonStart: trial.lesson.start,
    nextActionDate: firstActionDay(life, trial.lesson.start),
    agentId: trial.agentId,
    leadSource: knownSource(trialLeadSources, life),
    created: trial.created,
  });
};

const blank = ({ now }: Life, id: string) => ({
  id,
  statusSince: now,
  orderId: null,
  resultOrderId: null,
  attended: null,
  remark: '',
  withdrawn: false,
});

const opened = (action: string, ticket: LifeTicket): LifeStep => ({
  ticketId: ticket.id,
  action,
  set: {},
  opens: ticket,
});

const knownSource = (sources: readonly LeadSource[], { leadSource }: Life) =>
  sources.find((source) => source === leadSource) ?? null;

const stepOfTrial = (life: Life, trial: LifeTrial, ticket: LifeTicket): LifeStep | undefined =>
  trialMoved(life, trial, ticket) ??
  trialCancelled(life, trial, ticket) ??
  agentChanged(life, trial, ticket) ??
  attendanceCame(life, trial, ticket) ??
  trialBought(life, trial, ticket);

/** One that was attended, or missed, and is to come once more, is registered once more. */
const trialMoved = (life: Life, { lesson }: LifeTrial, ticket: LifeTicket) => {
  const { lessonStart, status, nextActionDate } = ticket;
  if (ticket.lessonId === lesson.id && isSame(lessonStart, lesson.start)) return undefined;
  const comesAgain = lesson.start > life.now && ticket.attended !== null;
  const isRegistered = comesAgain && afterTrial.includes(status);
  const dayBefore = addDays(dayOf(lessonStart, life.timeZone), -1);
  const usual = later(dayBefore, dayOf(ticket.created, life.timeZone));
  const isUsual = (status === 'INIT' || status === 'TRIAL REGISTERED') && nextActionDate === usual;
  return changed(life, ticket, 'Trial moved', {
    lessonId: lesson.id,
    lessonStart: lesson.start,
    ...(comesAgain && { attended: null }),
    ...(isRegistered && { status: 'TRIAL REGISTERED' as const }),
    ...((isRegistered || isUsual) && { nextActionDate: firstActionDay(life, lesson.start) }),
  });
};

/** Who has moved a ticket on since the order was cancelled knows better. */
const trialCancelled = (life: Life, trial: LifeTrial, ticket: LifeTicket) => {
  if (trial.cancelledOn === null || trial.cancelledOn < ticket.statusSince) return undefined;
  const isLapsed = hasLapsed(life, ticket);
  if (ticket.status === 'CANCELED' || (isWon(ticket.status) && !isLapsed)) return undefined;
  const set = { status: 'CANCELED' as const, ...(isLapsed && { resultOrderId: null }) };
  return changed(life, ticket, 'Trial order cancelled', set, trial.remark);
};

const agentChanged = (life: Life, trial: LifeTrial, ticket: LifeTicket) =>
  isClosed(ticket.status) || trial.agentId === ticket.agentId
    ? undefined
    : changed(life, ticket, 'Agent of the order changed', { agentId: trial.agentId });

/** A status that staff have moved on to stays. */
const attendanceCame = (life: Life, { attended }: LifeTrial, ticket: LifeTicket) => {
  if (attended === null || attended === ticket.attended) return undefined;
  if (!beforeTrial.includes(ticket.status) && !afterTrial.includes(ticket.status))
    return changed(life, ticket, 'Attendance noted', { attended });
  const today = todayOf(life);
  const isLongAgo = dayOf(ticket.lessonStart, life.timeZone) < addDays(today, -followUpDays);
  return changed(life, ticket, attended === 'attended' ? 'Trial attended' : 'Trial missed', {
    attended,
    status: attended === 'attended' ? 'TRIAL ATTENDED' : 'TRIAL ABSENT',
    ...(!isLongAgo && { nextActionDate: later(ticket.nextActionDate ?? today, today) }),
  });
};

/** The purchase that it had won stands no more. */
const hasLapsed = ({ purchases }: Life, { resultOrderId }: LifeTicket) =>
  resultOrderId !== null && !purchases.some(({ id }) => id === resultOrderId);

const trialBought = (life: Life, trial: LifeTrial, ticket: LifeTicket) => {
  const trialDay = dayOf(ticket.lessonStart, life.timeZone);
  const bought = life.purchases.find(
    (purchase) =>
      purchase.bought >= trial.created &&
      dayOf(purchase.bought, life.timeZone) <= addDays(trialDay, resultDays),
  );
  return resultStep(life, ticket, bought, {
    won: 'CLOSED WON',
    action: 'Purchased',
    undone: 'Purchase cancelled',
  });
};

/**
 * A ticket is won by the first purchase that fits, and keeps it as long as that stands; one that staff have moved on
 * since, or cancelled, stays as they left it.
 */
const resultStep = (
  life: Life,
  ticket: LifeTicket,
  bought: LifePurchase | undefined,
  words: { won: 'CLOSED WON' | 'RENEWED'; action: string; undone: string },
) => {
  const isLapsed = hasLapsed(life, ticket);
  if (ticket.status === 'CANCELED' || (ticket.resultOrderId !== null && !isLapsed))
    return undefined;
  if (bought)
    return changed(life, ticket, words.action, { status: words.won, resultOrderId: bought.id });
  if (!isLapsed) return undefined;
  return changed(life, ticket, words.undone, {
    resultOrderId: null,
    ...(isWon(ticket.status) && {
      status: 'PENDING DECISION' as const,
      nextActionDate: todayOf(life),
    }),
  });
};

/** Renewals */

const stepOfRenewals = (life: Life, newId: () => string): LifeStep | undefined => {
  const renewals = life.tickets
    .filter(({ type }) => type === 'ClassRenewal')
    .toSorted((one, other) => Number(one.created) - Number(other.created));
  const [open, second] = renewals.filter(({ status }) => !isClosed(status));
  for (const ticket of renewals) {
    const step = renewed(life, ticket, open ?? renewals.findLast(isCounted));
    if (step) return step;
  }
  // One at a time is followed up: what came of a renewal that was undone goes with it.
  if (second) return withdrawn(life, second, 'An earlier renewal is open again');
  for (const ticket of renewals) {
    const step = subscriptionMoved(life, ticket, renewals);
    if (step) return step;
  }
  return open ? undefined : openRenewal(life, renewals, newId);
};

const isCounted = ({ status }: LifeTicket) => status !== 'CANCELED';

/** A purchase renews what is followed up now, or was lost not long ago. */
const renewed = (life: Life, ticket: LifeTicket, current: LifeTicket | undefined) => {
  const isCurrent = ticket === current;
  const bought = life.purchases.find(
    (purchase) =>
      purchase.bought > ticket.created &&
      (isCurrent || hasLapsed(life, ticket)) &&
      (!isLost(ticket.status) ||
        dayOf(purchase.bought, life.timeZone) <=
          addDays(dayOf(ticket.lessonStart, life.timeZone), resultDays)),
  );
  return resultStep(life, ticket, bought, {
    won: 'RENEWED',
    action: 'Renewed',
    undone: 'Renewal cancelled',
  });
};

/** What it rested on fell away; should that come back, another is opened. */
const withdrawn = (life: Life, ticket: LifeTicket, action: string) =>
  changed(life, ticket, action, { status: 'CANCELED', withdrawn: true });

const subscriptionMoved = (life: Life, ticket: LifeTicket, renewals: readonly LifeTicket[]) => {
  const { lastPaid } = life;
  const isOpen = !isClosed(ticket.status);
  if (isOpen && lastPaid === null) return withdrawn(life, ticket, 'Nothing is paid any more');
  const isTaken = renewals.some(
    (other) => other !== ticket && !other.withdrawn && other.lessonId === lastPaid?.id,
  );
  const lessonId = isOpen && lastPaid && !isTaken ? lastPaid.id : ticket.lessonId;
  const { lessonStart } = ticket;
  const start =
    lessonId === lastPaid?.id ? lastPaid.start : (life.starts.get(lessonId) ?? lessonStart);
  if (lessonId === ticket.lessonId && isSame(start, lessonStart)) return undefined;
  return changed(life, ticket, 'Last paid lesson moved', { lessonId, lessonStart: start });
};

/** Each period that is paid for has one: where the last lesson is later than that of any before. */
const openRenewal = (
  life: Life,
  renewals: readonly LifeTicket[],
  newId: () => string,
): LifeStep | undefined => {
  const { lastPaid, timeZone } = life;
  if (!lastPaid || !life.isRegular || !life.mayOpen) return undefined;
  const [today, end] = [todayOf(life), dayOf(lastPaid.start, timeZone)];
  if (end > addDays(today, followUpDays) || end < addDays(today, -resultDays)) return undefined;
  const had = renewals.some((ticket) => !ticket.withdrawn && ticket.lessonStart >= lastPaid.start);
  if (had) return undefined;
  return opened('Subscription ends', {
    ...blank(life, newId()),
    type: 'ClassRenewal',
    status: 'INIT',
    lessonId: lastPaid.id,
    lessonStart: lastPaid.start,
    nextActionDate: today,
    agentId: life.purchases.at(-1)?.agentId ?? null,
    leadSource: knownSource(renewalLeadSources, life),
    created: life.now,
  });
};
