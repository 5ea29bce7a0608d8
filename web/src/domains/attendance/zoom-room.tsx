import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ZoomReport } from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import type { RoomMaking } from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Moment } from '../../ui/moment.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { roomQuery, useRequestRoom } from './attendance.api.ts';
import styles from './live-lesson.module.css';

/** How far Zoom is with the room of a lesson, while it is not as the lesson is; who edits lessons has it tried again. */
export const ZoomRoomState = ({ lesson }: { lesson: Lesson }) => {
  const answer = useQuery(roomQuery(lesson._id)).data;
  const request = useRequestRoom();
  const making = answer?.making;
  if (!making || making.state === 'ready') return null;
  const { state, may_try: mayTry } = making;
  return (
    <div className={styles.making}>
      {state !== 'none' && (
        <p role="status">
          <Dot tone={state === 'failed' ? 'red' : 'blue'} />
          <span>
            <MakingWords making={making} hasRoom={answer.data !== null} />
          </span>
        </p>
      )}
      {mayTry && lesson.abilities.manage && (
        <Button
          size="xs"
          loading={request.isPending}
          onClick={() => request.mutate({ params: { id: lesson._id } })}
        >
          {state === 'none' ? 'Create room' : 'Try again'}
        </Button>
      )}
      {request.isError && <p role="alert">{sentenceOf(request.error)}</p>}
    </div>
  );
};

/** What became of Zoom's own report of who was there; nothing before it was asked for. */
export const ZoomReportState = ({ report }: { report: ZoomReport | null | undefined }) => {
  if (!report) return null;
  const { state, error, next_try: next } = report;
  return (
    <div className={styles.making}>
      <p role="status">
        <Dot tone={state === 'taken' ? 'green' : state === 'failed' ? 'red' : 'blue'} />
        <span>
          {state === 'taken' ? (
            <>
              Attendance is from Zoom’s report of <Moment at={report.at} />.
            </>
          ) : error === null ? (
            'Zoom is asked for its report…'
          ) : (
            <>
              Zoom gave no report: {error}.{' '}
              {next === null ? (
                'Import its participant file instead.'
              ) : (
                <>
                  Asked again at <Moment at={next} />.
                </>
              )}
            </>
          )}
        </span>
      </p>
    </div>
  );
};

const MakingWords = ({ making, hasRoom }: { making: RoomMaking; hasRoom: boolean }) => {
  const { state, error, next_try: next } = making;
  if (state === 'waiting')
    return hasRoom ? 'Zoom is told of the change…' : 'The room is being made…';
  return (
    <>
      {hasRoom ? 'Zoom does not know of the change yet' : 'The room could not be made'}: {error}.{' '}
      {next === null ? (
        'It is not tried again by itself.'
      ) : (
        <>
          Tried again at <Moment at={next} />.
        </>
      )}
    </>
  );
};
