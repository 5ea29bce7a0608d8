import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { homeParts } from 'staffroom-server/src/domains/home/home.service.ts';
import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import { asSignedIn } from './request-statements.ts';
import { signInAs, type ServerUnderLoad } from './server-under-load.ts';

const rounds = 20;

export const measureHome = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const role of ['admin', 'custservice', 'tutor']) {
    const person = await signInAs(server.address, `${role}@staffroom.example`);
    figures.push(
      ...(await measureViews(
        { server: { ...server, ...person }, dataset },
        { list: 'Home', path: '/admin/home' },
        [[`of ${role}`, {}]],
        log,
      )),
      ...(await measureParts(dataset, person.token, role)),
    );
  }
  return figures;
};

const measureParts = (dataset: Dataset, token: string, role: string) =>
  asSignedIn(dataset.url, token, async (context) => {
    const today = businessDayOf(
      context.clock.now().toISOString(),
      context.settings.businessTimeZone,
    );
    const figures: Figure[] = [];
    for (const [name, read] of Object.entries(homeParts)) {
      const samples: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        await read(context, today);
        samples.push(performance.now() - began);
      }
      figures.push({
        what: `Home of ${role}, ${name.replace('_', ' ')} alone: p95`,
        value: percentile(samples.slice(2), 0.95),
        unit: 'ms',
        bar: 300,
        atLeast: false,
      });
    }
    return figures;
  });
