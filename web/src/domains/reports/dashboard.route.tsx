import { createFileRoute } from '@tanstack/react-router';
import { lazyTab } from '../../kit/record/record-tabs.tsx';
import { readByScreen } from '../../lib/address-values.ts';
import { ClassEnrolment } from './class-enrolment.tsx';
import { ReportPage, type ReportSearch, type ReportTab } from './report-page.tsx';

/** In their order (part 2 §2); who may not see the first starts on the next. */
const tabs: readonly ReportTab[] = [
  {
    value: 'class-enrolment',
    label: 'Class Enrolment',
    flag: 'dashboard.canViewClassEnrolment',
    Report: ClassEnrolment,
  },
  {
    value: 'trial-stat',
    label: 'Trial Stat',
    flag: 'dashboard.canViewTrialStat',
    Report: lazyTab(async () => (await import('./trial-stat.tsx')).TrialStat),
  },
  {
    value: 'lesson-attendance',
    label: 'Lesson Attendance',
    Report: lazyTab(
      async () => (await import('../attendance/lesson-attendance.tsx')).LessonAttendance,
    ),
  },
  {
    value: 'homework',
    label: 'Homework',
    Report: lazyTab(async () => (await import('../homework/homework-stat.tsx')).HomeworkStat),
  },
  {
    value: 'tls-attendance',
    label: 'TLS Attendance',
    Report: lazyTab(async () => (await import('../attendance/tls-attendance.tsx')).TlsAttendance),
  },
];

/** How the classes, their trials and their lessons do (part 2 §2, Dashboard; picture 14). */
const Dashboard = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReportPage
      title="Dashboard"
      tabs={tabs}
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/dashboard')({
  validateSearch: readByScreen<ReportSearch>(),
  component: Dashboard,
});
