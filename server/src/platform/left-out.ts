import { AsyncLocalStorage } from 'node:async_hooks';
import type { LeftOut, LeftOutKind } from 'staffroom-contract/shared/left-out.ts';

/** By text, so that a text that is cleaned twice counts once. */
const gathering = new AsyncLocalStorage<Map<string, LeftOut>>();

/** Runs `act` and counts what cleaning removes from its texts; call `left` once a returned promise has resolved. */
export const gatherLeftOut = <T>(act: () => T): { answer: T; left: () => LeftOut } => {
  const byText = new Map<string, LeftOut>();
  const answer = gathering.run(byText, act);
  return { answer, left: () => sumOf([...byText.values()]) };
};

/** Records the elements that cleaning removed from a text, if a caller gathers them. */
export const noteLeftOut = (text: string, left: LeftOut): void => {
  gathering.getStore()?.set(text, left);
};

const sumOf = (all: readonly LeftOut[]): LeftOut => {
  const sum: LeftOut = {};
  for (const [kind, count] of all.flatMap((left) => Object.entries(left)))
    sum[kind as LeftOutKind] = (sum[kind as LeftOutKind] ?? 0) + count;
  return sum;
};
