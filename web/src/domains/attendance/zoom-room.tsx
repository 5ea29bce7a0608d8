import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LessonAttendance } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type {
  RoomAnswer,
  RoomMaking,
} from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { Moment } from '../../ui/moment.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { useCan } from '../../lib/use-can.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { roomQuery, useRequestReport, useRequestRoom } from './attendance.api.ts';
import styles from './live-lesson.module.css';

/** Zoom's progress while the room does not match the lesson; users with the permission can retry. */
export const ZoomRoomState = ({ lesson }: { lesson: Lesson }) => {
  const answer = useQuery(roomQuery(lesson._id)).data;
  const request = useRequestRoom();
  const mayStart = useCan('lesson.canStartRoom');
  const making = answer?.making;
  if (!making || making.state === 'ready') return null;
  const { state, may_try: mayTry } = making;
  return (
    <Stack className={styles.making} gap="sm" align="flex-start" py="md" px="lg">
      {state !== 'none' && (
        <Group component="p" align="baseline" style={{ overflowWrap: 'anywhere' }} role="status">
          <Dot tone={state === 'failed' ? 'red' : 'blue'} />
          <span>
            <MakingWords making={making} hasRoom={answer.data !== null} />
          </span>
        </Group>
      )}
      {mayTry && mayStart && (
        <Button
          size="xs"
          loading={request.isPending}
          onClick={() => request.mutate({ params: { id: lesson._id } })}
        >
          {state === 'none' ? 'Create room' : 'Try again'}
        </Button>
      )}
      {request.isError && <p role="alert">{sentenceOf(request.error)}</p>}
    </Stack>
  );
};

/** Other lessons that the room's host has at the same time. */
export const HostBooked = ({ booked }: { booked: RoomAnswer['host_booked'] | undefined }) => {
  const { dateTime, time } = useFormats();
  if (!booked) return null;
  const unnamed = booked.count - booked.lessons.length;
  return (
    <Banner tone="warning" title="Zoom host booked twice">
      <p>
        A Zoom host can start one lesson at a time.{' '}
        {booked.host === 'me' ? 'The same host' : booked.host} also has:
      </p>
      <ul>
        {booked.lessons.map((other) => (
          <li key={other._id}>
            {other.name} ({other.class_name}), {dateTime(other.scheduled_on)}–{time(other.ended_on)}
          </li>
        ))}
        {unnamed > 0 && <li>{formatCount(unnamed, 'lesson')} of other tutors</li>}
      </ul>
    </Banner>
  );
};

/** The state of Zoom's participant report, with a button to request it again. */
export const ZoomReportState = ({ attendance }: { attendance: LessonAttendance | undefined }) => {
  const request = useRequestReport();
  if (!attendance) return null;
  const { _id: id, report, abilities } = attendance;
  if (!report && !abilities.request_report) return null;
  return (
    <Stack className={styles.making} gap="sm" align="flex-start" py="md" px="lg">
      {report && <ReportWords report={report} />}
      {abilities.request_report && (
        <Button
          size="xs"
          loading={request.isPending}
          onClick={() => request.mutate({ params: { id } })}
        >
          {report ? 'Ask Zoom again' : 'Ask Zoom for the report'}
        </Button>
      )}
      {request.isError && <p role="alert">{sentenceOf(request.error)}</p>}
    </Stack>
  );
};

const ReportWords = ({ report }: { report: NonNullable<LessonAttendance['report']> }) => {
  const { state, error, next_try: next } = report;
  return (
    <Group component="p" align="baseline" style={{ overflowWrap: 'anywhere' }} role="status">
      <Dot tone={state === 'taken' ? 'green' : state === 'failed' ? 'red' : 'blue'} />
      <span>
        {state === 'taken' ? (
          <>
            Attendance is from Zoom’s report of <Moment at={report.at} />.
          </>
        ) : error === null ? (
          'Requesting the report from Zoom…'
        ) : (
          <>
            No report from Zoom: {error}.{' '}
            {next === null ? (
              'Import its participant file instead.'
            ) : (
              <>
                Next request at <Moment at={next} />.
              </>
            )}
          </>
        )}
      </span>
    </Group>
  );
};

const MakingWords = ({ making, hasRoom }: { making: RoomMaking; hasRoom: boolean }) => {
  const { state, error, next_try: next } = making;
  if (state === 'waiting') return hasRoom ? 'Updating Zoom…' : 'Creating the room…';
  return (
    <>
      {hasRoom ? 'Zoom could not be updated' : 'The room could not be created'}: {error}.{' '}
      {next === null ? (
        'There is no automatic retry.'
      ) : (
        <>
          Next try at <Moment at={next} />.
        </>
      )}
    </>
  );
};
