import { Button, VisuallyHidden, Group, Box, Text } from '@mantine/core';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react';
import { IconSearch } from '@tabler/icons-react';
import { formatCount } from '../../lib/formats.ts';
import { Clip } from '../../ui/clip.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useEntries, type Entry, type EntryGroup } from './palette-entries.tsx';
import styles from './palette.module.css';

type Props = { text: string; onText: (text: string) => void; onClose: () => void };

/**
 * The input and its results. The active entry is tracked by key and not by position, so that later results never move
 * it. Enter before the records have loaded opens the first one as soon as they are there.
 */
export const PaletteSearch = ({ text, onText, onClose }: Props) => {
  const id = useId();
  const { groups, state, retry } = useEntries(text);
  const entries = groups.flatMap((group) => group.entries);
  const [moved, setMoved] = useState<string | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const chosen =
    entries.find(({ key }) => key === moved) ?? entries.find(({ isStale }) => !isStale);
  const open = (entry: Entry) => {
    onClose();
    entry.open();
  };
  const waits = entered === text && state === 'pending';
  const goesOn = entered === text && state === 'complete' && chosen;
  useEffect(() => {
    if (goesOn) open(goesOn);
  });
  const move = (step: number) => {
    const from = chosen ? entries.indexOf(chosen) : step > 0 ? -1 : 0;
    const next = entries[(from + step + entries.length) % entries.length];
    if (next) setMoved(next.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      if (chosen) open(chosen);
      else setEntered(text);
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <PaletteInput
        text={text}
        onText={(next) => {
          onText(next);
          setMoved(null);
          setEntered(null);
        }}
        role="combobox"
        data-list-stays
        aria-expanded={entries.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}${chosen.key}`}
        aria-busy={waits || undefined}
        onKeyDown={onKeyDown}
      />
      <Box
        id={`${id}list`}
        role="listbox"
        aria-label="Found"
        className={styles.list}
        flex={1}
        mih={0}
        px="sm"
        pt={0}
        pb="sm"
      >
        {groups.map((group) => (
          <FoundGroup key={group.label} {...group} id={id} chosen={chosen} onOpen={open} />
        ))}
      </Box>
      <Said state={state} count={entries.length} text={text} retry={retry} />
      <Text
        className={styles.foot}
        visibleFrom="sm"
        flex="none"
        py="sm"
        px="lg"
        c="dimmed"
        variant="meta"
        aria-hidden="true"
      >
        <KeyHint keys="↑" /> <KeyHint keys="↓" /> move <KeyHint keys="↵" /> open
      </Text>
    </>
  );
};

type InputProps = ComponentProps<'input'> & {
  text: string;
  onText: (text: string) => void;
  'data-list-stays': boolean;
};

/** The search input; takes the focus with the caret at the end of its text. */
const PaletteInput = ({ text, onText, ...rest }: InputProps) => {
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(-1, -1);
  }, []);
  return (
    <Group className={styles.field} gap="md" flex="none" py="md" px="lg" c="dimmed">
      <IconSearch size={18} stroke={1.7} aria-hidden="true" />
      <input
        ref={input}
        data-autofocus
        className={styles.input}
        aria-label="Search or jump to…"
        placeholder={
          narrow
            ? 'Name, phone, class, screen'
            : 'Name, parent, phone, class, T2 L5, ticket, report'
        }
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        {...rest}
      />
      <KeyHint keys="Esc" />
    </Group>
  );
};

type GroupProps = EntryGroup & {
  id: string;
  chosen: Entry | undefined;
  onOpen: (entry: Entry) => void;
};

const FoundGroup = ({ label, note, entries, id, chosen, onOpen }: GroupProps) => (
  <div role="group" aria-label={label}>
    <Text component="div" px="sm" pt="md" pb="xs" c="secondary" variant="label" aria-hidden="true">
      {label}{' '}
      {note && (
        <Text span inherit c="dimmed" fw={400}>
          {note}
        </Text>
      )}
    </Text>
    {entries.map((entry) => (
      <Option
        key={entry.key}
        entry={entry}
        id={`${id}${entry.key}`}
        isChosen={entry === chosen}
        onOpen={() => onOpen(entry)}
      />
    ))}
  </div>
);

type OptionProps = { entry: Entry; id: string; isChosen: boolean; onOpen: () => void };

const Option = ({ entry, id, isChosen, onOpen }: OptionProps) => {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const { icon: Icon } = entry;
  return (
    // Keyboard events of the listbox are handled by the input, which keeps the focus.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.option}
      data-stale={entry.isStale || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      onKeyDown={undefined}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
      <Clip c="bright" fw={500}>
        {entry.name}
      </Clip>
      <Text className={styles.about} span inherit truncate miw={0} c="secondary">
        {entry.about}
      </Text>
      {entry.end}
    </div>
  );
};

type SaidProps = {
  state: 'pending' | 'complete' | 'failed';
  count: number;
  text: string;
  retry: () => void;
};

/** Status of the search, announced to screen readers. */
const Said = ({ state, count, text, retry }: SaidProps) => {
  if (state === 'failed')
    return (
      <Text role="alert" component="div" inherit p="lg" c="secondary">
        The search did not get an answer. <Button onClick={retry}>Try again</Button>
      </Text>
    );
  if (state === 'complete' && count === 0)
    return (
      <Text role="status" inherit p="lg" c="secondary">
        Nothing found for “{text.trim()}”
      </Text>
    );
  return (
    <VisuallyHidden role="status">
      {state === 'complete' && formatCount(count, 'result')}
    </VisuallyHidden>
  );
};
