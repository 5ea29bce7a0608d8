import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { linesOf, type FailedPart, type Figure } from './figure.ts';

/** A run as its JSON file: `at` is an instant, `scale` the share of the large data set. */
type Results = {
  at: string;
  machine: string;
  scale: number;
  figures: readonly (Figure | FailedPart)[];
};

const folder = join(import.meta.dirname, 'results');
const fileOf = (scale: number) => join(folder, `scale-${scale}.json`);

/** The share of the data set that growth is compared with. */
const small = 0.01;

/**
 * Writes the results. Those of all parts become `results/scale-<scale>.json` and `.md`, which are committed; those of
 * chosen parts go to `latest.json`, which is not.
 */
export const writeResults = async (run: {
  scale: number;
  isWhole: boolean;
  figures: readonly (Figure | FailedPart)[];
}) => {
  const { scale, figures } = run;
  await mkdir(folder, { recursive: true });
  const results: Results = { at: new Date().toISOString(), machine: machine(), scale, figures };
  const json = `${JSON.stringify(results, null, 2)}\n`;
  await writeFile(run.isWhole ? fileOf(scale) : join(folder, 'latest.json'), json);
  if (!run.isWhole) return;
  const smaller =
    scale > small && existsSync(fileOf(small))
      ? (JSON.parse(await readFile(fileOf(small), 'utf8')) as Results)
      : undefined;
  const page = await format(pageOf(results, smaller), { parser: 'markdown' });
  await writeFile(fileOf(scale).replace('.json', '.md'), page);
};

/** The results as a page: each figure beside its bar, and beside the same figure of the small data set. */
const pageOf = (results: Results, smaller: Results | undefined) => {
  const before = new Map(
    smaller?.figures.flatMap((figure) =>
      'error' in figure ? [] : [[keyOf(figure), figure.value] as const],
    ),
  );
  const lines = linesOf(results.figures).map((line, at) => {
    const figure = results.figures[at];
    const then = figure && !('error' in figure) ? before.get(keyOf(figure)) : undefined;
    const cells = [...Object.values(line), ...(smaller ? [then?.toFixed(2) ?? ''] : [])];
    return `| ${cells.join(' | ')} |`;
  });
  const heads = [
    'Figure',
    'Measured',
    'Bar',
    'Verdict',
    'CPU ms',
    ...(smaller ? [`At ${small}`] : []),
  ];
  return [
    `# Figures at scale ${results.scale}`,
    `${results.at.slice(0, 10)}, on ${results.machine}. Written by \`npm run bench${results.scale === 1 ? '' : ` -- ${results.scale}`}\`.`,
    [`| ${heads.join(' | ')} |`, `|${heads.map(() => ' --- |').join('')}`, ...lines].join('\n'),
  ].join('\n\n');
};

const keyOf = ({ what, unit }: Figure) => `${what} ${unit}`;

/** "2 × Intel Xeon 2.8 GHz, 24 GB, Node 26.10.0" */
const machine = () => {
  const cores = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cores.length} × ${cores[0]?.model ?? 'unknown processor'}, ${memory} GB, Node ${process.versions.node}`;
};
