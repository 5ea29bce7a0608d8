import { Group, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import {
  getLessonAttendance,
  type Attendee,
  type AttendingStudent,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { joinProblem } from 'staffroom-contract/domains/lessons/joining.rules.ts';
import { detailSlugOf, lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { ImportedFiles } from '../../domains/attendance/imported-files.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { lazyTab, RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { downloadList } from '../../lib/download.ts';
import { formatShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { listStateOf } from '../../ui/list-states.tsx';
import { ActButton, PageActs } from '../../ui/page-acts.tsx';
import { PanelScroll } from '../../ui/panel.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { useNarrow, useWide } from '../../ui/use-narrow.ts';
import { LessonState } from '../../domains/lessons/day/lesson-state.tsx';
import { lessonCode, lessonTopic } from '../../domains/lessons/lesson-words.ts';
import { lessonQuery } from '../../domains/lessons/lessons.api.ts';
import { pollAddress } from '../../domains/polls/poll-address.ts';
import { PollPanel } from '../../domains/polls/poll-panel.tsx';
import { pollAnswersQuery, pollCountQuery } from '../../domains/polls/polls.api.ts';
import {
  AttendeeCards,
  StudentCards,
  ToLookAt,
} from '../../domains/attendance/attendance-cards.tsx';
import { minutesBetween, toLookAt } from '../../domains/attendance/attendance-words.ts';
import { attendanceQuery } from '../../domains/attendance/attendance.api.ts';
import type { LinkOwner } from '../../domains/attendance/live-link-dialog.tsx';
import { AttendanceSummary, LiveLessonFacts } from '../../domains/attendance/live-lesson-facts.tsx';
import {
  OpenRoom,
  OutsideLesson,
  Room,
  RoomBar,
  Unmatched,
} from '../../domains/attendance/live-lesson-side.tsx';
import { AttendingStudents } from '../../domains/attendance/attending-students.tsx';
import { useLessonNow } from '../../domains/attendance/use-lesson-now.ts';
import styles from '../../domains/attendance/live-lesson.module.css';

const CorrectionDialog = lazyForm(
  async () => (await import('../../domains/attendance/correction-dialog.tsx')).CorrectionDialog,
);
const MatchDialog = lazyForm(
  async () => (await import('../../domains/attendance/match-dialog.tsx')).MatchDialog,
);
const LiveLinkDialog = lazyForm(
  async () => (await import('../../domains/attendance/live-link-dialog.tsx')).LiveLinkDialog,
);
const StartLinkDialog = lazyForm(
  async () => (await import('../../domains/attendance/start-link-dialog.tsx')).StartLinkDialog,
);
const ImportDialog = lazyForm(
  async () => (await import('../../domains/attendance/import-dialog.tsx')).ImportDialog,
);

const PollArea = lazyTab(async () => (await import('../../domains/polls/poll-area.tsx')).PollArea);

const AttendeeList = lazyTab(
  async () => (await import('../../domains/attendance/attendee-list.tsx')).AttendeeList,
);

const tabs = ['look', 'payment', 'trial', 'video', 'attendees', 'polls'] as const;
const searchSchema = z.object({
  tab: optionalInAddress(z.enum(tabs)),
  page: optionalInAddress(z.int().min(1)),
  dialog: optionalInAddress(z.enum(['import'])),
  ...pollAddress.shape,
});

/** A platform in a URL: current, former (ClickMeeting), or under an earlier product name. */
const platformAddress = /^(zoom|classin|clickmeeting|.*-classroom)$/;

/** A live lesson: attendance, unmatched attendees, and the room (picture 13b). */
const LiveLesson = () => {
  const { lessonId, platform } = Route.useParams();
  const { business_time_zone: zone, product_name: product } = useSettings();
  const isNarrow = useNarrow();
  const canImport = useCan('lesson.canCorrectAttendance');
  const { dialog, ...shown } = Route.useSearch();
  const navigate = Route.useNavigate();
  const slugOf = (lesson: Lesson) => detailSlugOf(lesson.hosting_platform, product);
  return (
    <RecordPage
      noun="lesson"
      query={useQuery(lessonQuery(lessonId))}
      // URLs with the lesson's former platform are redirected.
      leadsOn={(lesson) =>
        slugOf(lesson) !== platform &&
        platformAddress.test(platform) && <OwnPage lesson={lesson} platform={slugOf(lesson)} />
      }
      isElsewhere={(lesson) => slugOf(lesson) !== platform && !platformAddress.test(platform)}
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
            <Acts
              lesson={lesson}
              onImport={() => void navigate({ search: { ...shown, dialog: 'import' } })}
            />
          ),
          primary: !isNarrow && slugOf(lesson) === 'zoom' && <OpenRoom lesson={lesson} />,
        };
      }}
      facts={(lesson) => (
        <>
          <LiveLessonFacts lesson={lesson} />
          {isNarrow && slugOf(lesson) === 'zoom' && <RoomBar lesson={lesson} />}
        </>
      )}
    >
      {(lesson) => (
        <>
          {/* Phones show attendance first; the lesson's facts are below. */}
          {isNarrow && <AttendanceSummary lesson={lesson} />}
          <Content lesson={lesson} />
          <ImportDialog
            open={dialog === 'import' && canImport ? lesson : null}
            lesson={lesson}
            onClose={() => void navigate({ search: shown, replace: true })}
          />
        </>
      )}
    </RecordPage>
  );
};

/** Redirects to the live page of the lesson's platform, or to the lesson's page if the platform has none. */
const OwnPage = ({ lesson, platform }: { lesson: Lesson; platform: string | undefined }) => {
  const search = Route.useSearch();
  return platform === undefined ? (
    <Navigate
      to="/course/$classId/lesson/$lessonId"
      params={{ classId: lesson.class, lessonId: lesson._id }}
      replace
    />
  ) : (
    <Navigate
      to="/lessons/$lessonId/detail/$platform"
      params={{ lessonId: lesson._id, platform }}
      search={search}
      replace
    />
  );
};

const States = ({ lesson }: { lesson: Lesson }) => {
  const now = useLessonNow(lesson);
  const attendance = useQuery(attendanceQuery(lesson._id)).data?.data;
  const isLive = lesson.is_active && lessonStateAt(lesson, now) === 'live';
  return (
    <>
      <Tag>{lessonCode(lesson)}</Tag>
      <LessonState
        lesson={lesson}
        now={now}
        problem={attendance && joinProblem({ ...lesson, joined: attendance.joined }, now)}
      />
      {isLive && (
        <Text span variant="meta" c="secondary">
          {minutesBetween(lesson.scheduled_on, now)} min
        </Text>
      )}
    </>
  );
};

/** Other actions: buttons, on phones one menu beside the title. */
const Acts = ({ lesson, onImport }: { lesson: Lesson; onImport: () => void }) => {
  const isNarrow = useNarrow();
  const mayCorrect = useCan('lesson.canCorrectAttendance');
  const navigate = useNavigate();
  const target = {
    to: '/course/$classId/lesson/$lessonId',
    params: { classId: lesson.class, lessonId: lesson._id },
  } as const;
  const importing = { label: 'Import CSV', icon: IconFileUpload, onClick: onImport };
  if (isNarrow)
    return (
      <PageActs
        of={lessonTopic(lesson)}
        acts={[
          ...(mayCorrect ? [importing] : []),
          { label: 'Open lesson', onClick: () => void navigate(target) },
        ]}
      />
    );
  return (
    <>
      {mayCorrect && <ActButton {...importing} />}
      <LinkButton {...target}>Open lesson</LinkButton>
    </>
  );
};

const kinds: readonly (readonly [(typeof tabs)[number], string, PlaceKind])[] = [
  ['payment', 'Payment', 'PAYMENT'],
  ['trial', 'Trial', 'TRIAL'],
  ['video', 'Video', 'PAYMENT_VIDEO'],
];

const statusNote =
  'Half attended: left more than 30 minutes before the last student. N/A: no attendance data.';

type LiveTab = (typeof tabs)[number];

/** Students and attendees in tabs; unmatched attendees, room and polls beside them, on small screens in a tab. */
const Content = ({ lesson }: { lesson: Lesson }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const isNarrow = useNarrow();
  const isWide = useWide();
  const query = useQuery(attendanceQuery(lesson._id));
  const attendance = query.data?.data;
  const state = listStateOf(query);
  const answered = useAnswered(lesson);
  const pollCount = useQuery(pollCountQuery(lesson._id)).data ?? 0;
  const [corrected, setCorrected] = useState<AttendingStudent | null>(null);
  const [linked, setLinked] = useState<LinkOwner | null>(null);
  const [matched, setMatched] = useState<Attendee | null>(null);
  const [started, setStarted] = useState<Lesson | null>(null);
  const acts = { onCorrect: setCorrected, onLink: setLinked };
  const Attendees = isNarrow ? AttendeeCards : AttendeeList;
  const shared = { attendance, state };
  const lookAt = isNarrow && attendance ? toLookAt(attendance) : undefined;
  const count = lookAt ? lookAt.students.length + lookAt.unmatched.length : 0;
  const looks: RecordTab<LiveTab>[] =
    attendance && count > 0
      ? [
          {
            value: 'look',
            label: 'To look at',
            count,
            content: () => (
              <ToLookAt {...shared} {...acts} attendance={attendance} onMatch={setMatched} />
            ),
          },
        ]
      : [];
  const students = kinds.map(([value, label, kind]): RecordTab<LiveTab> => {
    const count = attendance?.students.filter((student) => student.kind === kind).length;
    return {
      value,
      label,
      count: count ?? 0,
      content: () => (
        <>
          <PanelScroll label={label} busy={state.refetching}>
            {isNarrow ? (
              <StudentCards {...shared} {...acts} kind={kind} />
            ) : (
              <AttendingStudents
                {...shared}
                {...acts}
                label={label}
                kind={kind}
                answered={answered}
              />
            )}
            <UnnamedStudents count={attendance?.unnamed} />
          </PanelScroll>
          <ListFoot
            count={count}
            noun={['student', 'students']}
            beside={<span>{statusNote}</span>}
            download={<Download lesson={lesson} />}
          />
        </>
      ),
    };
  });
  const polls: RecordTab<LiveTab> = {
    value: 'polls',
    label: 'Polls',
    count: pollCount,
    content: (pages) => (
      <PollArea
        lessonId={lesson._id}
        address={search}
        onAddress={(next) => void navigate({ search: { ...next, tab: 'polls' } })}
        {...pages}
      />
    ),
  };
  return (
    <Group className={styles.content} gap="lg">
      <RecordTabs
        tabs={[
          ...looks,
          ...students,
          {
            value: 'attendees',
            label: 'Attendees',
            count: attendance?.attendees.length ?? 0,
            content: () => (
              <PanelScroll label="Attendees" busy={state.refetching}>
                <Attendees {...shared} lessonId={lesson._id} onMatch={setMatched} />
              </PanelScroll>
            ),
          },
          ...(isWide ? [] : [polls]),
        ]}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
      />
      <Stack className={styles.side} miw={0}>
        {!isNarrow && attendance?.abilities.correct && (
          <Unmatched attendees={attendance.attendees} onMatch={setMatched} />
        )}
        <Room
          lesson={lesson}
          onLink={attendance?.abilities.correct ? setLinked : undefined}
          onStart={() => setStarted(lesson)}
        />
        {attendance && <OutsideLesson stays={attendance.outside} />}
        {attendance?.abilities.correct && <ImportedFiles lessonId={lesson._id} />}
        {isWide && (
          <PollPanel
            lesson={lesson}
            address={search}
            onAddress={(next) => void navigate({ search: { ...search, poll: undefined, ...next } })}
          />
        )}
      </Stack>
      <CorrectionDialog lessonId={lesson._id} open={corrected} onClose={() => setCorrected(null)} />
      <StartLinkDialog open={started} onClose={() => setStarted(null)} />
      <LiveLinkDialog lesson={lesson} open={linked} onClose={() => setLinked(null)} />
      <MatchDialog
        lesson={lesson}
        open={matched}
        students={attendance?.students ?? []}
        onClose={() => setMatched(null)}
      />
    </Group>
  );
};

const Download = ({ lesson }: { lesson: Lesson }) => (
  <DownloadButton
    quiet
    download={() =>
      downloadList(getLessonAttendance, { params: { id: lesson._id } }, 'attendance.csv')
    }
  />
);

/** "3/5": answered poll questions of a student; "–" without answers, undefined if the lesson has no questions. */
const useAnswered = (lesson: Lesson) => {
  const count = useQuery(pollCountQuery(lesson._id)).data ?? 0;
  const { data } = useQuery({ ...pollAnswersQuery(lesson._id), enabled: count > 0 });
  if (count === 0) return undefined;
  const byStudent = new Map(data?.data.map(({ _id, answers }) => [_id, answers.length]));
  return (student: string) => {
    const answers = byStudent.get(student) ?? 0;
    return answers === 0 ? '–' : `${answers}/${count}`;
  };
};

export const Route = createFileRoute('/_signed-in/lessons/$lessonId/detail/$platform')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: async ({ params: { lessonId } }: { params: { lessonId: string } }) => [
      lessonQuery(lessonId),
      ...(await import('../../domains/attendance/attendance.api.ts')).firstAttendance(lessonId),
    ],
  },
  component: LiveLesson,
});
