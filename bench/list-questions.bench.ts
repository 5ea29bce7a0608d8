import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews } from './under-load.ts';

const list = 'Question list';
const path = '/admin/question';
const asked = 40;

/** The question bank: its list by default and with searches, and the likely duplicates of a question. */
export const measureQuestions = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const maths = { subject: 'Mathematics' };
  const search = new URLSearchParams({ filter: JSON.stringify(maths) }).toString();
  return [
    ...(await measureDefaultViews(
      dataset,
      [
        { what: `${list}, default view`, path },
        { what: `${list}, Mathematics`, path: `${path}?${search}` },
      ],
      log,
    )),
    ...(await measureViews(
      { server, dataset },
      { list, path },
      [
        ['two levels', { ...maths, level: { in: ['primary-5', 'primary-6'] } }],
        ['a topic', { ...maths, 'meta.topic': 'Fractions' }],
        ['a topic and a level', { ...maths, 'meta.topic': 'Speed', level: { in: ['primary-3'] } }],
        ['a level without questions', { ...maths, level: { in: ['secondary-4'] } }],
        ['deep page', {}, { offset: '90000' }],
        ['deep page of a level', { level: { in: ['primary-3'] } }, { offset: '30000' }],
        ['by change, deep page', {}, { sortBy: 'updated', offset: '50000' }],
        ['words', { text: { regex: 'hawker centre' } }],
        ['words of many', { text: { regex: 'the' } }],
        ['archived', { is_archived: true }],
      ],
      log,
    )),
    await measureSimilar(server, dataset, log),
  ];
};

/** With texts of existing questions, and with new texts. */
const measureSimilar = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure> => {
  const rows = await dataset.rows<{ text: string }>(
    'select plain_text as text from questions order by md5(id::text) limit $1',
    [asked],
  );
  const texts = rows.flatMap(({ text }, index) =>
    index % 2 === 0 ? [text] : [text.split(' ').toReversed().join(' ')],
  );
  const samples: number[] = [];
  for (const text of texts) {
    const began = performance.now();
    await server.call(`${path}/similar`, { method: 'POST', body: { text } });
    samples.push(performance.now() - began);
  }
  log(`likely duplicates: ${Math.round(percentile(samples, 0.5))} ms`);
  return {
    what: 'Likely duplicates of a question: p95 at one connection',
    value: percentile(samples, 0.95),
    unit: 'ms',
    bar: 100,
    atLeast: false,
  };
};
