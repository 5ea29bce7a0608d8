import type { TicketStatus } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { LifeTicket } from 'staffroom-server/src/domains/tickets/ticket-life.rules.ts';
import type { Lesson } from './classes.ts';
import * as remarks from './data/ticket-remarks.ts';
import { dayOf, days, hours, instantAt, minutes } from './demo-time.ts';
import type { Random } from './random.ts';
import type { Staff } from './staff.ts';

/** A ticket as the demo keeps it: what moves by itself, and what sales add. */
export type Kept = {
  ticket: LifeTicket;
  handler: Staff | null;
  previous: Staff | null;
  tutorComment: string;
  version: number;
  updated: number;
};

type Change = {
  set: Partial<Pick<LifeTicket, 'status' | 'nextActionDate' | 'leadSource'>>;
  remark?: string;
  handler?: Staff;
  tutorComment?: string;
  reminds?: boolean;
  changes: { field: string; from: string; to: string }[];
};

/** A change of a ticket by sales staff at a time, if the ticket still has the expected status. */
export type SalesStep = {
  at: number;
  ticketId: string;
  where: readonly TicketStatus[];
  /** Else by whom the ticket was given to. */
  byAdmin?: boolean;
  change: (kept: Kept, at: number) => Change;
};

type Scene = {
  at: number;
  random: Random;
  agents: readonly Staff[];
  lesson: Lesson | undefined;
};

const beforeTrial: readonly TicketStatus[] = ['TRIAL REGISTERED', 'PRE TRIAL FOLLOWED UP'];
const afterTrial: readonly TicketStatus[] = [...beforeTrial, 'TRIAL ATTENDED', 'TRIAL ABSENT'];
const openRenewal: readonly TicketStatus[] = [
  'INIT',
  'FOLLOWED UP',
  'PENDING DECISION',
  'PENDING PAYMENT',
];
const openTrial: readonly TicketStatus[] = [
  ...afterTrial,
  'POST TRIAL FOLLOWED UP',
  'PENDING DECISION',
  'PENDING PAYMENT',
];

/** Between ten and seven on the day so many days later, at the earliest an hour later. */
const workTime = ({ at, random }: Pick<Scene, 'at' | 'random'>, later: number) => {
  const morning = instantAt(dayOf(at).add({ days: later }), '10:00');
  const time = morning + minutes(random.whole(0, 539));
  return time > at + hours(1)
    ? time
    : instantAt(dayOf(at).add({ days: later + 1 }), '10:00') + minutes(random.whole(0, 539));
};

/** The next change of a ticket by sales staff after a step. */
export const planOf = (kept: Kept, scene: Scene): SalesStep[] => {
  const { ticket, version } = kept;
  const { random } = scene;
  if (version === 1) return begin(kept, scene);
  const next = (
    later: [number, number],
    where: readonly TicketStatus[],
    change: SalesStep['change'],
  ) => ({
    at: workTime(scene, random.whole(...later)),
    ticketId: ticket.id,
    where,
    change,
  });
  if (kept.handler === null) return [];
  const isTrial = ticket.type === 'TrialConversion';
  const followedUp = (texts: readonly string[], later: [number, number]) =>
    moveTo('POST TRIAL FOLLOWED UP', random.pick(texts), later, random);
  const lost = () =>
    isTrial
      ? moveTo('CLOSED LOSE', random.pick(remarks.lostRemarks), null, random)
      : moveTo('DROPPED', random.pick(remarks.droppedRemarks), null, random);
  /** They are called once more, and once more, until they buy or do not. */
  const calledAgain = (texts: readonly string[]) =>
    random.chance(0.7)
      ? next([2, 6], [ticket.status], moveTo(ticket.status, random.pick(texts), [2, 6], random))
      : next([3, 9], [ticket.status], lost());
  const plans: Partial<Record<TicketStatus, () => SalesStep[]>> = {
    'TRIAL ATTENDED': () => [
      ...(random.chance(0.4)
        ? [next([0, 1], openTrial, comment(random.pick(remarks.tutorComments)))]
        : []),
      ...(random.chance(0.85)
        ? [next([0, 2], afterTrial, followedUp(remarks.trialFollowUps, [1, 4]))]
        : []),
    ],
    'TRIAL ABSENT': () => [next([0, 1], afterTrial, followedUp(remarks.missedFollowUps, [1, 3]))],
    'POST TRIAL FOLLOWED UP': () => [next([2, 5], [ticket.status], decide(random, lost()))],
    'FOLLOWED UP': () => [next([2, 5], [ticket.status], decide(random, lost()))],
    'PENDING DECISION': () => [calledAgain(remarks.decisionRemarks)],
    'PENDING PAYMENT': () => [calledAgain(remarks.paymentRemarks)],
  };
  return plans[ticket.status]?.() ?? [];
};

/** A new ticket is usually assigned to an agent; tickets unassigned for weeks are dropped. */
const begin = ({ ticket }: Kept, scene: Scene): SalesStep[] => {
  const { random, agents, lesson } = scene;
  const base = { ticketId: ticket.id };
  const isTrial = ticket.type === 'TrialConversion';
  const over = lesson?.end ?? scene.at;
  const givenUp: SalesStep = {
    ...base,
    at: workTime({ ...scene, at: over }, random.whole(18, 30)),
    where: isTrial ? openTrial : openRenewal,
    byAdmin: true,
    change: isTrial
      ? moveTo('CLOSED LOSE', 'No answer after three calls', null, random)
      : moveTo('DROPPED', 'No answer for weeks', null, random),
  };
  if (random.chance(0.02))
    return [
      {
        ...base,
        at: workTime(scene, random.whole(0, 2)),
        where: isTrial ? openTrial : openRenewal,
        byAdmin: true,
        change: moveTo('CANCELED', random.pick(remarks.cancelledRemarks), null, random),
      },
    ];
  if (random.chance(0.03)) return [givenUp];
  /** Some stay unassigned for days. */
  const wait = random.chance(0.86) ? 0 : random.whole(3, 9);
  const enabled = agents.filter((agent) => agent.enabled);
  const own = enabled.find(({ id }) => id === ticket.agentId);
  const agent = own && random.chance(0.8) ? own : random.pick(enabled);
  const steps: SalesStep[] = [
    givenUp,
    {
      ...base,
      at: workTime(scene, wait),
      where: isTrial ? openTrial : openRenewal,
      byAdmin: true,
      change: assign(agent, random),
    },
  ];
  if (random.chance(0.07))
    steps.push({
      ...base,
      at: workTime(scene, wait + random.whole(2, 4)),
      where: isTrial ? openTrial : openRenewal,
      byAdmin: true,
      change: assign(random.pick(enabled.filter((one) => one !== agent)), random),
    });
  if (!isTrial)
    steps.push({
      ...base,
      at: workTime(scene, wait + random.whole(1, 2)),
      where: ['INIT'],
      change: moveTo('FOLLOWED UP', random.pick(remarks.renewalFollowUps), [2, 5], random),
    });
  if (isTrial && lesson && random.chance(0.8))
    steps.push({
      ...base,
      at:
        instantAt(dayOf(lesson.start).subtract({ days: 1 }), '11:00') +
        minutes(random.whole(0, 300)),
      where: ['TRIAL REGISTERED'],
      change: () => ({ set: { status: 'PRE TRIAL FOLLOWED UP' }, reminds: true, changes: [] }),
    });
  // Most old lessons have no attendance; sales staff ask anyway.
  if (isTrial && lesson && random.chance(0.8))
    steps.push({
      ...base,
      at: workTime({ random, at: lesson.end }, random.whole(2, 4)),
      where: beforeTrial,
      change: moveTo('POST TRIAL FOLLOWED UP', random.pick(remarks.trialFollowUps), [1, 4], random),
    });
  return steps.filter(({ at }) => at > scene.at);
};

const assign =
  (handler: Staff, random: Random) =>
  ({ handler: before, ticket }: Kept): Change => {
    const leadSource =
      ticket.leadSource === null && random.chance(0.4) ? ('Referral' as const) : null;
    return {
      set: leadSource ? { leadSource } : {},
      handler,
      changes: [
        { field: 'handled_by', from: before?.name ?? '', to: handler.name },
        ...(leadSource ? [{ field: 'lead_source', from: '', to: leadSource }] : []),
      ],
    };
  };

const comment =
  (text: string) =>
  ({ tutorComment }: Kept): Change => ({
    set: {},
    tutorComment: text,
    changes: [{ field: 'tutor_comment', from: tutorComment, to: text }],
  });

/** A status with a remark, and so many days later something is to be done again; null where it is closed. */
const moveTo =
  (status: TicketStatus, remark: string, later: [number, number] | null, random: Random) =>
  ({ ticket }: Kept, at: number): Change => {
    const nextActionDate =
      later === null ? null : dayOf(at + days(random.whole(...later))).toString();
    return {
      set: { status, nextActionDate },
      remark,
      changes:
        nextActionDate === ticket.nextActionDate
          ? []
          : [
              {
                field: 'next_action_date',
                from: ticket.nextActionDate ?? '',
                to: nextActionDate ?? '',
              },
            ],
    };
  };

const decide = (random: Random, lost: SalesStep['change']): SalesStep['change'] =>
  random.weighted([
    [moveTo('PENDING DECISION', random.pick(remarks.decisionRemarks), [2, 6], random), 5],
    [moveTo('PENDING PAYMENT', random.pick(remarks.paymentRemarks), [1, 4], random), 2],
    [lost, 3],
  ] as const);
