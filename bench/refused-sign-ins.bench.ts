import { signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import { startServerUnderLoad, type ServerUnderLoad } from './server-under-load.ts';
import { wrk, wrkRate } from './wrk.ts';

const rounds = 5;
const seconds = 5;
const clients = 16;
/** Each one tries ten times a second: 1,500 in a round. */
const callers = 30;

/**
 * Measures the orders list for 16 clients during 1,500 sign-ins to a locked account, relative to the list without them.
 * Rounds alternate, since the machine's speed varies (decisions: Session).
 */
export const measureRefusedSignIns = async (
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const server = await startServerUnderLoad(dataset);
  try {
    const list = `${server.address}/api${listOrders.path}`;
    const listRate = async () =>
      (await wrkRate(list, { clients, seconds, token: server.token })).rate;
    await beRefused(server, 1);
    await listRate();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await listRate();
      const [beside, refused] = await Promise.all([listRate(), beRefused(server, seconds)]);
      ratios.push(beside / alone);
      log(`orders list: ${alone} requests/s, ${beside} beside ${refused} refused sign-ins`);
    }
    return [
      {
        what: 'Orders list beside 1,500 refused sign-ins: rate to that without',
        value: percentile(ratios, 0.5),
        unit: '×',
        bar: 0.75,
        atLeast: true,
      },
    ];
  } finally {
    await server.stop();
  }
};

/** Tries to sign in to one account repeatedly; the first five tries lock it. Returns the number of tries. */
const beRefused = async (server: ServerUnderLoad, forSeconds: number) => {
  const { tried, let: letTry } = await wrk<{ tried: number; let: number }>(
    `${server.address}/api${signIn.path}`,
    { script: 'wrk-refused-sign-ins.lua', clients: callers, seconds: forSeconds },
  );
  if (letTry > 5) throw new Error(`A locked account was allowed ${letTry} tries.`);
  return tried;
};
