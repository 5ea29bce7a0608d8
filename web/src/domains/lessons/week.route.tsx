import { createFileRoute } from '@tanstack/react-router';
import type { ClientSettings } from '../../lib/settings.ts';
import { Page } from '../../ui/page.tsx';
import { WeekPanel } from './week/week-panel.tsx';
import { weekSearchSchema, type WeekSearch } from './week/week-search.ts';
import { weekLessonsQuery } from './week/week.api.ts';

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
  staticData: {
    prefetch: ({ search, settings }: { search: WeekSearch; settings: ClientSettings }) => [
      weekLessonsQuery(search, settings),
    ],
  },
  component: Week,
});
