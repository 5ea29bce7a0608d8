import { once } from 'node:events';
import { expect, test } from 'vitest';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { useOwnTestApp } from './build-test-app.ts';
import { bars, expectWithinBars, useMeasuredApi } from './measured-api.ts';

const app = useOwnTestApp();
/** The last test kills it. */
const api = useMeasuredApi(app);

test('an ordinary request stays within the limits', async () => {
  const staff = await api.as('Admin');
  await staff.call(getMe);
  const { result, measures } = await api.measure(() => staff.call(getMe));
  expect(result.data).toMatchObject({ _id: staff.id });
  expect(measures.answers).toBeGreaterThan(0);
  expectWithinBars(measures);
});

test('measures a blocked thread and a large heap in the process', async () => {
  const { measures } = await api.measure(() => {
    const answer = once(api.process, 'message');
    api.process.send({ block: 1000, keep: 10_000_000 });
    return answer;
  });
  expect(measures.blocked).toBeGreaterThan(1000);
  expect(measures.heapGrowth).toBeGreaterThan(bars.growth);
  expect(() => expectWithinBars(measures)).toThrow(/Over the limit: blocked \(\d+\), heapGrowth/);
});

test('fails when the process ends during the action', async () => {
  const ending = api.measure(async () => {
    api.process.kill('SIGKILL');
    await once(api.process, 'close');
    return new Promise<never>(() => undefined);
  });
  await expect(ending).rejects.toThrow('ended with SIGKILL');
});
