import { createFileRoute } from '@tanstack/react-router';
import type { ListAddress } from '../../kit/list/define-list.ts';
import { readByScreen } from '../../lib/address-values.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { BirthdayStudents } from '../../domains/reports/birthdays.tsx';
import { HomeworkAssignmentStat } from '../../domains/reports/homework-assignment.tsx';
import { ReportPage, reportTabs, type ReportSearch } from '../../domains/reports/report-page.tsx';

const tabs = reportTabs('/ops', {
  homework: { Report: HomeworkAssignmentStat },
  birthdays: { Report: BirthdayStudents },
});

/** Reports for operations: missing homework and birthdays (part 2 §2, Reports page extras). */
const Ops = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReportPage
      title="Ops"
      tabs={tabs}
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/ops')({
  validateSearch: readByScreen<ReportSearch>(),
  staticData: {
    prefetch: async (address: { search: ReportSearch & ListAddress; settings: ClientSettings }) =>
      address.search.tab === undefined
        ? (await import('../../domains/reports/assignment-list.ts')).firstAssignments(address)
        : [],
  },
  component: Ops,
});
