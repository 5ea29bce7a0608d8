import { reminderSentBy } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import {
  afterStep,
  ticketSteps,
  type Life,
  type LifeTicket,
} from 'staffroom-server/src/domains/tickets/ticket-life.rules.ts';
import type { Lesson, TuitionClass } from './classes.ts';
import { businessZone, dayOf, hours, instantAt, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import type { Order } from './order-world.ts';
import { createIds, createRandom, type Random } from './random.ts';
import type { Place } from './roster.ts';
import type { Staff } from './staff.ts';
import type { Student } from './students.ts';
import { planOf, type Kept, type SalesStep } from './ticket-sales.ts';

type Named = { id: string | null; name: string };

type World = {
  today: number;
  classes: readonly TuitionClass[];
  orders: readonly Order[];
  places: readonly Place[];
  /** E-mails of who came to a lesson, by lesson. */
  came: ReadonlyMap<string, ReadonlySet<string>>;
  agents: readonly Staff[];
  /** The staff who assign tickets to agents. */
  salesAdmin: Named;
};

const seed = 20_261_101;
const staffroom: Named = { id: null, name: 'Staffroom' };
const webShop: Named = { id: null, name: 'Web shop' };

/** A student and a class with what they have of each other. */
type Pair = {
  student: Student;
  tuitionClass: TuitionClass;
  trials: Order[];
  purchases: Order[];
  paying: Place[];
};

/** The demo's tickets and history: the months pass once more, by the rules of tickets, with what sales do between. */
export const ticketRows = (world: World) => {
  const random = createRandom(seed);
  const tickets: Row[] = [];
  const history: Row[] = [];
  for (const pair of pairsOf(world)) {
    const lived = livePair(world, pair, random);
    tickets.push(...lived.tickets.map((kept) => ticketRow(kept, pair)));
    history.push(...lived.history);
  }
  return [
    ['tickets', tickets],
    ['ticket_history', history],
  ] as const;
};

const pairsOf = ({ orders, places, classes }: World): Pair[] => {
  const classOf = new Map(classes.map((tuitionClass) => [tuitionClass.id, tuitionClass]));
  const pairs = new Map<string, Pair>();
  const pairOf = (student: Student, tuitionClass: TuitionClass) => {
    const key = `${student.id} ${tuitionClass.id}`;
    const known = pairs.get(key) ?? {
      student,
      tuitionClass,
      trials: [],
      purchases: [],
      paying: [],
    };
    pairs.set(key, known);
    return known;
  };
  for (const order of orders) {
    if (order.type === 'PAYMENT_VIDEO') continue;
    const pair = pairOf(order.student, order.tuitionClass);
    (order.type === 'TRIAL' ? pair.trials : pair.purchases).push(order);
  }
  for (const place of places) {
    const tuitionClass = classOf.get(place.lesson.classId);
    if (place.kind !== 'PAYMENT' || !place.lesson.isActive || !tuitionClass) continue;
    pairOf(place.student, tuitionClass).paying.push(place);
  }
  return [...pairs.values()];
};

/** An event that tickets follow, with its time and actor. */
type Happening = { at: number; by: Named };

const attendanceAfter = hours(2);

/** An order of the web shop is processed a second after it is paid. */
const processedAt = ({ status, completedAt, handledBy }: Order) =>
  completedAt === null || status === 'PAID' ? null : completedAt + (handledBy ? 0 : 1000);

const happeningsOf = ({ trials, purchases, paying }: Pair): Happening[] => {
  const ofOrders = [...trials, ...purchases].flatMap((order) => {
    const by = order.handledBy ?? webShop;
    const moments = [order.completedAt, processedAt(order)].filter((at) => at !== null);
    const taken = moments.map((at) => ({ at, by }));
    return order.cancelled ? [...taken, { at: order.cancelled.on, by: order.cancelled.by }] : taken;
  });
  const ofLessons = trials.flatMap(({ lessons: [lesson] }) =>
    lesson ? [{ at: lesson.end + attendanceAfter, by: staffroom }] : [],
  );
  const ofPlaces = paying.flatMap(({ lesson, created, orderId }) => [
    { at: instantAt(dayOf(lesson.start).subtract({ days: 14 }), '00:00'), by: staffroom },
    ...(orderId === null ? [{ at: created, by: staffroom }] : []),
  ]);
  return [...ofOrders, ...ofLessons, ...ofPlaces];
};

const livePair = (world: World, pair: Pair, random: Random) => {
  const { today } = world;
  const newId = createIds(random);
  const kept = new Map<string, Kept>();
  const history: Row[] = [];
  const agenda: (Happening | SalesStep)[] = happeningsOf(pair).filter(({ at }) => at <= today);
  agenda.push({ at: today, by: staffroom });

  const tell = (
    at: number,
    by: Named,
    before: LifeTicket | undefined,
    { ticket }: Kept,
    words: {
      action?: string;
      remark?: string;
      changes?: { field: string; from: string; to: string }[];
    },
  ) =>
    history.push({
      id: newId(at),
      ticket_id: ticket.id,
      at: iso(at),
      actor_id: by.id,
      actor_name: by.name,
      from_status: before?.status ?? null,
      to_status: ticket.status,
      remark: words.remark ?? '',
      action: words.action ?? '',
      changes: words.changes ?? [],
    });

  /** The next change by sales staff after this step of a ticket. */
  const plan = (one: Kept, at: number) => {
    const lesson = lessonOf(pair, one);
    const steps = planOf(one, { at, random, agents: world.agents, lesson });
    agenda.push(...steps.filter((step) => step.at < today));
  };

  const follow = (at: number, by: Named) => {
    const life = lifeAt(world, pair, [...kept.values()], at);
    const steps = ticketSteps(life, () => newId(at));
    let state = life;
    const moved = new Set<Kept>();
    for (const step of steps) {
      const before = state.tickets.find(({ id }) => id === step.ticketId);
      state = afterStep(state, step);
      const ticket = state.tickets.find(({ id }) => id === step.ticketId);
      if (!ticket) continue;
      const known = kept.get(ticket.id);
      const one: Kept = known ?? {
        ticket,
        handler: null,
        previous: null,
        tutorComment: '',
        version: 0,
        updated: at,
      };
      one.ticket = ticket;
      kept.set(ticket.id, one);
      moved.add(one);
      tell(at, by, before, one, {
        action: step.action,
        ...(step.remark !== undefined && { remark: step.remark }),
      });
    }
    for (const one of moved) {
      one.version += 1;
      one.updated = at;
      plan(one, at);
    }
  };

  const sell = (step: SalesStep) => {
    const { at } = step;
    const one = kept.get(step.ticketId);
    const by: Named | null | undefined = step.byAdmin ? world.salesAdmin : one?.handler;
    if (!one || !by || !step.where.includes(one.ticket.status)) return;
    const before = one.ticket;
    const change = step.change(one, at);
    one.ticket = {
      ...before,
      ...change.set,
      ...(change.set.status &&
        change.set.status !== before.status && { statusSince: new Date(at) }),
      ...(change.remark !== undefined && { remark: change.remark }),
    };
    if (change.handler) {
      one.previous = one.handler;
      one.handler = change.handler;
    }
    one.tutorComment = change.tutorComment ?? one.tutorComment;
    one.version += 1;
    one.updated = at;
    tell(at, by, before, one, {
      changes: change.changes,
      ...(change.remark !== undefined && { remark: change.remark }),
      ...(change.reminds && { action: reminderSentBy(by.name) }),
    });
    plan(one, at);
  };

  while (agenda.length > 0) {
    agenda.sort((one, other) => one.at - other.at);
    const next = agenda.shift();
    if (!next) break;
    if ('change' in next) sell(next);
    else follow(next.at, next.by);
  }
  return { tickets: [...kept.values()], history };
};

const lessonOf = ({ trials, paying }: Pair, { ticket }: Kept): Lesson | undefined =>
  ticket.type === 'TrialConversion'
    ? trials.find(({ id }) => id === ticket.orderId)?.lessons[0]
    : paying.find(({ lesson }) => lesson.id === ticket.lessonId)?.lesson;

/** The state of a pair at a time. */
const lifeAt = ({ came }: World, pair: Pair, kept: readonly Kept[], at: number): Life => {
  const isCancelled = ({ cancelled }: Order) => cancelled !== null && cancelled.on <= at;
  const paid = pair.paying.filter(
    ({ created, releasedAt }) => created <= at && (releasedAt === null || releasedAt > at),
  );
  const [last] = paid
    .map(({ lesson }) => lesson)
    .toSorted((one, other) => other.start - one.start || (one.id < other.id ? 1 : -1));
  return {
    now: new Date(at),
    timeZone: businessZone,
    isRegular: pair.tuitionClass.type === 'Regular Classes',
    leadSource: pair.student.leadSource,
    trials: pair.trials.flatMap((order) => {
      const [lesson] = order.lessons;
      const processed = processedAt(order);
      const isProcessed = processed !== null && processed <= at;
      if (!lesson || !(isProcessed || isCancelled(order))) return [];
      return {
        id: order.id,
        status: isCancelled(order) ? ('CANCELLED' as const) : ('PROCESSED' as const),
        created: new Date(order.created),
        cancelledAt: isCancelled(order) && order.cancelled ? new Date(order.cancelled.on) : null,
        remark: order.cancelled?.remark ?? '',
        agentId: order.agent?.id ?? null,
        lesson: { id: lesson.id, start: new Date(lesson.start), end: new Date(lesson.end) },
        attended:
          lesson.end + attendanceAfter <= at ? attendedOf(came.get(lesson.id), pair.student) : null,
      };
    }),
    purchases: pair.purchases
      .flatMap((order) => {
        const { completedAt, created } = order;
        const bought = Math.max(created, completedAt ?? Infinity);
        return bought > at || isCancelled(order)
          ? []
          : { id: order.id, bought: new Date(bought), agentId: order.agent?.id ?? null };
      })
      .toSorted((one, other) => Number(one.bought) - Number(other.bought)),
    lastPaid: last ? { id: last.id, start: new Date(last.start) } : null,
    starts: new Map(pair.paying.map(({ lesson }) => [lesson.id, new Date(lesson.start)])),
    tickets: kept.map(({ ticket }) => ticket),
    mayOpen: true,
  };
};

const attendedOf = (came: ReadonlySet<string> | undefined, { email }: Student) => {
  if (!came || came.size === 0) return null;
  return came.has(email.toLowerCase()) ? ('attended' as const) : ('absent' as const);
};

const ticketRow = (
  { ticket, handler, previous, tutorComment, version, updated }: Kept,
  { student, tuitionClass }: Pair,
): Row => {
  const start = ticket.lessonStart.toISOString();
  const isTrial = ticket.type === 'TrialConversion';
  return {
    id: ticket.id,
    type: ticket.type,
    status: ticket.status,
    status_since: ticket.statusSince.toISOString(),
    student_id: student.id,
    class_id: tuitionClass.id,
    lesson_id: ticket.lessonId,
    order_id: ticket.orderId,
    result_order_id: ticket.resultOrderId,
    trial_date: isTrial ? start : null,
    subscription_end_date: isTrial ? null : start,
    attended: ticket.attended,
    next_action_date: ticket.nextActionDate,
    remark: ticket.remark,
    handled_by: handler?.id ?? null,
    prev_handled_by: previous?.id ?? null,
    agent_id: ticket.agentId,
    lead_source: ticket.leadSource,
    tutor_comment: tutorComment,
    withdrawn: ticket.withdrawn,
    created: ticket.created.toISOString(),
    updated: iso(updated),
    version,
  };
};
