import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getLiveSession,
  listSessionAttendees,
  type SessionAttendee,
} from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import type { LiveSession } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { endOfSession } from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { defineList, listPageQuery } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { operationQuery } from '../../lib/queries.ts';
import { useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tags } from '../../ui/status-chip.tsx';
import styles from './live-sessions.module.css';
import { audienceWords, othersWords } from './live-session-words.ts';

type Props = {
  /** The session's id, null while the dialog is closed. */
  open: string | null;
  onClose: () => void;
};

/** A session's facts and its attendees (part 2 §2, TLS sessions). */
export const AttendeeDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(id, opened) => (
      <Dialog title="Attendee list" opened={opened} onClose={onClose} size={860}>
        <Content id={id} />
      </Dialog>
    )}
  </FreshForm>
);

const Content = ({ id }: { id: string }) => {
  const query = useQuery(operationQuery(getLiveSession, { params: { id } }));
  const session = query.data?.data;
  return (
    <Stack>
      <ListStates
        state={listStateOf(query)}
        noun="session"
        isEmpty={false}
        empty={null}
        skeleton={<HeadSkeleton />}
      >
        {session && <Head session={session} />}
      </ListStates>
      <Attendees id={id} total={session?.attendee_count} />
    </Stack>
  );
};

const HeadSkeleton = () => (
  <Group gap="lg" align="stretch">
    <Box className={styles.cover} w={240} h={135} visibleFrom="sm" />
    <Stack gap="sm" flex={1} miw={0}>
      {[60, 40, 80].map((width) => (
        <SkeletonBar key={width} width={width} />
      ))}
    </Stack>
  </Group>
);

const Head = ({ session }: { session: LiveSession }) => {
  const formats = useFormats();
  const { meta, host_by: host, playback_url: playback } = session;
  return (
    <Flex component="section" gap="lg" aria-label={session.name}>
      {/* Phones need the space for the words. */}
      <Box
        className={styles.cover}
        component="img"
        src={session.cover_photo}
        alt=""
        w={240}
        h={135}
        visibleFrom="sm"
      />
      <Stack className={styles.words} gap="sm" flex={1} miw={0}>
        <Text component="h3" variant="title" c="bright">
          {session.name}
        </Text>
        <Text className={styles.words} inherit c="secondary">
          {session.desc}
        </Text>
        <Facts>
          <Fact label="When">
            {formats.longDay(session.scheduled_on)},{' '}
            {formats.timeRange(session.scheduled_on, endOfSession(session))}
          </Fact>
          <Fact label="Host">
            <RecordLink to="tutor" id={host._id} name={host.name || '–'} />
          </Fact>
          <Fact label="For">
            {audienceWords[session.target_audience]}, {formatLevel(meta.level)}, {meta.subject}
          </Fact>
          {meta.series && (
            <Fact label="Series">{`${meta.series.name}, episode ${meta.series.order}`}</Fact>
          )}
          {meta.keywords.length > 0 && (
            <Fact label="Keywords">
              <Tags words={meta.keywords} />
            </Fact>
          )}
          <Fact label="Playback">
            {playback && (
              <a href={playback} target="_blank" rel="noreferrer">
                {playback}
              </a>
            )}
          </Fact>
        </Facts>
      </Stack>
    </Flex>
  );
};

const attendeeList = defineList({
  operation: listSessionAttendees,
  nouns: ['attendee', 'attendees'],
  pageSize: 20,
  sort: { default: ['name', 'asc'], columns: ['name', 'signed_up_on'] },
  empty: { none: 'There are no attendees to display', detail: 'No sign-ups yet' },
});

type Address = {
  page?: number | undefined;
  sortBy?: 'name' | 'signed_up_on';
  order?: 'asc' | 'desc';
};

const Attendees = ({ id, total }: { id: string; total: number | undefined }) => {
  const [address, setAddress] = useState<Address>({});
  const scope = { params: { id } };
  const named = useQuery(listPageQuery(attendeeList, address, useToday(), scope)).data?.count;
  const others = total === undefined || named === undefined ? 0 : total - named;
  return (
    <Panel>
      <ListTab
        list={attendeeList}
        scope={scope}
        address={address}
        onAddress={setAddress}
        columns={columns}
        caption="Attendees"
        below={
          others > 0 && (
            <Text inherit py="sm" px="lg" c="secondary">
              {othersWords(others)}
            </Text>
          )
        }
      />
    </Panel>
  );
};

const columns: Column<SessionAttendee>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 200,
    sortBy: 'name',
    lead: true,
    text: ({ student }) => student.name || '–',
    render: ({ student }) => (
      <RecordLink to="student" id={student._id} name={student.name || '–'} />
    ),
  },
  { key: 'email', header: 'E-mail', width: 230, text: ({ email }) => email || '–' },
  { key: 'parent', header: 'Parent', width: 150, text: (row) => row.parent_name || '–' },
  {
    key: 'signed_up',
    header: 'Signed up',
    width: 180,
    sortBy: 'signed_up_on',
    figures: true,
    render: ({ signed_up_on: at }) => <Moment at={at} />,
  },
];
