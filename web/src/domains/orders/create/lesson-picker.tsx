import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { isOwned } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { OrderLessonChoice } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { lessonRange, type OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { SkeletonBar } from '../../../ui/list-states.tsx';
import { Panel, PanelHeader } from '../../../ui/panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { lessonCode, lessonTopic } from '../../lessons/lesson-words.ts';
import { isFull } from './consequences.ts';
import {
  choose,
  quickPicks,
  remainingLessons,
  tileAfterKey,
  tileGroups,
  type TileGroup,
} from './lesson-choice.ts';
import styles from './lesson-picker.module.css';
import type { OrderDraft } from './order-draft.ts';
import type { OrderQuote } from './use-order-quote.ts';

type Lesson = OrderLessonChoice;

type Props = {
  draft: OrderDraft;
  state: OrderQuote;
  chosen: readonly Lesson[];
  onChange: (lessons: readonly Lesson[]) => void;
  error?: string | undefined;
};

/**
 * The lessons of the chosen class as tiles, or a hint if they cannot be shown. Choosing two takes all lessons between
 * them (part 2 §5).
 */
export const LessonPicker = ({ draft, state, chosen, onChange, error }: Props) => (
  <div>
    {state.quote ? (
      <Lessons
        key={draft.class?._id}
        lessons={state.quote.lessons}
        chosen={chosen}
        type={draft.type}
        isUnanswered={state.isUnanswered}
        onChange={onChange}
      />
    ) : (
      <Panel label="Lessons">
        <PanelHeader>
          <Text component="h3" variant="title">
            Lessons
          </Text>
        </PanelHeader>
        <Waiting draft={draft} state={state} />
      </Panel>
    )}
    {draft.class?.force_full_purchase && draft.type === 'PAYMENT' && !error && (
      <Text mt="xs" variant="meta" c="secondary">
        This class is sold as a whole: all its remaining lessons belong to the order.
      </Text>
    )}
    {error && (
      <Text mt="xs" variant="meta" c="negative" role="alert">
        {error}
      </Text>
    )}
  </div>
);

const Waiting = ({ draft, state }: Pick<Props, 'draft' | 'state'>) => {
  if (state.error)
    return (
      <Stack gap="sm" align="center" p="xl" role="alert">
        <Text inherit ta="center">
          The lessons could not be loaded. {sentenceOf(state.error)}
        </Text>
        <Button size="xs" onClick={state.retry}>
          Load lessons again
        </Button>
      </Stack>
    );
  if (!draft.class)
    return (
      <Text inherit p={38} c="dimmed" ta="center">
        Choose a class to see its lessons.
      </Text>
    );
  return (
    <Box p="md" aria-busy="true">
      <SkeletonBar width={96} height={60} />
    </Box>
  );
};

type LessonsProps = {
  /** All lessons of the class, visible or not; ranges run through them. */
  lessons: readonly Lesson[];
  chosen: readonly Lesson[];
  type: OrderType;
  /** Seats and ownership are unknown after a lost answer. */
  isUnanswered: boolean;
  onChange: (lessons: readonly Lesson[]) => void;
};

const Lessons = ({ lessons, chosen, type, isUnanswered, onChange }: LessonsProps) => {
  const narrow = useNarrow();
  const [showsEarlier, setShowsEarlier] = useState(false);
  const [now] = useState(() => Temporal.Now.instant().toString());
  const remaining = useMemo(() => new Set(remainingLessons(lessons, now)), [lessons, now]);
  // Earlier lessons within the dates are always visible.
  const isVisible = (lesson: Lesson) =>
    showsEarlier || remaining.has(lesson) || chosen.includes(lesson);
  const visible = lessons.filter(isVisible);
  const groups = tileGroups(
    visible,
    narrow ? { columns: 3, byTerm: false } : { columns: 5, byTerm: true },
  );

  return (
    <Panel label="Lessons">
      <PanelHeader>
        <Text component="h3" variant="title">
          Lessons <ChosenWords chosen={chosen} />
        </Text>
        <Group gap={0} wrap="wrap" mx={-10}>
          {quickPicks(lessons, type, now).map((pick) => (
            <Button
              key={pick.label}
              variant="subtle"
              size="xs"
              disabled={pick.lessons.length === 0}
              onClick={() => onChange(pick.lessons)}
            >
              {pick.label}
            </Button>
          ))}
          <Button
            variant="subtle"
            size="xs"
            disabled={chosen.length === 0}
            onClick={() => onChange([])}
          >
            Clear
          </Button>
        </Group>
      </PanelHeader>
      <Box p="md">
        {!showsEarlier && visible.length < lessons.length && (
          <Button variant="subtle" size="xs" mb="xs" ml={-10} onClick={() => setShowsEarlier(true)}>
            Show earlier lessons
          </Button>
        )}
        <LessonTiles {...{ lessons, chosen, type, isUnanswered, onChange, groups, narrow }} />
        <Group justify="space-between" wrap="wrap" mt="sm" variant="meta" c="dimmed">
          <span>Choosing two lessons takes every lesson between them.</span>
          <Text span inherit visibleFrom="md" aria-hidden="true">
            <KeyHint keys="Shift" /> <KeyHint keys="→" /> extend <KeyHint keys="Space" /> start here
          </Text>
        </Group>
      </Box>
    </Panel>
  );
};

const ChosenWords = ({ chosen }: { chosen: readonly Lesson[] }) => {
  const { shortDay } = useFormats();
  const [first] = chosen;
  const last = chosen.at(-1);
  return (
    <Text span variant="body" c="secondary" ml="xs" aria-live="polite">
      <strong>{chosen.length}</strong> chosen
      {first && `, ${shortDay(first.scheduled_on)}`}
      {last && last !== first && ` – ${shortDay(last.scheduled_on)}`}
    </Text>
  );
};

type TilesProps = LessonsProps & { groups: readonly TileGroup<Lesson>[]; narrow: boolean };

/** The tiles and their keys: arrows move, Space starts a range, Shift+Arrow extends it (design note). */
const LessonTiles = (props: TilesProps) => {
  const { lessons, chosen, type, isUnanswered, onChange, groups, narrow } = props;
  const box = useRef<HTMLDivElement>(null);
  const [focusId, setFocusId] = useState<string | null>(null);
  /** The lesson that Shift+Arrow extends from. */
  const [anchor, setAnchor] = useState<string | null>(null);
  const rows = groups.flatMap((group) => group.rows);
  const visible = rows.flat();
  const reachable = visible.find((lesson) => lesson._id === focusId) ?? chosen[0] ?? visible[0];

  const start = (id: string) => {
    setAnchor(id);
    onChange(lessonRange(lessons, id, id));
  };
  const extendTo = (id: string, from: string) => {
    setAnchor(from);
    onChange(lessonRange(lessons, from, id));
  };
  const click = (event: MouseEvent, id: string) => {
    if (event.shiftKey && anchor) {
      extendTo(id, anchor);
      return;
    }
    const next = choose(lessons, chosen, id);
    if (next.length === 1) setAnchor(id);
    onChange(next);
  };
  const pressKey = (event: KeyboardEvent<HTMLButtonElement>, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') {
      event.preventDefault();
      start(id);
      return;
    }
    const next = tileAfterKey(rows, id, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (event.shiftKey) extendTo(next, anchor ?? id);
    box.current?.querySelector<HTMLElement>(`[data-lesson="${next}"]`)?.focus();
  };
  const placeOf = (lesson: Lesson) => {
    if (!chosen.includes(lesson)) return undefined;
    return lesson === chosen[0] || lesson === chosen.at(-1) ? 'end' : 'between';
  };

  if (visible.length === 0)
    return (
      <Text inherit py="lg" c="dimmed">
        No upcoming lessons.
      </Text>
    );
  return (
    <Stack ref={box} gap="sm" data-narrow={narrow || undefined}>
      {groups.map((group, index) => (
        <div key={group.term ?? `row${index}`} className={styles.group}>
          {group.term !== null && <span className={styles.term}>Term {group.term}</span>}
          <div role="group" aria-label={group.term === null ? 'All lessons' : `Term ${group.term}`}>
            {group.rows.map((row) => (
              <div key={row[0]?._id} className={styles.row}>
                {row.map((lesson) => (
                  <div
                    key={lesson._id}
                    className={styles.cell}
                    data-chosen={placeOf(lesson) !== undefined || undefined}
                  >
                    <LessonTile
                      lesson={lesson}
                      type={type}
                      isUnanswered={isUnanswered}
                      narrow={narrow}
                      place={placeOf(lesson)}
                      reachable={lesson === reachable}
                      onFocus={() => setFocusId(lesson._id)}
                      onKeyDown={(event) => pressKey(event, lesson._id)}
                      onChoose={(event) => click(event, lesson._id)}
                    />
                  </div>
                ))}
              </div>
            ))}
          </div>
        </div>
      ))}
    </Stack>
  );
};

type TileProps = {
  lesson: Lesson;
  type: OrderType;
  isUnanswered: boolean;
  narrow: boolean;
  /** Position in the chosen range; undefined outside. */
  place: 'end' | 'between' | undefined;
  /** True for the one tile in the tab order. */
  reachable: boolean;
  onChoose: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onFocus: () => void;
};

/** One lesson: its day, number and name, or "Already owned", or "Full". */
const LessonTile = (props: TileProps) => {
  const { lesson, narrow, place, reachable, type, isUnanswered, ...events } = props;
  const { weekday, shortDay } = useFormats();
  return (
    <button
      type="button"
      className={styles.tile}
      data-lesson={lesson._id}
      data-place={place}
      aria-pressed={place !== undefined}
      tabIndex={reachable ? 0 : -1}
      onClick={events.onChoose}
      onKeyDown={events.onKeyDown}
      onFocus={events.onFocus}
    >
      <span className={styles.tileHead}>
        <span className={styles.day}>
          {narrow ? shortDay(lesson.scheduled_on) : weekday(lesson.scheduled_on)}
        </span>{' '}
        <span>{lessonCode(lesson)}</span>
      </span>{' '}
      {isUnanswered ? (
        <span className={styles.state}>{lessonTopic(lesson)}</span>
      ) : (
        <TileState lesson={lesson} type={type} narrow={narrow} />
      )}
    </button>
  );
};

const TileState = ({ lesson, type, narrow }: Pick<TileProps, 'lesson' | 'type' | 'narrow'>) => {
  if (isOwned(lesson.owned, type))
    return (
      <span className={styles.state} data-state="owned">
        <IconCheck size={14} stroke={2} aria-hidden="true" /> {narrow ? 'Owned' : 'Already owned'}
      </span>
    );
  if (isFull(lesson, type))
    return (
      <span className={styles.state} data-state="full">
        {narrow
          ? `Full, ${lesson.seats}/${lesson.max_cap}`
          : `Full, ${lesson.seats} of ${lesson.max_cap}`}
      </span>
    );
  return <span className={styles.state}>{lessonTopic(lesson)}</span>;
};
