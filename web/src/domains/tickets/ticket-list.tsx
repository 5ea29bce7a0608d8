import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Ticket } from '@staffroom/contract/domains/tickets/ticket.schema.ts';
import {
  ticketScreens,
  type TicketType,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { changedFilters, listPageQuery, sortingOf } from '../../kit/list/define-list.ts';
import { ListPage, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useSessionUser } from '../../lib/session.ts';
import { useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Dot, StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow, useWide } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { BatchBar, BatchResultNote, type BatchAct } from './batch-bar.tsx';
import { NextAction } from './next-action.tsx';
import { TicketCard, TicketSkeletons } from './ticket-card.tsx';
import { ticketLists, type TicketSearch } from './ticket-lists.ts';
import styles from './ticket-list.module.css';
import {
  attendedWords,
  countOfGroup,
  groupWordsOf,
  nameOf,
  screenTitles,
  sumOf,
  ticketTone,
  type BatchResult,
} from './ticket-words.ts';
import { followUpsQuery } from './tickets.api.ts';
import { useLiveTickets } from './use-live-tickets.ts';

// Neither is needed at first sight of the list.
const TicketPanel = lazy(async () => ({
  default: (await import('./ticket-panel.tsx')).TicketPanel,
}));
const BatchDialog = lazyForm(async () => (await import('./batch-dialogs.tsx')).BatchDialog);

type Step = { replaces?: boolean };
type Props = {
  type: TicketType;
  search: TicketSearch;
  onSearch: (search: TicketSearch, step?: Step) => void;
};

/** The tickets of a kind, the sales team's day: what is to be done next, and the chosen one beside it (part 2 §2). */
export const TicketList = ({ type, search, onSearch }: Props) => {
  const today = useToday();
  const narrow = useNarrow();
  const formats = useFormats();
  const { list, scope } = useShownList(type, search);
  const query = useQuery(listPageQuery(list, search, today, scope));
  const rows = query.data?.data ?? [];
  const selection = useSelection(rows);
  useLiveTickets(type, rows, search.ticket);
  const [batch, setBatch] = useState<BatchAct | null>(null);
  const [result, setResult] = useState<BatchResult | null>(null);
  const [chosenCard, setChosenCard] = useState<string | null>(null);
  /** The ticket that somebody went for to update it, not for a look, and how often. */
  const [wanted, setWanted] = useState({ id: '', times: 0 });

  const { ticket: openId } = search;
  const show = (ticket: string | undefined, step: Step = {}) =>
    onSearch({ ...search, ticket }, { replaces: openId !== undefined, ...step });
  const onUpdate = (id: string) => setWanted({ id, times: wanted.times + 1 });
  useTicketKeys();
  const tabs = useTabs({ type, search, onSearch }, query.data?.count);
  const due = useQuery(followUpsQuery(type)).data?.data;
  const counts = due?.[search.view ?? 'mine'];
  const isWhole = search.search === undefined && changedFilters(list, search, today) === 0;
  const groups =
    search.view !== undefined && sortingOf(list, search)?.sortBy === 'next_action_date';

  return (
    <div className={styles.desk}>
      <ListPage
        title={screenTitles[type]}
        list={list}
        scope={scope}
        address={search}
        onAddress={(address) => {
          setResult(null);
          onSearch(address);
        }}
        columns={columnsOf({ type, selection, hasPanel: openId !== undefined, onUpdate, formats })}
        isOpen={({ _id }) => _id === openId}
        groupOf={groups ? (ticket) => groupWordsOf(ticket, today) : undefined}
        groupCount={counts && isWhole ? (words) => countOfGroup(counts, words) : undefined}
        {...(narrow && {
          cards: {
            renderRow: (ticket: Ticket) => (
              <TicketCard
                ticket={ticket}
                isChosen={ticket._id === chosenCard}
                onChoose={() => setChosenCard(ticket._id === chosenCard ? null : ticket._id)}
                onUpdate={() => {
                  onUpdate(ticket._id);
                  show(ticket._id);
                }}
              />
            ),
            skeleton: <TicketSkeletons />,
          },
        })}
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
        besideTitle={narrow && <Due type={type} view={search.view} />}
        beside={!narrow && rows.length > 0 && <Keys />}
        tabs={tabs}
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
      {openId !== undefined && (
        <Suspense fallback={<PanelPlace />}>
          <TicketPanel
            key={openId}
            type={type}
            id={openId}
            updates={wanted.id === openId ? wanted.times : 0}
            neighbours={neighboursOf(rows, openId)}
            onShow={(id) => show(id)}
            onClose={() => show(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
};

/** The list of the chosen tab, and whose tickets it holds. */
const useShownList = (type: TicketType, { view }: TicketSearch) => {
  const { _id: me } = useSessionUser();
  const { all, followUps } = ticketLists[type];
  if (view === undefined) return { list: all, scope: {} };
  const handled_by = view === 'mine' ? me : { exists: false };
  return { list: followUps, scope: { filter: { handled_by, is_closed: false } } };
};

/** Which of the rows on screen are selected. */
const useSelection = (rows: readonly Ticket[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const tickets = rows.filter(({ _id }) => ids.has(_id));
  const areAll = rows.length > 0 && tickets.length === rows.length;
  return {
    tickets,
    has: (id: string) => ids.has(id),
    areAll,
    areSome: tickets.length > 0 && !areAll,
    toggle: (id: string) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(areAll ? [] : rows.map(({ _id }) => _id))),
    keep: (kept: readonly string[]) => setIds(new Set(kept)),
    clear: () => setIds(new Set()),
  };
};
type Selection = ReturnType<typeof useSelection>;

/** The tickets before and after the open one, as the list shows them. */
const neighboursOf = (rows: readonly Ticket[], id: string) => {
  const index = rows.findIndex(({ _id }) => _id === id);
  return index < 0
    ? { previous: undefined, next: rows[0]?._id }
    : { previous: rows[index - 1]?._id, next: rows[index + 1]?._id };
};

const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-row]');

/** X selects the focused row, U goes for its update. */
const useTicketKeys = () => {
  const when = () => Boolean(focusedRow());
  const press = (selector: string) => focusedRow()?.querySelector<HTMLElement>(selector)?.click();
  useShortcut('x', 'Select the row', () => press('input[type="checkbox"]'), { when });
  useShortcut('u', 'Update the ticket', () => press('[data-opens]'), { when });
};

const Keys = () => (
  <span className={styles.keys} aria-hidden="true">
    <KeyHint keys="X" /> select <KeyHint keys="U" /> update
  </span>
);

/** Every ticket is counted as the list shows them; from another tab, as it would. */
const useTabs = ({ type, search, onSearch }: Props, shown: number | undefined) => {
  const today = useToday();
  const narrow = useNarrow();
  const isElsewhere = search.view !== undefined;
  const { data: all } = useQuery({
    ...listPageQuery(ticketLists[type].all, {}, today),
    enabled: isElsewhere,
  });
  const due = useQuery(followUpsQuery(type)).data?.data;
  return {
    all: [
      { value: 'all', label: 'All', count: isElsewhere ? all?.count : shown },
      { value: 'mine', label: 'My follow-ups', count: due && sumOf(due.mine) },
      { value: 'unassigned', label: 'Unassigned', count: due && sumOf(due.unassigned) },
    ],
    value: search.view ?? 'all',
    onChange: (view: string) =>
      onSearch(view === 'all' ? {} : { view: view === 'mine' ? 'mine' : 'unassigned' }),
    end: !narrow && <Due type={type} view={search.view} />,
  };
};

/** "3 overdue, 4 due today": one's own, on the tab of nobody's those. */
const Due = ({ type, view }: { type: TicketType; view: TicketSearch['view'] }) => {
  const due = useQuery(followUpsQuery(type)).data?.data;
  const counts = due?.[view === 'unassigned' ? 'unassigned' : 'mine'];
  if (!counts) return null;
  return (
    <span className={styles.due}>
      {counts.overdue > 0 && (
        <span className={styles.overdue}>
          <Dot tone="red" /> {counts.overdue.toLocaleString('en-SG')} overdue
        </span>
      )}
      {counts.today > 0 && (
        <span>
          <Dot tone="blue" /> {counts.today.toLocaleString('en-SG')} due today
        </span>
      )}
    </span>
  );
};

const PanelPlace = () => (useWide() ? <div className={styles.place} aria-busy="true" /> : null);

type ColumnOptions = {
  type: TicketType;
  selection: Selection;
  hasPanel: boolean;
  onUpdate: (id: string) => void;
  formats: ReturnType<typeof useFormats>;
};

const columnsOf = ({
  type,
  selection,
  hasPanel,
  onUpdate,
  formats,
}: ColumnOptions): Column<Ticket>[] => [
  {
    key: 'select',
    header: 'Select',
    width: 40,
    head: (
      <Checkbox
        size="16px"
        aria-label="Select every ticket on this page"
        checked={selection.areAll}
        indeterminate={selection.areSome}
        onChange={selection.toggleAll}
      />
    ),
    render: (ticket) => (
      <Checkbox
        size="16px"
        aria-label={`Select ${nameOf(ticket)}, ${ticket.class.name}`}
        checked={selection.has(ticket._id)}
        onChange={() => selection.toggle(ticket._id)}
      />
    ),
  },
  {
    key: 'student',
    header: 'Student',
    width: 140,
    lead: true,
    sortBy: 'student',
    text: nameOf,
    render: (ticket) => (
      <Link
        from={ticketScreens[type]}
        to="."
        search={(search) => ({ ...search, ticket: ticket._id })}
        replace={hasPanel}
        data-opens
        // A press of a key goes for the update, the mouse for a look.
        onClick={(event) => event.detail === 0 && onUpdate(ticket._id)}
      >
        {nameOf(ticket)}
      </Link>
    ),
  },
  {
    key: 'class',
    header: 'Class',
    width: 146,
    text: (ticket) => ticket.class.name,
    render: (ticket) => <RecordLink to="class" id={ticket.class._id} name={ticket.class.name} />,
  },
  type === 'TrialConversion'
    ? {
        key: 'trial',
        header: 'Trial date',
        width: 150,
        sortBy: 'trial_date',
        figures: true,
        text: (ticket) => trialWords(ticket, formats),
        render: (ticket) => <TrialDate ticket={ticket} />,
      }
    : {
        key: 'end',
        header: 'Subscription end',
        width: 150,
        sortBy: 'subscription_end_date',
        figures: true,
        render: (ticket) => <WeekdayOf at={ticket.subscription_end_date} />,
      },
  {
    key: 'next',
    header: 'Next action',
    width: 104,
    sortBy: 'next_action_date',
    figures: true,
    render: (ticket) => <NextAction ticket={ticket} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: 204,
    render: ({ status }) => <StatusChip tone={ticketTone(status)}>{status}</StatusChip>,
  },
  ...(hasPanel
    ? []
    : [
        {
          key: 'handler',
          header: 'Handled by',
          width: 120,
          text: ({ handled_by: agent }: Ticket) => agent?.name ?? 'Nobody',
        },
        {
          key: 'remark',
          header: 'Last remark',
          width: 180,
          text: ({ remark }: Ticket) => remark || '–',
        },
      ]),
];

/** "Sat 14 Mar 2026, 14:00, Attended". */
const trialWords = (
  { trial_date: at, attended }: Ticket,
  { dateTime }: ReturnType<typeof useFormats>,
) => [at && dateTime(at), attended && attendedWords[attended]].filter(Boolean).join(', ');

const WeekdayOf = ({ at }: { at: string | null }): ReactNode => {
  const { weekday } = useFormats();
  return at === null ? '–' : <time dateTime={at}>{weekday(at)}</time>;
};

/** When the trial is, and how it was attended once it is over. */
const TrialDate = ({ ticket }: { ticket: Ticket }) => (
  <>
    <WeekdayOf at={ticket.trial_date} />{' '}
    {ticket.attended === 'attended' && (
      <IconCheck
        className={styles.attended}
        size={15}
        stroke={2}
        role="img"
        aria-label={attendedWords.attended}
      />
    )}
    {ticket.attended === 'absent' && <span className={styles.absent}>Absent</span>}
    {ticket.attended === 'missing' && <span className={styles.missing}>no data</span>}
  </>
);
