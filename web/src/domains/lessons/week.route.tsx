import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { WeekPanel } from './components/week/week-panel.tsx';
import { weekSearchSchema } from './week-search.ts';

/** The lessons of a week by day and hour, of everybody or of one tutor or class; managers move them. */
const Week = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Lessons" fill>
      <WeekPanel search={search} onSearch={(next) => void navigate({ search: next })} />
    </Page>
  );
};

export const Route = createFileRoute('/_signed-in/lessons')({
  validateSearch: weekSearchSchema,
  component: Week,
});
