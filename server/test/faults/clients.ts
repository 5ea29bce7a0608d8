import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { createOrder, cancelOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import {
  getOrderImport,
  previewOrderImport,
  runOrderImport,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { createLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { sendAnnouncement } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  confirmPaymentRun,
  startPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import {
  getTrialTicket,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import type { BodyInput, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { aFile, aRow } from '../factories/import.factory.ts';
import { anOrderBody } from '../factories/order.factory.ts';
import { pathOf } from '../sign-in-as.ts';
import { unique } from '../unique.ts';
import { pause } from './victims.ts';

/** The writes that clients got an answer for, for a comparison with the database. */
export const nothingAcknowledged = () => ({
  /** Id of the order by the e-mail of its student. */
  orders: new Map<string, string>(),
  cancelled: new Set<string>(),
  /** Sum and number of the entries of the student whom all clients credit. */
  credit: { sum: 0, entries: 0 },
  /** Id of the ticket by remark. */
  remarks: new Map<string, string>(),
  /** Id of the announcement by subject. */
  announcements: new Map<string, string>(),
  runs: new Set<string>(),
  /** Id of the Zoom lesson by name. */
  zoomLessons: new Map<string, string>(),
  /** E-mails of the rows of imports that were run to their end. */
  imported: new Set<string>(),
  /** Answers that no client should get. */
  unexpected: [] as string[],
  /** Requests that were sent again, since no answer came. */
  repeated: 0,
});
export type Acknowledged = ReturnType<typeof nothingAcknowledged>;

type Lesson = { id: string; scheduledAt: Date };

/** The records that clients act on. */
export type Scene = {
  address: string;
  token: string;
  classId: string;
  lessons: readonly Lesson[];
  discountCode: string;
  /** All clients add and redeem credit of this student. */
  creditedId: string;
  /** Tickets of this client alone. */
  ticketIds: readonly string[];
  /** Lessons with recipients. */
  announcedIds: readonly string[];
  /** Months without a run, of this client alone. */
  months: string[];
  /** Zoom lessons that this client may still create: Zoom limits the calls of a day. */
  zoomLessons: number;
  /** The name of the class of imported rows; undefined for a client that imports nothing. */
  importedClass: string | undefined;
  isOver: () => boolean;
};

type Answer<O extends AnyOperation> = { status: number; body: ResponseOf<O> };

/** Longest wait for an answer in milliseconds; one attempt in five gives up much sooner, as on a bad line. */
const longestAnswer = 20_000;
const patience = (random: () => number) =>
  random() < 0.2 ? 5 + Math.floor(random() * 100) : longestAnswer;

/** Sends a request with a key of its own again until an answer comes that is not an error of ours. */
const sender =
  ({ address, token }: Scene, acknowledged: Acknowledged, random: () => number) =>
  async <O extends AnyOperation>(
    operation: O,
    body?: BodyInput<O>,
    params?: Record<string, string>,
  ): Promise<Answer<O>> => {
    const key = unique('fault');
    for (;;) {
      try {
        const response = await fetch(`${address}${pathOf(operation, params)}`, {
          method: operation.method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(operation.idempotent && { 'idempotency-key': key }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patience(random)),
        });
        const answer = (await response.json()) as ResponseOf<O>;
        if (response.status < 500 && response.status !== 429)
          return { status: response.status, body: answer };
      } catch {
        // The connection ended without an answer: the write may be stored or not.
      }
      acknowledged.repeated += 1;
      await pause(50);
    }
  };

/** One of many staff members: acts, and acts again, until the storm is over; returns when its last act was answered. */
export const runClient = async (
  scene: Scene,
  acknowledged: Acknowledged,
  random: () => number,
): Promise<void> => {
  const send = sender(scene, acknowledged, random);
  const own = new Set<string>();
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const isExpected = (what: string, { status, body }: Answer<AnyOperation>, statuses: number[]) => {
    if (statuses.includes(status)) return true;
    acknowledged.unexpected.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    return false;
  };

  const order = async () => {
    const email = `${unique('stormy')}@example.com`;
    const code = random() < 0.5 ? { discount_code: scene.discountCode } : {};
    const answer = await send(
      createOrder,
      anOrderBody(scene.classId, scene.lessons, { email, ...code }),
    );
    if (!isExpected('createOrder', answer, [201])) return;
    acknowledged.orders.set(email, answer.body.data._id);
    own.add(answer.body.data._id);
  };

  const cancel = async () => {
    const [id] = own;
    if (id === undefined) return order();
    own.delete(id);
    const answer = await send(cancelOrder, { remark: 'Moved abroad' }, { id });
    if (isExpected('cancelOrder', answer, [200])) acknowledged.cancelled.add(id);
  };

  const credit = async () => {
    const qty = 1 + Math.floor(random() * 3);
    const action = random() < 0.6 ? ('ADD' as const) : ('REDEEM' as const);
    const body = { target_id: scene.creditedId, action, qty, remark: unique('storm') };
    const answer = await send(addCredit, body);
    // The student may have less credit than that.
    if (!isExpected('addCredit', answer, action === 'ADD' ? [201] : [201, 409])) return;
    if (answer.status !== 201) return;
    acknowledged.credit.sum += action === 'ADD' ? qty : -qty;
    acknowledged.credit.entries += 1;
  };

  const ticket = async () => {
    const id = pick(scene.ticketIds);
    const { version } = (await send(getTrialTicket, undefined, { id })).body.data;
    const remark = unique('Called the mother');
    const answer = await send(updateTrialTicket, { version, remark }, { id });
    // An update has no key: its repetition is refused as stale if the first one was stored.
    if (isExpected('updateTrialTicket', answer, [200, 409])) acknowledged.remarks.set(remark, id);
  };

  const announce = async () => {
    const subject = unique('Storm');
    const answer = await send(
      sendAnnouncement,
      { subject, content: '<p>The lesson starts at 14:30.</p>', confirm: true },
      { scope: 'lesson', id: pick(scene.announcedIds), type: 'email', recipients: 'student' },
    );
    if (isExpected('sendAnnouncement', answer, [201]))
      acknowledged.announcements.set(subject, answer.body.data._id);
  };

  const payRun = async () => {
    const month = scene.months.pop();
    if (month === undefined) return order();
    const started = await send(startPaymentRun, { month });
    if (!isExpected('startPaymentRun', started, [201])) return;
    const { _id: id, version } = started.body.data;
    const confirmed = await send(confirmPaymentRun, { version }, { id });
    if (isExpected('confirmPaymentRun', confirmed, [200])) acknowledged.runs.add(id);
  };

  const schedule = async () => {
    if (scene.zoomLessons === 0) return order();
    scene.zoomLessons -= 1;
    const name = unique('Stormy lesson');
    const answer = await send(createLesson, {
      class: scene.classId,
      name,
      scheduled_on: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      ended_on: new Date(Date.now() + 7 * 86_400_000 + 5_400_000).toISOString(),
      hosting_platform: 'Zoom',
      hosting_type: 'meeting',
      allow_unusual: true,
      allow_host_overlap: true,
    });
    if (isExpected('createLesson', answer, [201]))
      acknowledged.zoomLessons.set(name, answer.body.data._id);
  };

  const importOrders = async (className: string) => {
    const emails = Array.from({ length: 8 }, () => `${unique('imported')}@example.com`);
    const file = aFile(emails.map((email) => aRow({ class: className, email })));
    const preview = await send(previewOrderImport, file);
    if (!isExpected('previewOrderImport', preview, [201, 200])) return;
    const importId = preview.body.data.progress._id;
    const started = await send(runOrderImport, { import_id: importId });
    if (!isExpected('runOrderImport', started, [202, 409])) return;
    for (;;) {
      const { data } = (await send(getOrderImport, undefined, { importId })).body;
      if (data.run === 'done') break;
      await pause(200);
    }
    for (const email of emails) acknowledged.imported.add(email);
  };

  const acts = [order, order, order, cancel, credit, credit, ticket, announce, payRun, schedule];
  while (!scene.isOver()) {
    if (scene.importedClass !== undefined) await importOrders(scene.importedClass);
    else await pick(acts)();
  }
};
