import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataset } from './dataset.ts';
import { measureDiscountCodes } from './list-discount-codes.bench.ts';
import { measureImports } from './import-orders.bench.ts';
import { measureListing } from './list-orders.bench.ts';
import { measureUsers } from './list-users.bench.ts';
import { measurePlacing } from './create-order.bench.ts';
import { measureScreens } from './screen-sizes.bench.ts';
import type { Figure } from './figure.ts';
import { printFigures } from './figure.ts';
import { buildWeb } from '../tools/build-web.ts';
import { measureRefusedSignIns } from './refused-sign-ins.bench.ts';
import { startServerUnderLoad } from './server-under-load.ts';
import { measureUploads } from './upload-images.bench.ts';

/**
 * Measures what quality.md sets bars for, on the large data set, against the program as it is run.
 * `npm run bench -- 0.01` does the same on a hundredth of the data, to try the bench itself.
 */
const scale = Number(process.argv[2] ?? 1);
const log = (line: string) => console.log(line);

await buildWeb(log);
const dataset = await prepareDataset({ scale, log });
const figures: Figure[] = [];
try {
  const server = await startServerUnderLoad(dataset);
  try {
    figures.push(...(await measureListing(server, dataset, log)));
    figures.push(...(await measureRefusedSignIns(dataset, log)));
    figures.push(...(await measureUploads(dataset, log)));
    figures.push(...(await measureUsers(server, dataset, log)));
    figures.push(...(await measureDiscountCodes(server, dataset, log)));
    figures.push(...(await measurePlacing(server, dataset, log)));
    figures.push(...(await measureImports(server, dataset, log)));
    figures.push(...(await measureScreens(server, log)));
  } finally {
    await server.stop();
  }
} finally {
  await dataset.stop();
}
printFigures(figures);
const results = join(import.meta.dirname, 'results');
await mkdir(results, { recursive: true });
await writeFile(join(results, 'latest.json'), `${JSON.stringify({ scale, figures }, null, 2)}\n`);
