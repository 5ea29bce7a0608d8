import { IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import {
  listLiveSessionAttendance,
  liveSessionStatuses,
  type LiveSessionAttendance as Row,
} from 'staffroom-contract/domains/attendance/live-session-attendance.contract.ts';
import { liveSessionRate } from 'staffroom-contract/domains/attendance/lesson-attendance.rules.ts';
import { noAttendance } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { sessionSubjects } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { endOfSession } from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import { addDays, monthOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { defineList } from '../../kit/list/define-list.ts';
import { choice, days } from '../../kit/list/filters.tsx';
import { ListTab, type Column, type RowActions } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { optionalInAddress, useAddress } from '../../lib/address-values.ts';
import { formatCount } from '../../lib/formats.ts';
import { useCan, useMayOpen } from '../../lib/use-can.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { Meter } from '../../ui/meter.tsx';
import { useImportLiveSessionAttendance } from './attendance.api.ts';

// Loaded lazily: rarely needed for the first view of the list.
const LiveSessionSignUps = lazyForm(
  async () => (await import('./live-session-sign-ups.tsx')).LiveSessionSignUps,
);
const LiveSessionOthers = lazyForm(
  async () => (await import('./live-session-sign-ups.tsx')).LiveSessionOthers,
);
const ImportDialog = lazyForm(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Default period: from the start of last week to today (part 2 §9, Ticket defaults). */
const usualDays = (today: string) => ({ start: weekOf(addDays(today, -7)).start, end: today });

const sessionList = defineList({
  operation: listLiveSessionAttendance,
  nouns: ['TLS session', 'TLS sessions'],
  pageSize: 15,
  file: 'tls-attendance.csv',
  search: { label: 'Session name', field: 'name' },
  days: days({
    label: 'Held',
    field: 'date_range',
    default: usualDays,
    picks: (today) => [
      { label: 'Since last week', ...usualDays(today) },
      { label: 'This week', ...weekOf(today) },
      { label: 'Last week', ...weekOf(addDays(today, -7)) },
      { label: 'This month', ...monthOf(today) },
      { label: 'Last month', ...monthOf(addDays(monthOf(today).start, -1)) },
    ],
  }),
  sort: {
    default: ['scheduled_on', 'desc'],
    columns: ['scheduled_on', 'signed_up', 'attended', 'absent', 'rate', 'others'],
  },
  filters: { subject: choice(sessionSubjects, { label: 'Subject' }) },
  empty: { none: 'There are no TLS sessions to display' },
});

/** URL search of the report. */
const addressSchema = sessionList.address.extend({
  /** The session whose attendees are shown, filtered by status. */
  session: optionalInAddress(z.uuid()),
  attended: optionalInAddress(z.enum(liveSessionStatuses)),
  /** Shows those who attended without a sign-up instead. */
  others: optionalInAddress(z.literal(true)),
});

type Props = {
  search: object;
  onSearch: (search: object, step?: { replaces: boolean }) => void;
};

/** Sign-ups of the live sessions in a period and their attendance (part 2 §2, Dashboard). */
export const LiveSessionAttendance = ({ search, onSearch }: Props) => {
  const address = useAddress(addressSchema, search);
  const { session, attended, others, ...shown } = address;
  const [imported, setImported] = useState<(Row & { ended_on: string }) | null>(null);
  const mayImport = useCan('tls.canUpdate');
  const opensSessions = useMayOpen()('/tls');
  return (
    <>
      <ListTab
        list={sessionList}
        address={address}
        onAddress={onSearch}
        caption="TLS attendance"
        lines={2}
        columns={columnsOf(useFormats(), opensSessions)}
        actions={
          mayImport
            ? actionsOf((row) => setImported({ ...row, ended_on: endOfSession(row) }))
            : undefined
        }
      />
      <LiveSessionSignUps
        open={(!others && session) || null}
        attended={attended}
        onChange={(next) => onSearch({ ...address, attended: next }, { replaces: true })}
        onClose={() => onSearch(shown, { replaces: true })}
      />
      <LiveSessionOthers
        open={(others && session) || null}
        onClose={() => onSearch(shown, { replaces: true })}
      />
      <ImportDialog
        open={imported}
        useSaving={useImportLiveSessionAttendance}
        onClose={() => setImported(null)}
      />
    </>
  );
};

const actionsOf = (onImport: (row: Row) => void): RowActions<Row> => ({
  nameOf: ({ name }) => name,
  of: (row) => [{ label: 'Import CSV', icon: IconUpload, onClick: () => onImport(row) }],
});

/** A count that opens its list of people. */
const PeopleLink = ({
  row,
  count,
  ...chosen
}: {
  row: Row;
  count: number;
  attended?: (typeof liveSessionStatuses)[number];
  others?: true;
}) => (
  <Link
    to="."
    search={
      ((search: object) => ({
        ...search,
        session: row._id,
        attended: undefined,
        ...chosen,
      })) as never
    }
    aria-label={`${count} ${chosen.others ? 'others' : (chosen.attended ?? 'signed up')} of ${row.name}`}
  >
    {count.toLocaleString('en-SG')}
  </Link>
);

const percent = (row: Row) => {
  const rate = liveSessionRate(row);
  return rate === null ? '–' : `${rate}%`;
};

const columnsOf = (
  formats: ReturnType<typeof useFormats>,
  opensSessions: boolean,
): Column<Row>[] => [
  {
    key: 'session',
    header: 'Session',
    width: 214,
    lead: true,
    text: ({ name, subject }) => `${name}, ${subject}`,
    render: (row) => (
      <TwoLines
        first={
          opensSessions ? (
            <Link to="/tls" search={{ attendees: row._id }}>
              {row.name}
            </Link>
          ) : (
            row.name
          )
        }
        second={`${row.subject} · for ${row.target_audience === 'parent' ? 'parents' : 'students'}`}
      />
    ),
  },
  {
    key: 'host',
    header: 'Host',
    width: 124,
    text: ({ host_by: host }) => host.name || '–',
    render: ({ host_by: host }) => <RecordLink to="tutor" id={host._id} name={host.name || '–'} />,
  },
  {
    key: 'when',
    header: 'When',
    width: 132,
    figures: true,
    text: (row) =>
      `${formats.longDay(row.scheduled_on)}, ${formats.timeRange(row.scheduled_on, endOfSession(row))}`,
    render: (row) => (
      <TwoLines
        first={<time dateTime={row.scheduled_on}>{formats.longDay(row.scheduled_on)}</time>}
        second={formats.timeRange(row.scheduled_on, endOfSession(row))}
      />
    ),
  },
  {
    key: 'meter',
    header: 'Attendance',
    width: 124,
    text: attendedWords,
    render: (row) => (
      <TwoLines
        first={attendedWords(row)}
        second={
          row.attended !== null && (
            <Meter
              label={attendedWords(row)}
              total={row.signed_up}
              parts={[{ value: row.attended, tone: 'green' }]}
            />
          )
        }
      />
    ),
  },
  {
    key: 'signed_up',
    header: 'Signed up',
    width: 106,
    sortBy: 'signed_up',
    align: 'right',
    render: (row) => <PeopleLink row={row} count={row.signed_up} />,
  },
  {
    key: 'attended',
    header: 'Attended',
    width: 102,
    sortBy: 'attended',
    align: 'right',
    render: (row) =>
      row.attended === null ? (
        noAttendance
      ) : (
        <PeopleLink row={row} attended="attended" count={row.attended} />
      ),
  },
  {
    key: 'absent',
    header: 'Absent',
    width: 90,
    sortBy: 'absent',
    align: 'right',
    render: (row) =>
      row.attended === null ? (
        noAttendance
      ) : (
        <PeopleLink row={row} attended="absent" count={row.signed_up - row.attended} />
      ),
  },
  {
    key: 'rate',
    header: 'Attended %',
    width: 114,
    sortBy: 'rate',
    align: 'right',
    text: percent,
  },
  {
    key: 'others',
    header: 'Others',
    width: 100,
    sortBy: 'others',
    align: 'right',
    text: (row) =>
      row.attended === null
        ? noAttendance
        : `${formatCount(row.others, 'other')} who had not signed up`,
    render: (row) =>
      row.attended === null ? noAttendance : <PeopleLink row={row} others count={row.others} />,
  },
];

/** "31 of 44 attended". */
function attendedWords(row: Row): string {
  return row.attended === null ? noAttendance : `${row.attended} of ${row.signed_up} attended`;
}
