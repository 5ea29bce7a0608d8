import { nextWorkingDay } from 'staffroom-contract/domains/lessons/holidays.ts';
import {
  isClosed,
  isLost,
  isWon,
  renewalLeadSources,
  trialLeadSources,
  type LeadSource,
  type TicketStatus,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { TicketRow } from './tickets.schema.ts';

/**
 * Days after a trial within which a purchase wins its ticket. Up to 90 days after a subscription ends, its ticket can
 * still be opened, and a dropped ticket can still become RENEWED.
 */
export const resultDays = 90;
/** A subscription gets its ticket this many days before its end; a trial older than this gets no follow-up date. */
export const followUpDays = 14;

/** The fields of a ticket that the rules set. */
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
  /** Start of the trial, or of the last paid lesson. */
  lessonStart: Date;
};

/** An order for one trial lesson, with its attendance if known. */
export type LifeTrial = {
  id: string;
  status: 'PAID' | 'PROCESSED' | 'CANCELLED';
  created: Date;
  cancelledAt: Date | null;
  remark: string;
  agentId: string | null;
  lesson: { id: string; start: Date; end: Date };
  attended: 'attended' | 'absent' | null;
};

/** A purchase that is still valid; `bought` is when it was made or paid, whichever is later. */
type LifePurchase = { id: string; bought: Date; agentId: string | null };

/** A student's orders, lessons and tickets of one class, as input to the rules. */
export type Life = {
  now: Date;
  timeZone: string;
  isRegular: boolean;
  leadSource: string | null;
  /** Trials and purchases are sorted by time. */
  trials: readonly LifeTrial[];
  purchases: readonly LifePurchase[];
  lastPaid: { id: string; start: Date } | null;
  /** Start of each lesson that a ticket refers to, by lesson id. */
  starts: ReadonlyMap<string, Date>;
  tickets: readonly LifeTicket[];
  /** Whether tickets may be opened now. */
  mayOpen: boolean;
};

/** One step in a ticket's life: the changes and the texts for its history. A new ticket is complete in `opens`. */
export type LifeStep = {
  ticketId: string;
  action: string;
  remark?: string;
  set: Partial<LifeTicket>;
  opens?: LifeTicket;
};

/** More steps than any student's tickets ever need at once. */
const mostSteps = 1000;

/**
 * Returns the steps that bring the tickets of a student and a class up to date, in order; empty if they already are
 * (part 2 §4, decisions: Tickets). `newId` supplies the ids of new tickets.
 */
export const ticketSteps = (life: Life, newId: () => string): LifeStep[] => {
  const steps: LifeStep[] = [];
  let now = life;
  for (;;) {
    const step = nextStep(now, newId);
    if (step === undefined) return steps;
    now = afterStep(now, step);
    steps.push(step);
    if (steps.length > mostSteps) throw new Error('The ticket rules did not settle.');
  }
};

/** Returns the input as it is after a step. */
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

/** The day before the trial, but not before today; null if the trial was long ago. */
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

/**
 * Moves the ticket to the trial's new lesson. If attendance was known and the trial is now in the future, attendance is
 * cleared, and a ticket after its trial becomes TRIAL REGISTERED.
 */
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

/** Cancels a cancelled order's ticket, unless its status changed since, or a purchase that is still valid won it. */
const trialCancelled = (life: Life, trial: LifeTrial, ticket: LifeTicket) => {
  if (trial.cancelledAt === null || trial.cancelledAt < ticket.statusSince) return undefined;
  const isLapsed = hasLapsed(life, ticket);
  if (ticket.status === 'CANCELED' || (isWon(ticket.status) && !isLapsed)) return undefined;
  const set = { status: 'CANCELED' as const, ...(isLapsed && { resultOrderId: null }) };
  return changed(life, ticket, 'Trial order cancelled', set, trial.remark);
};

const agentChanged = (life: Life, trial: LifeTrial, ticket: LifeTicket) =>
  isClosed(ticket.status) || trial.agentId === ticket.agentId
    ? undefined
    : changed(life, ticket, 'Agent of the order changed', { agentId: trial.agentId });

/** Records attendance; a later status that staff have set is kept. */
const attendanceCame = (life: Life, { attended, lesson }: LifeTrial, ticket: LifeTicket) => {
  if (attended === null || attended === ticket.attended) return undefined;
  if (!beforeTrial.includes(ticket.status) && !afterTrial.includes(ticket.status))
    return changed(life, ticket, 'Attendance noted', { attended });
  const today = todayOf(life);
  const isLongAgo = dayOf(ticket.lessonStart, life.timeZone) < addDays(today, -followUpDays);
  return changed(life, ticket, attended === 'attended' ? 'Trial attended' : 'Trial missed', {
    attended,
    status: attended === 'attended' ? 'TRIAL ATTENDED' : 'TRIAL ABSENT',
    ...(!isLongAgo && {
      nextActionDate: later(
        ticket.nextActionDate ?? today,
        later(today, followUpDay(life, lesson)),
      ),
    }),
  });
};

/** A trial that ends from this hour on is followed up on the next working day. */
const eveningFrom = 18;

/** The day on which a trial is followed up: its own, or the next working day for one that ends in the evening. */
const followUpDay = ({ timeZone }: Life, { end }: LifeTrial['lesson']): string => {
  const ended = Temporal.Instant.fromEpochMilliseconds(end.getTime()).toZonedDateTimeISO(timeZone);
  const day = dayOf(end, timeZone);
  return ended.hour >= eveningFrom ? nextWorkingDay(day) : day;
};

/** True if the purchase that won the ticket is no longer valid. */
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
 * Decides which purchase wins a ticket: the first match, for as long as it is valid. A cancelled ticket stays as it is.
 * While the winning purchase is valid, the rules do not undo later changes of staff. If it lapses, the next match wins.
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
  // Only one renewal is open at a time: if an earlier one reopens, the later one is withdrawn.
  if (second) return withdrawn(life, second, 'An earlier renewal is open again');
  for (const ticket of renewals) {
    const step = subscriptionMoved(life, ticket, renewals);
    if (step) return step;
  }
  return open ? undefined : openRenewal(life, renewals, newId);
};

const isCounted = ({ status }: LifeTicket) => status !== 'CANCELED';

/** A purchase renews the open renewal, or one that was lost not long ago. */
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

/** Cancels a renewal's ticket and marks it withdrawn, so that the same lesson can get another ticket. */
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

/** Opens a ticket for each paid period: when the last paid lesson is later than that of any earlier ticket. */
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
