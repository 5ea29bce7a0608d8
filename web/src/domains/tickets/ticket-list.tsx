import { Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLayoutKanban, IconLayoutList } from '@tabler/icons-react';
import { useState, type ComponentProps } from 'react';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import {
  ticketScreens,
  type DueGroup,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { CardRows } from '../../kit/list/card-rows.tsx';
import {
  changedFilters,
  listPageQuery,
  sortingOf,
  wholeListInput,
} from '../../kit/list/define-list.ts';
import { ListPage, type ListFrame } from '../../kit/list/list.tsx';
import { useSessionUser } from '../../lib/session.ts';
import { useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listStateOf } from '../../ui/list-states.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { useNarrow, useWide } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { ViewSwitch } from '../../ui/view-switch.tsx';
import { BatchBar, BatchResultNote, type BatchAct } from './batch-bar.tsx';
import { RowsLink } from './rows-link.tsx';
import { TicketCard, TicketSkeletons } from './ticket-card.tsx';
import { ticketColumns } from './ticket-columns.tsx';
import { ticketLists, type TicketSearch } from './ticket-lists.ts';
import styles from './ticket-list.module.css';
import {
  countOfGroup,
  groupWordsOf,
  screenTitles,
  sumOf,
  type BatchResult,
} from './ticket-words.ts';
import { boardQuery, followUpsQuery, useFindsAgents } from './tickets.api.ts';
import { useLiveTickets } from './use-live-tickets.ts';
import { useTicketQueue } from './use-ticket-queue.ts';
import { useSelection } from './use-selection.ts';

const PanelPlace = () => (useWide() ? <div className={styles.place} aria-busy="true" /> : null);

// Loaded lazily: not needed for the first view of the list.
const TicketBoard = lazyPart(async () => (await import('./board/ticket-board.tsx')).TicketBoard);
const TicketPanel = lazyPart(async () => (await import('./ticket-panel.tsx')).TicketPanel, {
  waiting: <PanelPlace />,
});
const BatchDialog = lazyForm(async () => (await import('./batch-dialogs.tsx')).BatchDialog);

type Step = { replaces?: boolean };
type Props = {
  type: TicketType;
  search: TicketSearch;
  onSearch: (search: TicketSearch, step?: Step) => void;
};

/** Tickets of a kind as list or board, with the open ticket beside it (part 2 §2). */
export const TicketList = ({ type, search, onSearch }: Props) => {
  const today = useToday();
  const narrow = useNarrow();
  const { list, scope } = useShownList(type, search);
  const isBoard = search.layout === 'board';
  const query = useQuery({ ...listPageQuery(list, search, today, scope), enabled: !isBoard });
  const boardInput = wholeListInput(list, search, today, scope);
  const board = useQuery({ ...boardQuery(type, boardInput), enabled: isBoard });
  const rows = isBoard
    ? (board.data?.data.flatMap(({ tickets }) => tickets) ?? [])
    : (query.data?.data ?? []);
  const { ticket: openId } = search;
  useLiveTickets(type, { rows, openId, board: isBoard ? boardInput : undefined });
  /** The ticket whose update form gets the focus; `times` counts the requests, so that the same ticket can be requested again. */
  const [wanted, setWanted] = useState({ id: '', times: 0 });
  const show = (ticket: string | undefined, step: Step = {}) =>
    onSearch(
      { ...search, ticket, students: undefined },
      { replaces: openId !== undefined, ...step },
    );
  const client = useQueryClient();
  const total = isBoard ? 0 : (query.data?.count ?? 0);
  const queue = useTicketQueue(search, rows, {
    pages: {
      page: search.page ?? 1,
      count: Math.max(1, Math.ceil(total / list.pageSize)),
      read: async (page) => {
        const answer = await client.fetchQuery({
          ...listPageQuery(list, { ...search, page }, today, scope),
          staleTime: 0,
        });
        return answer.data.map(({ _id }) => _id);
      },
    },
    show: (ticket, page) =>
      onSearch(
        { ...search, ticket, students: undefined, page: page === 1 ? undefined : page },
        { replaces: true },
      ),
  });
  const frame = {
    title: screenTitles[type],
    besideTitle: narrow && <Due type={type} view={search.view} />,
    tabs: useTabs({ type, search, onSearch }, (isBoard ? board : query).data?.count),
    secondary: <ListBoardSwitch type={type} search={search} />,
  };

  return (
    <Group gap={0} align="stretch" flex={1} mih={0}>
      {isBoard ? (
        <TicketBoard
          type={type}
          frame={frame}
          list={list}
          search={search}
          onSearch={onSearch}
          // Read here: a query that fails before the board's code has loaded must be shown as failed.
          state={listStateOf(board)}
          query={board}
          onOpen={show}
        />
      ) : (
        <TicketRows
          frame={frame}
          {...{ type, search, onSearch, list, scope, rows }}
          onOpen={show}
          onUpdate={(id) => setWanted({ id, times: wanted.times + 1 })}
        />
      )}
      {openId !== undefined && (
        <TicketPanel
          key={openId}
          type={type}
          id={openId}
          updates={wanted.id === openId ? wanted.times : 0}
          steps={queue.steps}
          onSaved={queue.goOn}
          onClose={() => show(undefined)}
        />
      )}
    </Group>
  );
};

type RowsProps = Props & {
  frame: Pick<ComponentProps<typeof ListFrame>, 'title' | 'besideTitle' | 'tabs' | 'secondary'>;
  list: ReturnType<typeof useShownList>['list'];
  scope: ReturnType<typeof useShownList>['scope'];
  rows: readonly Ticket[];
  onOpen: (id: string) => void;
  onUpdate: (id: string) => void;
};

/** Tickets as a list, with batch actions. */
const TicketRows = (props: RowsProps) => {
  const { type, search, onSearch, list, rows, onOpen, onUpdate } = props;
  const today = useToday();
  const narrow = useNarrow();
  const isWide = useWide();
  const formats = useFormats();
  const selection = useSelection(rows);
  const [batch, setBatch] = useState<BatchAct | null>(null);
  const [result, setResult] = useState<BatchResult | null>(null);
  const [chosenCard, setChosenCard] = useState<string | null>(null);
  const { ticket: openId } = search;
  useTicketKeys();
  const due = useQuery(followUpsQuery(type)).data?.data;
  const counts = due?.[search.view ?? 'mine'];
  const isWhole = search.search === undefined && changedFilters(list, search, today) === 0;
  const isGrouped =
    search.view !== undefined && sortingOf(list, search, today)?.sortBy === 'next_action_date';
  const groups = {
    groupOf: isGrouped ? (ticket: Ticket) => groupWordsOf(ticket, today) : undefined,
    groupCount: counts && isWhole ? (words: string) => countOfGroup(counts, words) : undefined,
  };
  return (
    <ListPage
      {...props.frame}
      list={list}
      scope={props.scope}
      address={search}
      onAddress={(address) => {
        setResult(null);
        onSearch(address);
      }}
      columns={ticketColumns({
        type,
        selection,
        hasPanel: openId !== undefined,
        isWide,
        onUpdate,
        formats,
      })}
      isOpen={({ _id }) => _id === openId}
      {...groups}
      render={
        narrow
          ? (rows) => (
              <CardRows
                {...rows}
                {...groups}
                renderRow={(ticket: Ticket) => (
                  <TicketCard
                    ticket={ticket}
                    isChosen={ticket._id === chosenCard}
                    onChoose={() => setChosenCard(ticket._id === chosenCard ? null : ticket._id)}
                    onUpdate={() => {
                      onUpdate(ticket._id);
                      onOpen(ticket._id);
                    }}
                  />
                )}
                skeleton={<TicketSkeletons />}
              />
            )
          : undefined
      }
      above={result && <BatchResultNote result={result} onClose={() => setResult(null)} />}
      below={
        !narrow &&
        selection.tickets.length > 0 && (
          <BatchBar
            count={selection.tickets.length}
            onAct={(act) => setBatch({ act, tickets: selection.tickets })}
            onClear={selection.clear}
          />
        )
      }
      keys={[
        ['X', 'select'],
        ['U', 'update'],
      ]}
    >
      <BatchDialog
        open={batch}
        type={type}
        onClose={() => setBatch(null)}
        onDone={(done) => {
          setResult(done.left.length > 0 ? done : null);
          selection.keep(done.left.map(({ _id }) => _id));
        }}
      />
    </ListPage>
  );
};

/** The list definition of the selected tab, and its fixed filter. */
const useShownList = (type: TicketType, { view, layout }: TicketSearch) => {
  const { _id: me } = useSessionUser();
  const { all, board, followUps } = ticketLists[type];
  const isBoard = layout === 'board';
  if (view === undefined) return { list: isBoard ? board : all, scope: {} };
  const handled_by = { mine: me, unassigned: { exists: false }, others: { not: me } }[view];
  // A board shows recently closed tickets in their own column.
  return {
    list: followUps,
    scope: { filter: { handled_by, ...(!isBoard && { is_closed: false }) } },
  };
};

const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-row]');

/** X selects the focused row, U opens it for an update. */
const useTicketKeys = () => {
  const when = () => Boolean(focusedRow());
  const press = (selector: string) => focusedRow()?.querySelector<HTMLElement>(selector)?.click();
  useShortcut('x', 'Select the row', () => press('input[type="checkbox"]'), { when });
  useShortcut('u', 'Update the ticket', () => press('[data-opens]'), { when });
};

/** Tabs with counts. On another tab, "All" counts the list with its default filters. */
const useTabs = ({ type, search, onSearch }: Props, shown: number | undefined) => {
  const today = useToday();
  const narrow = useNarrow();
  const isElsewhere = search.view !== undefined;
  const { layout } = search;
  const { data: listed } = useQuery({
    ...listPageQuery(ticketLists[type].all, {}, today),
    enabled: isElsewhere && layout === undefined,
  });
  const { data: onBoard } = useQuery({
    ...boardQuery(type, wholeListInput(ticketLists[type].board, {}, today), 0),
    enabled: isElsewhere && layout === 'board',
  });
  const all = layout === 'board' ? onBoard : listed;
  const due = useQuery(followUpsQuery(type)).data?.data;
  const seesOthers = useFindsAgents();
  return {
    all: [
      { value: 'all', label: 'All', count: isElsewhere ? all?.count : shown },
      { value: 'mine', label: 'My follow-ups', count: due && sumOf(due.mine) },
      { value: 'unassigned', label: 'Unassigned', count: due && sumOf(due.unassigned) },
      ...(seesOthers || search.view === 'others'
        ? [{ value: 'others', label: 'Others', count: due && sumOf(due.others) }]
        : []),
    ],
    value: search.view ?? 'all',
    onChange: (view: string) =>
      onSearch({
        ...(layout && { layout }),
        view: viewOf(view),
      }),
    end: !narrow && <Due type={type} view={search.view} />,
  };
};

const viewOf = (tab: string): TicketSearch['view'] =>
  tab === 'mine' || tab === 'unassigned' || tab === 'others' ? tab : undefined;

/** Switches between list and board; keeps the filters. */
const ListBoardSwitch = ({ type, search }: Pick<Props, 'type' | 'search'>) => {
  const to = (layout: TicketSearch['layout']) =>
    ({ to: ticketScreens[type], search: { ...search, page: undefined, layout } }) as const;
  const isBoard = search.layout === 'board';
  return (
    <ViewSwitch
      label="List or board"
      views={[
        { label: 'List', icon: IconLayoutList, link: isBoard && to(undefined) },
        { label: 'Board', icon: IconLayoutKanban, link: !isBoard && to('board') },
      ]}
    />
  );
};

/** "3 overdue, 4 due today" of the tab's tickets; on "All", of the user's own. */
const Due = ({ type, view }: { type: TicketType; view: TicketSearch['view'] }) => {
  const due = useQuery(followUpsQuery(type)).data?.data;
  const counts = due?.[view ?? 'mine'];
  if (!counts) return null;
  const rowsOf = (group: DueGroup) => ({ view: view ?? 'mine', due: [group] });
  return (
    <Group component="span" gap="md" c="secondary">
      {counts.overdue > 0 && (
        <Text span inherit c="negative">
          <RowsLink type={type} search={rowsOf('overdue')}>
            <Dot tone="red" /> {counts.overdue.toLocaleString('en-SG')} overdue
          </RowsLink>
        </Text>
      )}
      {counts.today > 0 && (
        <RowsLink type={type} search={rowsOf('today')}>
          <Dot tone="blue" /> {counts.today.toLocaleString('en-SG')} due today
        </RowsLink>
      )}
    </Group>
  );
};
