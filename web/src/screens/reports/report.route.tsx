import { createFileRoute } from '@tanstack/react-router';
import { lazyTab } from '../../kit/record/record-tabs.tsx';
import { readByScreen } from '../../lib/address-values.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { ReportPage, reportTabs, type ReportSearch } from '../../domains/reports/report-page.tsx';
import { SalesTables } from '../../domains/reports/sales-tables.tsx';
import { Sales } from '../../domains/reports/sales.tsx';

const tabs = reportTabs('/report', {
  sales: { Report: Sales, Below: SalesTables },
  'class-enrolment': {
    Report: lazyTab(
      async () => (await import('../../domains/reports/class-enrolment.tsx')).ClassEnrolment,
    ),
  },
  'lesson-attendance': {
    Report: lazyTab(
      async () =>
        (await import('../../domains/attendance/lesson-attendance.tsx')).LessonAttendanceReport,
    ),
  },
  'homework-stat': {
    Report: lazyTab(
      async () => (await import('../../domains/homework/homework-stat.tsx')).HomeworkStat,
    ),
  },
});

/** Sales, and statistics of the classes behind them (part 2 §2, Sales report and Reports page; picture 14b). */
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
        ? (await import('../../domains/reports/sales-address.ts')).firstSales(address)
        : [],
  },
  component: Report,
});
