import type { QuestionVersion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';

type Content = Pick<
  QuestionVersion,
  'subject' | 'level' | 'instruction' | 'context' | 'unit' | 'meta'
>;

const parts: readonly (readonly [words: string, part: (version: Content) => unknown])[] = [
  ['subject', ({ subject }) => subject],
  ['level', ({ level }) => level],
  ['topic', ({ meta }) => meta.topic],
  ['skill', ({ meta }) => meta.skill],
  ['heuristic', ({ meta }) => meta.heuristic],
  ['section', ({ meta }) => meta.section],
  ['year', ({ meta }) => meta.year],
  ['school', ({ meta }) => meta.school],
  ['self checking', ({ meta }) => meta.is_self_checking],
  ['instruction', ({ instruction }) => instruction],
  ['context', ({ context }) => context],
];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The parts that differ from the previous version, in words: "topic, unit 2". */
export const changedParts = (before: Content, version: Content): string[] => [
  ...parts.filter(([, part]) => !isSame(part(before), part(version))).map(([words]) => words),
  ...changedUnits(before.unit, version.unit),
];

/** Compares units by their uid, regardless of order. */
const changedUnits = (before: Content['unit'], units: Content['unit']): string[] => {
  const was = new Map(before.map((unit) => [unit.uid, unit]));
  const now = new Set(units.map(({ uid }) => uid));
  const removed = before.filter(({ uid }) => !now.has(uid)).length;
  const changes = units.flatMap((unit, place) => {
    const old = was.get(unit.uid);
    if (!old) return [`unit ${place + 1} added`];
    return isSame(old, unit) ? [] : [`unit ${place + 1}`];
  });
  return removed === 0
    ? changes
    : [...changes, removed === 1 ? 'a unit removed' : `${removed} units removed`];
};
