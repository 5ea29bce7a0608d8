import { Button, Flex, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { marksWords } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { pickProblem } from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { formatCount } from '../../../lib/formats.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { useShortcut } from '../../../ui/use-shortcut.ts';

/** The footer of the question list: questions picked for the next worksheet, with their marks (picture 17). */
export const PickedFoot = () => {
  const picks = usePicks();
  const navigate = useNavigate();
  const problem = pickProblem(picks);
  const make = () =>
    void navigate({ to: '/question-bank/worksheets', search: { dialog: 'create' } });
  useShortcut('w', 'Make worksheet', make, { enabled: problem === undefined });
  if (picks.length === 0) return null;
  const marks = picks.reduce((sum, pick) => sum + pick.marks, 0);
  return (
    <Flex
      rowGap="xs"
      columnGap="sm"
      align="center"
      wrap="wrap"
      c="bright"
      role="group"
      aria-label="Picked for a worksheet"
    >
      <span role="status">
        <strong>{formatCount(picks.length, 'question')} picked</strong>, {marksWords(marks)}
      </span>
      <Button
        size="xs"
        leftSection={<IconFileText size={15} stroke={1.7} />}
        rightSection={<KeyHint keys="W" />}
        disabled={problem !== undefined}
        onClick={make}
      >
        Make worksheet
      </Button>
      <Button size="xs" variant="subtle" onClick={clearPicks}>
        Clear
      </Button>
      {problem && (
        <Text span inherit c="negative">
          {problem}
        </Text>
      )}
    </Flex>
  );
};

const pickSchema = z.object({ _id: z.uuid(), subject: z.string(), marks: z.number() });
/** A picked question, reduced to what the footer shows. */
export type Pick = z.infer<typeof pickSchema>;

const key = 'staffroom.worksheet-picks';
const none: readonly Pick[] = [];
let picks: readonly Pick[] | undefined;
const listeners = new Set<() => void>();

/** The picks of this tab; they survive paging, filters and a reload. */
const current = (): readonly Pick[] => (picks ??= readPicks());

const readPicks = (): readonly Pick[] => {
  try {
    return z.array(pickSchema).parse(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
  } catch {
    // Outdated format, or storage is blocked: start without picks.
    return none;
  }
};

const keepPicks = (next: readonly Pick[]) => {
  picks = next;
  try {
    sessionStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Storage is full or blocked: the picks last until the page closes.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The questions picked for the next worksheet, in the order of picking. */
export const usePicks = (): readonly Pick[] => useSyncExternalStore(subscribe, current);

/** Picks a question, or removes its pick. */
export const togglePick = ({ _id, subject, marks }: Question): void =>
  keepPicks(
    current().some((pick) => pick._id === _id)
      ? current().filter((pick) => pick._id !== _id)
      : [...current(), { _id, subject, marks }],
  );

export const clearPicks = (): void => keepPicks(none);
