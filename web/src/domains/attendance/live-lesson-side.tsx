import { ActionIcon, Box, Button, Flex, Group, Text, Stack } from '@mantine/core';
import { IconCopy, IconDoorEnter, IconPlayerPlay, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type {
  Attendee,
  OutsideStay,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useCan } from '../../lib/use-can.ts';
import { useSessionUser } from '../../lib/session.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import { attendanceQuery, roomQuery } from './attendance.api.ts';
import { attendeeName } from './attendance-words.ts';
import type { LinkOwner } from './live-link-dialog.tsx';
import { Stay } from './attending-students.tsx';
import { useLessonNow } from './use-lesson-now.ts';
import { HostBooked, ZoomReportState, ZoomRoomState } from './zoom-room.tsx';
import { PersonLines } from './person-lines.tsx';
import rows from '../../ui/rows.module.css';
import styles from './live-lesson.module.css';

type UnmatchedProps = { attendees: readonly Attendee[]; onMatch: (attendee: Attendee) => void };

/** Attendees without a match, each to be matched by hand. */
export const Unmatched = ({ attendees, onMatch }: UnmatchedProps) => {
  const unmatched = attendees.filter(({ as }) => as === 'unmatched');
  if (unmatched.length === 0) return null;
  return (
    <Panel label="Not matched">
      <PanelHeader>
        <Flex component="h2" gap="sm" align="center" variant="title">
          Not matched <CountPill count={unmatched.length} />
        </Flex>
      </PanelHeader>
      <ul className={rows.rows}>
        {unmatched.map((attendee) => (
          <Group
            key={attendee._id}
            component="li"
            className={rows.row}
            justify="space-between"
            gap="md"
          >
            <PersonLines name={attendeeName(attendee)}>
              {attendee.email || 'no e-mail'} · <Stay presence={attendee} />
            </PersonLines>
            <Button
              size="xs"
              aria-label={`Match ${attendeeName(attendee)}`}
              onClick={() => onMatch(attendee)}
            >
              Match
            </Button>
          </Group>
        ))}
      </ul>
    </Panel>
  );
};

/** Presence more than 2 hours before or after the lesson, which does not count; renders nothing without any. */
export const OutsideLesson = ({ stays }: { stays: readonly OutsideStay[] }) => {
  if (stays.length === 0) return null;
  return (
    <Panel label="Outside the lesson">
      <PanelHeader>
        <Flex component="h2" gap="sm" align="center" variant="title">
          Outside the lesson <CountPill count={stays.length} />
        </Flex>
      </PanelHeader>
      <Text c="secondary" px="lg" py="md">
        Times more than 2 hours before the start or after the end. They do not count.
      </Text>
      <ul className={rows.rows}>
        {stays.map(({ _id, name, email, joined_at: joined, left_at: left }) => (
          <Group key={_id} component="li" className={rows.row} justify="space-between" gap="md">
            <PersonLines name={name || email || 'Unnamed attendee'}>
              {joined !== null && (
                <>
                  joined <Moment at={joined} />
                </>
              )}
              {joined !== null && left !== null && ', '}
              {left !== null && (
                <>
                  left <Moment at={left} />
                </>
              )}
            </PersonLines>
          </Group>
        ))}
      </ul>
    </Panel>
  );
};

type RoomProps = {
  lesson: Lesson;
  /** Opens a person's live link; undefined if the user may not share links. */
  onLink: ((owner: LinkOwner) => void) | undefined;
  /** Opens the link that starts the room as host. */
  onStart: () => void;
};

/** The lesson's room with copyable parts, or its absence (part 2 §8), and the teachers' live links. */
export const Room = ({ lesson, onLink, onStart }: RoomProps) => {
  const query = useQuery(roomQuery(lesson._id));
  const room = query.data?.data;
  const isZoom = lesson.hosting_platform === 'Zoom';
  const isOver = lessonStateAt(lesson, useLessonNow(lesson)) === 'ended';
  const mayStart = useCan('lesson.canStartRoom') && isZoom && lesson.is_active && !isOver;
  return (
    <Panel label="Integration">
      <PanelHeader>
        <Flex component="h2" gap="sm" align="center" variant="title">
          {isZoom ? 'Zoom integration' : 'Integration'}
        </Flex>
      </PanelHeader>
      {query.isError ? (
        <Text c="secondary" px="lg" py="md">
          {sentenceOf(query.error)}
        </Text>
      ) : room ? (
        <Box component="dl" m={0} px="lg" py="sm">
          <Part label="ID" value={room.id} />
          <Part label="Password" value={room.password} />
          <Part label="Registration url" value={room.registration_url} />
          <Part label="Host e-mail" value={room.host_email} />
          <Part label="Alternative hosts" value={room.settings.alternative_hosts} />
        </Box>
      ) : query.isPending ? (
        <Text component="div" px="lg" py="md" aria-busy="true">
          <SkeletonBar width={70} />
        </Text>
      ) : (
        <Text c="secondary" px="lg" py="md">
          {isZoom ? 'No zoom room created' : 'No integration details found.'}
        </Text>
      )}
      {room && mayStart && (
        <Stack className={styles.making} gap="sm" align="flex-start" py="md" px="lg">
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={16} stroke={1.7} />}
            onClick={onStart}
          >
            Start link
          </Button>
        </Stack>
      )}
      {!isOver && <HostBooked booked={query.data?.host_booked} />}
      <ZoomRoomState lesson={lesson} />
      <ZoomReportState attendance={useQuery(attendanceQuery(lesson._id)).data?.data} />
      {onLink && !isZoom && <TeacherLinks lesson={lesson} onLink={onLink} />}
    </Panel>
  );
};

/** Live links of the lesson's tutors and TAs; a Tutor sees only their own. */
const TeacherLinks = ({
  lesson,
  onLink,
}: {
  lesson: Lesson;
  onLink: (owner: LinkOwner) => void;
}) => {
  const { _id: me, _type: role } = useSessionUser();
  const teachers = [
    ...lesson.tutor.map((person) => ({ ...person, as: 'Tutor' })),
    ...lesson.ta.map((person) => ({ ...person, as: 'TA' })),
  ].filter(({ _id }) => role !== 'Tutor' || _id === me);
  if (teachers.length === 0) return null;
  return (
    <ul className={`${rows.rows} ${styles.making}`} aria-label="Live links">
      {teachers.map(({ _id, name, as }) => (
        <Group
          key={`${as} ${_id}`}
          component="li"
          className={rows.row}
          justify="space-between"
          gap="md"
        >
          <PersonLines name={name}>{as}</PersonLines>
          <Button
            size="xs"
            leftSection={<IconDoorEnter size={16} stroke={1.7} />}
            aria-label={`Live link of ${name}`}
            onClick={() => onLink({ _id, name })}
          >
            Live link
          </Button>
        </Group>
      ))}
    </ul>
  );
};

const Part = ({ label, value }: { label: string; value: string }) => (
  <Group mih={30}>
    <Text component="dt" variant="meta" c="dimmed" flex="none" w={108}>
      {label}
    </Text>
    <Text component="dd" truncate flex={1} m={0} title={value} data-figures>
      {value || '–'}
    </Text>
    <Box component="dd" m={0}>
      {value !== '' && (
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={`Copy ${label}`}
          onClick={() => void copyText(label, value)}
        >
          <IconCopy size={16} stroke={1.7} />
        </ActionIcon>
      )}
    </Box>
  </Group>
);

/** A phone's last line: copies or opens the room (picture 13d). */
export const RoomBar = ({ lesson }: { lesson: Lesson }) => {
  const room = useQuery(roomQuery(lesson._id)).data?.data;
  if (!room) return null;
  return (
    <BottomBar>
      <PersonLines name={`Zoom ${room.id}`}>
        {room.password && `password ${room.password}`}
      </PersonLines>
      <ActionIcon
        size={40}
        variant="default"
        aria-label="Copy room"
        onClick={() =>
          void copyText('Room', `${room.registration_url} ID ${room.id} password ${room.password}`)
        }
      >
        <IconCopy size={17} stroke={1.7} />
      </ActionIcon>
      <OpenRoom lesson={lesson} />
    </BottomBar>
  );
};

/** The primary button of a Zoom lesson with a room. */
export const OpenRoom = ({ lesson }: { lesson: Lesson }) => {
  const url = useQuery(roomQuery(lesson._id)).data?.data?.registration_url;
  return (
    url && (
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        variant="filled"
        leftSection={<IconVideo size={17} stroke={1.7} />}
      >
        Open Zoom
      </Button>
    )
  );
};
