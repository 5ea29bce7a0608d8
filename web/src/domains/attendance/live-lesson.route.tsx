import { Button } from '@mantine/core';
import { IconFileUpload, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import {
  getLessonAttendance,
  type Attendee,
  type AttendingStudent,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import type { PlaceKind } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { lazyTab, RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { downloadList } from '../../lib/download.ts';
import { formatShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { useServerNow } from '../../lib/use-now.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FactStrip, StripFact } from '../../ui/fact-strip.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { listStateOf } from '../../ui/list-states.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Day, TimeRange } from '../../ui/moment.tsx';
import { PanelScroll } from '../../ui/panel.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { LessonState } from '../lessons/day/lesson-state.tsx';
import { detailSlugOf } from '../lessons/detail-address.ts';
import { lessonCode, lessonTopic } from '../lessons/lesson-words.ts';
import { lessonQuery } from '../lessons/lessons.api.ts';
import { pollAddress } from '../polls/poll-address.ts';
import { pollQuestionsQuery } from '../polls/polls.api.ts';
import { countsOf, minutesBetween } from './attendance-words.ts';
import { attendanceQuery, roomQuery } from './attendance.api.ts';
import { AttendeeList } from './attendee-list.tsx';
import type { LinkOwner } from './live-link-dialog.tsx';
import { Room, Unmatched } from './live-lesson-side.tsx';
import { AttendanceFooter, StudentAttendance } from './student-attendance.tsx';
import styles from './live-lesson.module.css';

const CorrectionDialog = lazyForm(
  async () => (await import('./correction-dialog.tsx')).CorrectionDialog,
);
const MatchDialog = lazyForm(async () => (await import('./match-dialog.tsx')).MatchDialog);
const LiveLinkDialog = lazyForm(
  async () => (await import('./live-link-dialog.tsx')).LiveLinkDialog,
);
const ImportDialog = lazyForm(async () => (await import('./import-dialog.tsx')).ImportDialog);

const PollArea = lazyTab(async () => (await import('../polls/poll-area.tsx')).PollArea);

const tabs = ['payment', 'trial', 'video', 'attendees', 'polls'] as const;
const searchSchema = z.object({
  tab: optionalInAddress(z.enum(tabs)),
  page: optionalInAddress(z.int().min(1)),
  ...pollAddress.shape,
});

/** A lesson that is taught live: who attended and who was there, who matches nobody, and the room (picture 13b). */
const LiveLesson = () => {
  const { lessonId, platform } = Route.useParams();
  const { business_time_zone: zone, product_name: product } = useSettings();
  const mayCorrect = useCan('lesson.canCorrectAttendance');
  const [isImporting, setImporting] = useState(false);
  const slugOf = (lesson: Lesson) => detailSlugOf(lesson.hosting_platform, product);
  return (
    <RecordPage
      noun="lesson"
      query={useQuery(lessonQuery(lessonId))}
      // Where another lesson takes place is no address of this one.
      isElsewhere={(lesson) => slugOf(lesson) !== platform}
      back={{ label: 'Lesson', to: '/lessons' }}
      layout="above"
      head={(lesson) => {
        const day = businessDayOf(lesson.scheduled_on, zone);
        return {
          title: lessonTopic(lesson),
          beside: <States lesson={lesson} />,
          trail: [
            { label: formatShortDay(day), to: '/lessons', search: { date: day } },
            { label: lesson.class_obj.name, to: `/course/${lesson.class}` },
          ],
          crumb: lessonCode(lesson),
          secondary: (
            <>
              {mayCorrect && (
                <Button
                  leftSection={<IconFileUpload size={17} stroke={1.7} />}
                  onClick={() => setImporting(true)}
                >
                  Import CSV
                </Button>
              )}
              <LinkButton
                to="/course/$classId/lesson/$lessonId"
                params={{ classId: lesson.class, lessonId: lesson._id }}
              >
                Open lesson
              </LinkButton>
            </>
          ),
          primary: slugOf(lesson) === 'zoom' && <OpenRoom lesson={lesson} />,
        };
      }}
      facts={(lesson) => <Facts lesson={lesson} />}
    >
      {(lesson) => (
        <>
          <Content lesson={lesson} />
          <ImportDialog open={isImporting ? lesson : null} onClose={() => setImporting(false)} />
        </>
      )}
    </RecordPage>
  );
};

/** The instant it is by the server's clock, exact when the lesson begins and ends. */
const useLessonNow = (lesson: Lesson) => {
  const { data, dataUpdatedAt } = useQuery(attendanceQuery(lesson._id));
  return useServerNow(data && { now: data.data.now, at: dataUpdatedAt }, [
    lesson.scheduled_on,
    lesson.ended_on,
  ]);
};

const States = ({ lesson }: { lesson: Lesson }) => {
  const now = useLessonNow(lesson);
  const isLive = lesson.is_active && lessonStateAt(lesson, now) === 'live';
  return (
    <>
      <Tag>{lessonCode(lesson)}</Tag>
      <LessonState lesson={lesson} now={now} />
      {isLive && (
        <span className={styles.since}>{minutesBetween(lesson.scheduled_on, now)} min</span>
      )}
    </>
  );
};

const OpenRoom = ({ lesson }: { lesson: Lesson }) => {
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

const Facts = ({ lesson }: { lesson: Lesson }) => {
  const { business_time_zone: zone } = useSettings();
  const attendance = useQuery(attendanceQuery(lesson._id)).data?.data;
  const counts = attendance && countsOf(attendance);
  return (
    <FactStrip label="Details" description="">
      <StripFact
        label="Time"
        main={<Day day={businessDayOf(lesson.scheduled_on, zone)} />}
        about={
          <>
            <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />, {zone}
          </>
        }
      />
      <StripFact
        label="Hosting platform"
        main={lesson.hosting_platform}
        about={`${lesson.hosting_type}, ${lesson.seats} of ${lesson.max_cap} seats`}
      />
      <StripFact
        label="Class"
        main={<RecordLink to="class" id={lesson.class} name={lesson.class_obj.name} />}
        about={<RecordLinks to="tutor" records={lesson.tutor} empty="No tutor" />}
      />
      <StripFact label="TAs" main={<RecordLinks to="tutor" records={lesson.ta} />} />
      <StripFact
        label="Attendance"
        main={counts ? `${counts.attended + counts.half} of ${counts.expected}` : 'N/A'}
        about={
          <span className={styles.counts}>
            <Meter
              label={
                counts
                  ? `${counts.attended} attended, ${counts.half} half attended, ${counts.absent} absent`
                  : 'No attendance data'
              }
              height={8}
              total={counts?.expected ?? 1}
              parts={[
                { value: counts?.attended ?? 0, tone: 'green' },
                { value: counts?.half ?? 0, tone: 'orange' },
                { value: counts?.absent ?? 0, tone: 'red' },
              ]}
            />
            <span>
              {counts
                ? `${counts.attended} attended · ${counts.half} half · ${counts.absent} absent`
                : 'No attendance data'}
            </span>
          </span>
        }
      />
    </FactStrip>
  );
};

const kinds: readonly (readonly [(typeof tabs)[number], string, PlaceKind])[] = [
  ['payment', 'Payment', 'PAYMENT'],
  ['trial', 'Trial', 'TRIAL'],
  ['video', 'Video', 'PAYMENT_VIDEO'],
];

/** The students, attendees and polls in tabs; beside them the room and who matches nobody. */
const Content = ({ lesson }: { lesson: Lesson }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(attendanceQuery(lesson._id));
  const attendance = query.data?.data;
  const state = listStateOf(query);
  const now = useLessonNow(lesson);
  const [corrected, setCorrected] = useState<AttendingStudent | null>(null);
  const [linked, setLinked] = useState<LinkOwner | null>(null);
  const [matched, setMatched] = useState<Attendee | null>(null);
  const end = (
    <DownloadButton
      download={() =>
        downloadList(getLessonAttendance, { params: { id: lesson._id } }, 'attendance.csv')
      }
    />
  );
  const polls: RecordTab<(typeof tabs)[number]> = {
    value: 'polls',
    label: 'Polls',
    count: useQuery(pollQuestionsQuery(lesson._id)).data?.count ?? 0,
    content: (pages) => (
      <PollArea
        lessonId={lesson._id}
        address={search}
        onAddress={(next) => void navigate({ search: { ...next, tab: 'polls' } })}
        {...pages}
      />
    ),
  };
  const shared = { attendance, state };
  const students = kinds.map(([value, label, kind]): RecordTab<(typeof tabs)[number]> => ({
    value,
    label,
    count: attendance?.students.filter((student) => student.kind === kind).length ?? 0,
    end,
    content: () => (
      <PanelScroll label={label} busy={state.refetching}>
        <StudentAttendance
          {...shared}
          label={label}
          kind={kind}
          now={now}
          onCorrect={setCorrected}
          onLink={setLinked}
        />
        <AttendanceFooter attendance={attendance} />
      </PanelScroll>
    ),
  }));
  return (
    <div className={styles.content}>
      <RecordTabs
        tabs={[
          ...students,
          {
            value: 'attendees',
            label: 'Attendees',
            count: attendance?.attendees.length ?? 0,
            content: () => (
              <PanelScroll label="Attendees" busy={state.refetching}>
                <AttendeeList {...shared} lessonId={lesson._id} onMatch={setMatched} />
              </PanelScroll>
            ),
          },
          polls,
        ]}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
      />
      <div className={styles.side}>
        <Room lesson={lesson} onLink={attendance?.abilities.correct ? setLinked : undefined} />
        {attendance?.abilities.correct && (
          <Unmatched attendees={attendance.attendees} onMatch={setMatched} />
        )}
      </div>
      <CorrectionDialog lessonId={lesson._id} open={corrected} onClose={() => setCorrected(null)} />
      <LiveLinkDialog lesson={lesson} open={linked} onClose={() => setLinked(null)} />
      <MatchDialog
        lessonId={lesson._id}
        open={matched}
        students={attendance?.students ?? []}
        onClose={() => setMatched(null)}
      />
    </div>
  );
};

export const Route = createFileRoute('/_signed-in/lessons/$lessonId/detail/$platform')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params }: { params: { lessonId: string } }) => [
      lessonQuery(params.lessonId),
      attendanceQuery(params.lessonId),
      roomQuery(params.lessonId),
    ],
  },
  component: LiveLesson,
});
