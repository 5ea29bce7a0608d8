import { Group, Box, Text } from '@mantine/core';
import { IconPencil, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import {
  audiences,
  listLiveSessions,
  sessionLevels,
  sessionSubjects,
  type LiveSession,
} from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import {
  endOfSession,
  sessionStateAt,
} from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { CardRows } from '../../kit/list/card-rows.tsx';
import { defineList, firstPage } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { ListPage, type Column, type RowActions } from '../../kit/list/list.tsx';
import { RowLink } from '../../kit/list/row-link.tsx';
import { deleteAction } from '../../kit/list/use-row-delete.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import { StatusChip, Tags, type Tone } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { audienceWords, flagWords, seriesOrKeywords } from './live-session-words.ts';
import rowStyles from '../../ui/rows.module.css';
import styles from './live-sessions.module.css';

// Loaded on demand: rarely needed when the list opens.
const LiveSessionForm = lazyForm(
  async () => (await import('./live-session-form.tsx')).LiveSessionForm,
);
const AttendeeDialog = lazyForm(async () => (await import('./attendee-dialog.tsx')).AttendeeDialog);
const DeleteSessionDialog = lazyForm(
  async () => (await import('./delete-session-dialog.tsx')).DeleteSessionDialog,
);

const sessionList = defineList({
  operation: listLiveSessions,
  nouns: ['TLS session', 'TLS sessions'],
  pageSize: 20,
  file: 'tls-sessions.csv',
  search: { label: 'Name, keyword or host' },
  sort: { default: ['scheduled_on', 'desc'], columns: ['name', 'scheduled_on', 'attendee_count'] },
  filters: {
    period: choice(['upcoming', 'past'], {
      label: 'Period',
      words: (period) => (period === 'past' ? 'Past' : 'Upcoming'),
    }),
    subject: choice(sessionSubjects, {
      label: 'Subject',
      where: (subject) => ({ 'meta.subject': subject }),
    }),
    level: choice(sessionLevels, {
      label: 'Level',
      words: formatLevel,
      where: (level) => ({ 'meta.level': level }),
    }),
    audience: choice(audiences, {
      label: 'Audience',
      words: (audience) => (audience === 'parent' ? 'Parents' : 'Students'),
      where: (audience) => ({ target_audience: audience }),
    }),
  },
  empty: { none: 'There are no TLS sessions to display' },
});

export const sessionSearchSchema = sessionList.address.extend({
  dialog: optionalInAddress(z.enum(['create'])),
  /** The session being edited, and the session whose attendees are shown. */
  session: optionalInAddress(z.uuid()),
  attendees: optionalInAddress(z.uuid()),
});
export type SessionSearch = z.infer<typeof sessionSearchSchema>;

export const firstSessions = ({ search, settings }: { search: object; settings: ClientSettings }) =>
  firstPage(sessionList)({ search: sessionSearchSchema.parse(search), settings });

type Props = {
  search: SessionSearch;
  onSearch: (search: SessionSearch, step?: { replaces: boolean }) => void;
};

/** Live sharing sessions: find, see attendees, create, update and delete (part 2 §2, TLS sessions). */
export const LiveSessionList = ({ search, onSearch }: Props) => {
  const canCreate = useCan('tls.canCreate');
  const [deleted, setDeleted] = useState<LiveSession | null>(null);
  const formats = useFormats();
  const now = useNow();
  const { dialog, session, attendees, ...shown } = search;
  const close = () => onSearch(shown, { replaces: true });
  const form = dialog === 'create' && canCreate ? 'new' : (session ?? null);
  const showAttendees = (id: string) => onSearch({ ...shown, attendees: id });
  const actions = actionsOf({
    update: (id) => onSearch({ ...shown, session: id }),
    showAttendees,
    remove: setDeleted,
  });
  const narrow = useNarrow();

  return (
    <ListPage
      title="TLS sessions"
      list={sessionList}
      address={search}
      onAddress={onSearch}
      columns={columnsOf(formats, now)}
      lines={2}
      actions={actions}
      render={
        narrow
          ? (rows) => (
              <CardRows
                {...rows}
                renderRow={(session: LiveSession) => (
                  <SessionCard session={session} now={now} actions={actions.of(session)} />
                )}
              />
            )
          : undefined
      }
      primary={
        canCreate && {
          label: 'Create live session',
          onClick: () => onSearch({ ...shown, dialog: 'create' }),
        }
      }
    >
      <LiveSessionForm
        open={useCan('tls.canUpdate') || form === 'new' ? form : null}
        onClose={close}
      />
      <AttendeeDialog open={attendees ?? null} onClose={close} />
      <DeleteSessionDialog
        open={deleted}
        onClose={() => setDeleted(null)}
        onAttendees={(id) => {
          setDeleted(null);
          showAttendees(id);
        }}
      />
    </ListPage>
  );
};

const columnsOf = (formats: ReturnType<typeof useFormats>, now: string): Column<LiveSession>[] => [
  {
    key: 'name',
    header: 'Session',
    width: 264,
    sortBy: 'name',
    lead: true,
    text: ({ name, meta }) => [name, seriesOrKeywords(meta)].filter(Boolean).join(', '),
    render: ({ _id, name, meta, cover_photo: cover }) => (
      <Group gap="md">
        <img className={styles.cover} src={cover} alt="" width={56} height={32} loading="lazy" />
        <Box flex={1} miw={0}>
          <TwoLines
            first={<RowLink opens={{ attendees: _id }}>{name}</RowLink>}
            second={seriesOrKeywords(meta) || '–'}
          />
        </Box>
      </Group>
    ),
  },
  {
    key: 'when',
    header: 'When',
    width: 138,
    sortBy: 'scheduled_on',
    figures: true,
    text: (row) =>
      `${formats.dateTime(row.scheduled_on)}, ${row.event_duration} minutes, until ${formats.time(endOfSession(row))}`,
    render: (row) => (
      <TwoLines
        first={<time dateTime={row.scheduled_on}>{formats.longDay(row.scheduled_on)}</time>}
        second={`${formats.time(row.scheduled_on)} · ${row.event_duration} min`}
      />
    ),
  },
  {
    key: 'host',
    header: 'Host',
    width: 148,
    text: ({ host_by: host }) => host.name || '–',
    render: ({ host_by: host }) => <RecordLink to="tutor" id={host._id} name={host.name || '–'} />,
  },
  {
    key: 'subject',
    header: 'Subject and level',
    width: 128,
    text: ({ meta }) => `${meta.subject}, ${formatLevel(meta.level)}`,
    render: ({ meta }) => <TwoLines first={meta.subject} second={formatLevel(meta.level)} />,
  },
  {
    key: 'audience',
    header: 'Audience',
    width: 84,
    text: (row) => audienceWords[row.target_audience],
  },
  {
    key: 'flags',
    header: 'Flags',
    width: 116,
    text: (row) => flagWords(row).join(', ') || '–',
    render: (row) => (flagWords(row).length > 0 ? <Tags words={flagWords(row)} /> : '–'),
  },
  {
    key: 'attendees',
    header: 'Attendees',
    width: 98,
    sortBy: 'attendee_count',
    align: 'right',
    text: (row) => row.attendee_count.toLocaleString('en-SG'),
  },
  {
    key: 'state',
    header: 'State',
    width: 102,
    text: (row) => sessionStateAt(row, now),
    render: (row) => <SessionState session={row} now={now} />,
  },
];

type Acts = {
  update: (id: string) => void;
  showAttendees: (id: string) => void;
  remove: (session: LiveSession) => void;
};

const actionsOf = (acts: Acts): RowActions<LiveSession> => ({
  nameOf: ({ name }) => name,
  of: (row) => [
    { label: 'Attendee list', icon: IconUsers, onClick: () => acts.showAttendees(row._id) },
    ...(row.abilities.update
      ? [{ label: 'Update', icon: IconPencil, onClick: () => acts.update(row._id) }]
      : []),
    ...(row.abilities.delete ? [deleteAction(() => acts.remove(row))] : []),
  ],
});

const tones: Record<ReturnType<typeof sessionStateAt>, Tone> = {
  Coming: 'blue',
  Live: 'green',
  Ended: 'grey',
};

/** Whether a session is upcoming, live or over at an instant. */
const SessionState = ({ session, now }: { session: LiveSession; now: string }) => {
  const state = sessionStateAt(session, now);
  return <StatusChip tone={tones[state]}>{state}</StatusChip>;
};

type CardProps = {
  session: LiveSession;
  now: string;
  actions: readonly RowAction[];
};

/** A session on a phone: the content of the table's columns, stacked. */
const SessionCard = ({ session, now, actions }: CardProps) => {
  const formats = useFormats();
  const { _id, name, meta, host_by: host, scheduled_on: start } = session;
  const series = seriesOrKeywords(meta);
  return (
    <Box className={`${rowStyles.card} ${styles.wraps}`} component="article" px="md" py="sm">
      <Group>
        <SessionState session={session} now={now} />
        <Text span inherit flex={1} c="secondary" ta="right" data-figures>
          <time dateTime={start}>{formats.longDay(start)}</time>, {formats.time(start)}
        </Text>
        <RowMenu of={name} actions={actions} />
      </Group>
      <Text variant="title" c="bright">
        <RowLink opens={{ attendees: _id }}>{name}</RowLink>
      </Text>
      {series && (
        <Text variant="meta" c="dimmed">
          {series}
        </Text>
      )}
      <Text variant="meta" c="dimmed">
        {[
          host.name || 'No host',
          meta.subject,
          formatLevel(meta.level),
          `${session.event_duration} min`,
        ].join(' · ')}
      </Text>
      <Text variant="meta" c="dimmed">
        {[
          formatCount(session.attendee_count, 'attendee'),
          audienceWords[session.target_audience],
          ...flagWords(session),
        ].join(' · ')}
      </Text>
    </Box>
  );
};
