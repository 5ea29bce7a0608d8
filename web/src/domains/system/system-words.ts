import type { PartName, PartState } from 'staffroom-contract/domains/system/system.rules.ts';
import type { SystemPart } from 'staffroom-contract/domains/system/system.contract.ts';
import { formatCount } from '../../lib/formats.ts';
import type { Tone } from '../../ui/status-chip.tsx';
import { jobWords } from '../home/day-words.ts';
import type { System } from './system.api.ts';

export const partLabels: Record<PartName, string> = {
  api: 'Web and API',
  workers: 'Workers',
  queue: 'Job queue',
  database: 'Database',
  email: 'E-mail',
  text: 'Text messages',
  zoom: 'Zoom',
  files: 'Material',
  backup: 'Backup',
  disk: 'Disk',
};

export const stateWords: Record<PartState, { words: string; tone: Tone }> = {
  fine: { words: 'Fine', tone: 'green' },
  slow: { words: 'Slow', tone: 'orange' },
  late: { words: 'Late', tone: 'orange' },
  failing: { words: 'Failing', tone: 'red' },
  unknown: { words: 'Unknown', tone: 'grey' },
};

export const jobStateWords: Record<System['jobs'][number]['state'], { words: string; tone: Tone }> =
  {
    waiting: { words: 'Failed', tone: 'orange' },
    running: { words: 'Running', tone: 'blue' },
    failed: { words: 'Given up', tone: 'red' },
    quarantined: { words: 'Quarantined', tone: 'red' },
  };

/** The parts with a problem. */
export const problemsOf = ({ parts }: System): (SystemPart & { problem: string })[] =>
  parts.flatMap((part) => (part.problem === null ? [] : [{ ...part, problem: part.problem }]));

/** "All fine", "1 problem": parts with a problem, and failed jobs as one. */
export const healthWords = (system: System): { words: string; tone: Tone } => {
  const count = problemsOf(system).length + (system.job_count > 0 ? 1 : 0);
  return count === 0
    ? { words: 'All fine', tone: 'green' }
    : { words: formatCount(count, 'problem'), tone: 'red' };
};

/** The length of a problem: "5 h 9 min", at least "1 min". */
export const lengthWords = (from: string, to: string): string =>
  uptimeWords(from, Temporal.Instant.compare(to, from) < 0 ? from : to).replace(/^0 min$/, '1 min');

/** "6 d 11 h", "3 h 20 min", "4 min" */
export const uptimeWords = (from: string, to: string): string => {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
};

/** Processes of a role are numbered by their start: "worker-2". */
export const processNames = (processes: System['processes']): ReadonlyMap<string, string> => {
  const counts: Record<string, number> = {};
  return new Map(
    processes.map(({ _id, role }) => {
      const number = (counts[role] = (counts[role] ?? 0) + 1);
      return [_id, `${role}-${number}`];
    }),
  );
};

export const memoryWords = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** The state as text for a support request, without names of people and without secrets. */
export const reportOf = (system: System): string => {
  const names = processNames(system.processes);
  return [
    `Staffroom ${system.version}, ${system.checked_on}: ${healthWords(system).words}`,
    ...system.parts.map(
      ({ name, state, now, last, problem, last_problem: past }) =>
        `${partLabels[name]}: ${stateWords[state].words}. ${now}${last ? `, last ${last}` : ''}${problem ? `. ${problem}` : ''}${past ? `${problem ? '' : '.'} Last problem ${past.began_on}, ${lengthWords(past.began_on, past.ended_on ?? system.checked_on)}` : ''}`,
    ),
    ...system.processes.map(
      (one) =>
        `${names.get(one._id)} ${one.version}: ${one.is_lost ? `lost ${one.seen_on}` : uptimeWords(one.started_on, system.checked_on)}, ${one.cpu_percent}% CPU, ${memoryWords(one.memory_bytes)}`,
    ),
    ...system.jobs.map(
      ({ _id, name, state, tries, cause }) =>
        `${jobWords(name)} ${_id}: ${jobStateWords[state].words}, ${formatCount(tries, 'try', 'tries')}. ${cause}`,
    ),
  ].join('\n');
};
