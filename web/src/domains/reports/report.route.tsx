import { createFileRoute } from '@tanstack/react-router';
import { lazyTab } from '../../kit/record/record-tabs.tsx';
import { readByScreen } from '../../lib/address-values.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { ReportPage, reportTabs, type ReportSearch } from './report-page.tsx';
import { SalesTables } from './sales-tables.tsx';
import { Sales } from './sales.tsx';

const tabs = reportTabs('/report', {
  sales: { Report: Sales, Below: SalesTables },
  'class-enrolment': {
    Report: lazyTab(async () => (await import('./class-enrolment.tsx')).ClassEnrolment),
  },
  'lesson-attendance': {
    Report: lazyTab(
      async () => (await import('../attendance/lesson-attendance.tsx')).LessonAttendance,
    ),
  },
  'homework-stat': {
    Report: lazyTab(async () => (await import('../homework/homework-stat.tsx')).HomeworkStat),
  },
});

/** What was sold, and how the classes behind it do (part 2 §2, Sales report and Reports page; picture 14b). */
const Report = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReportPage
      title="Sales Report"
      tabs={tabs}
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/report')({
  validateSearch: readByScreen<ReportSearch>(),
  staticData: {
    prefetch: async (address: { search: ReportSearch; settings: ClientSettings }) =>
      address.search.tab === undefined
        ? (await import('./sales-address.ts')).firstSales(address)
        : [],
  },
  component: Report,
});
