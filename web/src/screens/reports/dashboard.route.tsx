import { createFileRoute } from '@tanstack/react-router';
import { lazyTab } from '../../kit/record/record-tabs.tsx';
import { readByScreen } from '../../lib/address-values.ts';
import { ClassEnrolment } from '../../domains/reports/class-enrolment.tsx';
import { ReportPage, reportTabs, type ReportSearch } from '../../domains/reports/report-page.tsx';

const tabs = reportTabs('/dashboard', {
  'class-enrolment': { Report: ClassEnrolment },
  'trial-stat': {
    Report: lazyTab(async () => (await import('../../domains/reports/trial-stat.tsx')).TrialStat),
  },
  'lesson-attendance': {
    Report: lazyTab(
      async () =>
        (await import('../../domains/attendance/lesson-attendance.tsx')).LessonAttendanceReport,
    ),
  },
  homework: {
    Report: lazyTab(
      async () => (await import('../../domains/homework/homework-stat.tsx')).HomeworkStat,
    ),
  },
  'tls-attendance': {
    Report: lazyTab(
      async () =>
        (await import('../../domains/attendance/live-session-attendance.tsx'))
          .LiveSessionAttendance,
    ),
  },
});

/** Statistics of classes, trials and lessons (part 2 §2, Dashboard; picture 14). */
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
