import type { TestApp } from '../build-test-app.ts';
import { aRenewalTicket, aTrialTicket } from '../factories/ticket.factory.ts';
import { unique } from '../unique.ts';
import type { MakeExample } from './example.ts';

type MakeTicket = (app: TestApp) => Promise<{ id: string }>;

/** The examples for a kind of ticket. */
const ofTickets = (name: string, make: MakeTicket): Record<string, MakeExample> => {
  const one: MakeExample = async (app) => ({ params: { id: (await make(app)).id } });
  const step = { status: 'PENDING DECISION', remark: 'Asks for the price of the June workshop' };
  const fresh = () => ({ remark: unique('Called again') });
  return {
    [`list${name}Tickets`]: async (app) => {
      await make(app);
      return {};
    },
    [`board${name}Tickets`]: async (app) => {
      await make(app);
      return { query: { cards: 3 } };
    },
    [`count${name}FollowUps`]: async () => ({}),
    [`get${name}Ticket`]: one,
    [`list${name}TicketViewers`]: one,
    [`update${name}Ticket`]: async (app) => ({ ...(await one(app)), body: step, fresh }),
    [`update${name}Tickets`]: async (app) => ({
      body: { ...step, tickets: [(await make(app)).id] },
      fresh,
    }),
    [`update${name}Student`]: async (app) => ({
      ...(await one(app)),
      body: { school: 'Rosyth School', first_language: 'Chinese' },
    }),
  };
};

const inNovember = { start: '2026-11-01', end: '2026-11-30' };

export const ticketExamples = {
  ...ofTickets('Trial', aTrialTicket),
  ...ofTickets('Renewal', aRenewalTicket),
  readTicketStats: async (app: TestApp) => {
    await aTrialTicket(app);
    return { query: inNovember };
  },
  listTicketConversion: async (app: TestApp) => {
    await aRenewalTicket(app);
    return { params: { type: 'ClassRenewal' }, query: { ...inNovember, by: 'class', max: 5 } };
  },
};
