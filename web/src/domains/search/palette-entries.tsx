import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowRight,
  IconCalendarEvent,
  IconChartBar,
  IconChalkboard,
  IconReceipt,
  IconTicket,
  IconUser,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can, mayOpen, type Rights } from 'staffroom-contract/domains/identity/permissions.ts';
import { searchRecords } from 'staffroom-contract/domains/search/search.contract.ts';
import { wordsOf } from 'staffroom-contract/domains/search/search.rules.ts';
import { formatDay } from 'staffroom-contract/shared/day-words.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { visibleMenu } from '../../app/shell/visible-menu.ts';
import { addressOfRecord, type RecordTarget } from '../../kit/record/record-link.tsx';
import { formatDateTime, formatPhone } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { StatusChip, Tag } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { screenNames } from '../identity/screen-names.ts';
import { orderTone } from '../orders/order-tone.ts';
import { reportNames, type ReportName, type ReportScreen } from '../reports/report-names.ts';
import { ticketTone } from '../tickets/ticket-words.ts';

/** An entry that can be opened. */
export type Entry = {
  key: string;
  icon: Icon;
  name: string;
  about?: ReactNode;
  end?: ReactNode;
  open: () => void;
  /** Found by an earlier text; replaced when the current search has answered. */
  isStale: boolean;
};

export type EntryGroup = { label: string; note?: string | undefined; entries: Entry[] };

type Found = ResponseOf<typeof searchRecords>['data'];

/** Debounce of the search in milliseconds. */
const debounceMs = 120;

/** The entries for a text: screens at once, records once the server has answered. */
export const useEntries = (text: string) => {
  const term = text.trim();
  const [rested] = useDebouncedValue(term, debounceMs);
  const query = useQuery({
    ...operationQuery(searchRecords, { query: { text: rested } }),
    enabled: rested !== '',
    placeholderData: keepPreviousData,
  });
  const rights = rightsOf(useSessionUser());
  const { business_time_zone: timeZone } = useSettings();
  const go = useGo();
  const isFresh = rested === term && query.isSuccess && !query.isPlaceholderData;
  const records = term === '' ? [] : recordGroups(query.data?.data, timeZone, go, !isFresh);
  const failed = rested === term && query.isError;
  return {
    groups: [screenGroup(term, rights, go), reportGroup(term, rights, go), ...records].filter(
      ({ entries }) => entries.length > 0,
    ),
    state:
      term === '' || isFresh
        ? ('complete' as const)
        : failed
          ? ('failed' as const)
          : ('pending' as const),
    retry: () => void query.refetch(),
  };
};

type Go = { toAddress: (href: string) => void; toRecord: (target: RecordTarget) => void };

const useGo = (): Go => {
  const router = useRouter();
  const navigate = useNavigate();
  return {
    toAddress: (href) => void router.navigate({ href }),
    toRecord: (target) => void navigate(addressOfRecord(target)),
  };
};

/** Other names of screens besides the menu's. */
const otherNames: Record<string, string> = {
  '/': 'Today',
  '/dashboard': 'Dashboard',
  '/course': 'Classes',
  '/lessons': 'Calendar Week Day',
  '/discountcode': 'Promo',
  '/tutor-payments': 'Payroll Salary',
  '/tickets/stat': 'Statistics',
  '/tls': 'Live Sessions',
  '/admin/system': 'Jobs Backup Settings Version',
  '/admin/audit': 'History Log',
  '/profile': 'Change Password',
};

type Screen = { label: string; to: string; keys?: string };

const screensOf = (rights: Rights): Screen[] => [
  { label: 'Home', to: '/' },
  ...visibleMenu((route) => mayOpen(rights, route)).flatMap((group): Screen[] =>
    group.entries.map(({ label, to, keys }) => ({
      label: group.kind === 'tree' ? `${group.label}: ${label}` : label,
      to: to,
      keys,
    })),
  ),
  { label: 'Profile', to: '/profile' },
];

/** True if one word starts with the other, as for "ord", "orders" and "Order". */
const meet = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

const screenGroup = (term: string, rights: Rights, { toAddress }: Go): EntryGroup => {
  const words = wordsOf(term);
  const found = screensOf(rights).filter(({ label, to }) => {
    const names = wordsOf(`${label.replace(':', '')} ${otherNames[to] ?? ''}`);
    return words.every((word) => names.some((name) => meet(name, word)));
  });
  return {
    label: 'Screens',
    entries: found.map(({ label, to, keys }) => ({
      key: to,
      icon: IconArrowRight,
      name: label,
      end: keys && <KeyHint keys={keys.toUpperCase()} plain />,
      open: () => toAddress(to),
      isStale: false,
    })),
  };
};

/** Reports of screens that the user may open; only for non-empty text. */
const reportGroup = (term: string, rights: Rights, { toAddress }: Go): EntryGroup => {
  const words = wordsOf(term);
  const isNamed = (screen: ReportScreen, { label }: ReportName) => {
    const names = wordsOf(`${label} ${screenNames[screen]} ${otherNames[screen] ?? ''} report`);
    return words.every((word) => names.some((name) => meet(name, word)));
  };
  const found = (Object.keys(reportNames) as ReportScreen[])
    .filter((screen) => term !== '' && mayOpen(rights, screen))
    .flatMap((screen) =>
      reportNames[screen]
        .filter((report: ReportName) => report.flag === undefined || can(rights, report.flag))
        .filter((report) => isNamed(screen, report))
        .map(({ value, label }) => ({ href: `${screen}?tab=${value}`, label, screen })),
    );
  return {
    label: 'Reports',
    entries: found.map(({ href, label, screen }) => ({
      key: href,
      icon: IconChartBar,
      name: label,
      about: screenNames[screen],
      open: () => toAddress(href),
      isStale: false,
    })),
  };
};

const recordGroups = (
  found: Found | undefined,
  timeZone: string,
  { toRecord }: Go,
  isStale: boolean,
): EntryGroup[] => {
  if (!found) return [];
  const entry = (target: RecordTarget, shown: Omit<Entry, 'key' | 'open' | 'isStale'>): Entry => ({
    ...shown,
    key: target.id,
    open: () => toRecord(target),
    isStale,
  });
  const { users, classes, lessons, orders, tickets } = found;
  return [
    {
      label: 'Users',
      note: partOf(users),
      entries: (users?.data ?? []).map((user) =>
        entry(
          { to: 'student', id: user._id },
          {
            icon: user._type === 'Student' ? IconUser : IconUsers,
            name: user.name || user.email,
            about: [
              user.parent_match && `parent ${user.parent_match}`,
              user.name && user.email,
              formatPhone(user),
            ]
              .filter(Boolean)
              .join(' · '),
            end: <Tag>{user._type}</Tag>,
          },
        ),
      ),
    },
    {
      label: 'Classes',
      note: partOf(classes),
      entries: (classes?.data ?? []).map((found) =>
        entry(
          { to: 'class', id: found._id },
          {
            icon: IconChalkboard,
            name: found.name,
            about: found.subject,
            end: !found.is_active && <Tag>Inactive</Tag>,
          },
        ),
      ),
    },
    {
      label: 'Lessons',
      note: 'the nearest first',
      entries: (lessons ?? []).map((lesson) =>
        entry(
          { to: 'lesson', id: lesson._id, classId: lesson.class._id },
          {
            icon: IconCalendarEvent,
            name: `${lesson.class.name}, ${lessonLabel(lesson)}`,
            about: formatDateTime(lesson.scheduled_on, timeZone),
          },
        ),
      ),
    },
    {
      label: 'Orders',
      note: 'the newest first',
      entries: (orders ?? []).map((order) =>
        entry(
          { to: 'order', id: order._id },
          {
            icon: IconReceipt,
            name: `${order.created_by.name}, ${order.class.name}`,
            about: `${order.type}, ${formatDay(businessDayOf(order.created, timeZone))}`,
            end: <StatusChip tone={orderTone(order.status)}>{order.status}</StatusChip>,
          },
        ),
      ),
    },
    {
      label: 'Tickets',
      note: 'open ones first',
      entries: (tickets ?? []).map((ticket) =>
        entry(
          { to: 'ticket', id: ticket._id, type: ticket.type },
          {
            icon: IconTicket,
            name: `${ticket.student.name}, ${ticket.class.name}`,
            about: [
              ticket.type === 'TrialConversion' ? 'Trial' : 'Renewal',
              ticket.next_action_date && `follow-up ${formatDay(ticket.next_action_date)}`,
            ]
              .filter(Boolean)
              .join(', '),
            end: <StatusChip tone={ticketTone(ticket.status)}>{ticket.status}</StatusChip>,
          },
        ),
      ),
    },
  ];
};

/** "5 of 23" if not all are shown. */
const partOf = (found: { data: unknown[]; count: number } | null): string | undefined =>
  found && found.count > found.data.length
    ? `${found.data.length} of ${found.count.toLocaleString('en-SG')}`
    : undefined;
