import { loadavg } from 'node:os';
import { buildWeb } from '../tools/build-web.ts';
import { measureAnswers } from './answer-polls.bench.ts';
import { measurePlacing } from './create-order.bench.ts';
import { measureDashboard } from './dashboard.bench.ts';
import { prepareDataset, type Dataset } from './dataset.ts';
import { measureBookings } from './find-bookings.bench.ts';
import { printFigures, type FailedPart, type Figure } from './figure.ts';
import { measureImports } from './import-orders.bench.ts';
import { measureDiscountCodes } from './list-discount-codes.bench.ts';
import { measureHome } from './home.bench.ts';
import { measureHomework } from './list-homework.bench.ts';
import { measureLessons } from './list-lessons.bench.ts';
import { measureMessages } from './list-messages.bench.ts';
import { measureListing } from './list-orders.bench.ts';
import { measureQuestions } from './list-questions.bench.ts';
import { measureTickets } from './list-tickets.bench.ts';
import { measureUsers } from './list-users.bench.ts';
import { measureMemory } from './memory.bench.ts';
import { measureAttendance } from './report-attendance.bench.ts';
import { writeResults } from './results.ts';
import { measureRefusedSignIns } from './refused-sign-ins.bench.ts';
import { measureAnnouncing } from './send-announcement.bench.ts';
import { measureScreens } from './screen-sizes.bench.ts';
import { measureSales } from './sales-report.bench.ts';
import { startServerUnderLoad, type ServerUnderLoad } from './server-under-load.ts';
import { measureStudent } from './student-page.bench.ts';
import { measureTutorPay } from './tutor-pay.bench.ts';
import { measureUploads } from './upload-images.bench.ts';
import { measureWeekLoad } from './week-load.bench.ts';

type Log = (line: string) => void;
type Measure = (dataset: Dataset, log: Log) => Promise<Figure[]>;
type MeasureOf = (server: ServerUnderLoad, dataset: Dataset, log: Log) => Promise<Figure[]>;

/** Runs the measurement with a server. Parts that start their own have no other: its worker would take their jobs. */
const withServer =
  (measure: MeasureOf): Measure =>
  async (dataset, log) => {
    const server = await startServerUnderLoad(dataset);
    try {
      return await measure(server, dataset, log);
    } finally {
      await server.stop();
    }
  };

/** The parts in order: lists before those that add rows to them. */
const parts: Record<string, Measure> = {
  orders: withServer(measureListing),
  'sign-ins': measureRefusedSignIns,
  uploads: measureUploads,
  users: withServer(measureUsers),
  codes: withServer(measureDiscountCodes),
  lessons: withServer(measureLessons),
  student: withServer(measureStudent),
  homework: withServer(measureHomework),
  tickets: withServer(measureTickets),
  questions: withServer(measureQuestions),
  attendance: withServer(measureAttendance),
  sales: withServer(measureSales),
  dashboard: withServer(measureDashboard),
  home: withServer(measureHome),
  pay: withServer(measureTutorPay),
  messages: withServer(measureMessages),
  bookings: withServer(measureBookings),
  screens: withServer(measureScreens),
  week: withServer(measureWeekLoad),
  polls: withServer(measureAnswers),
  memory: withServer(measureMemory),
  placing: withServer(measurePlacing),
  imports: withServer(measureImports),
  announcements: measureAnnouncing,
};

/**
 * Measures the figures of quality.md against the program as it is run. `npm run bench -- users placing` measures only
 * these parts; a number is a scale: `0.01` tries the bench on a hundredth of the data.
 */
const bench = async (given: readonly string[], log: Log) => {
  const chosen = given.filter((argument) => Number.isNaN(Number(argument)));
  const unknown = chosen.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}.`);
  const scale = Number(given.find((argument) => !Number.isNaN(Number(argument))) ?? 1);
  if (chosen.length === 0 || ['screens', 'week', 'polls'].some((name) => chosen.includes(name)))
    await buildWeb(log);
  const dataset = await prepareDataset({ scale, log });
  const figures: (Figure | FailedPart)[] = [];
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const began = performance.now();
      figures.push(...(await measure(dataset, log).catch((error: unknown) => failed(name, error))));
      const seconds = Math.round((performance.now() - began) / 1000);
      log(`${name} took ${seconds} s; load ${loadavg()[0]?.toFixed(1)}`);
    }
  } finally {
    await dataset.stop();
  }
  printFigures(figures);
  await writeResults({ scale, isWhole: chosen.length === 0, figures });
  if (figures.some((figure) => 'error' in figure)) process.exitCode = 1;
};

const failed = (name: string, error: unknown): FailedPart[] => [
  { what: name, error: error instanceof Error ? error.message : String(error) },
];

await bench(process.argv.slice(2), (line) => console.log(line));
