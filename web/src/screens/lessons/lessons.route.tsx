import { createFileRoute } from '@tanstack/react-router';
import type { ClientSettings } from '../../lib/settings.ts';
import { dayLessonsQuery } from '../../domains/lessons/day/day.api.ts';
import { Day } from '../../domains/lessons/day/day.tsx';
import { weekSearchSchema, type WeekSearch } from '../../domains/lessons/week/week-search.ts';
import { weekLessonsQuery } from '../../domains/lessons/week/week.api.ts';
import { Week } from '../../domains/lessons/week/week.tsx';

/** The lessons of a day (part 2 §2, Quick Lesson Management) or of a week. */
const Lessons = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const View = search.view === 'week' ? Week : Day;
  return <View search={search} onSearch={(next) => void navigate({ search: next })} />;
};

export const Route = createFileRoute('/_signed-in/lessons')({
  validateSearch: weekSearchSchema,
  staticData: {
    prefetch: ({ search, settings }: { search: WeekSearch; settings: ClientSettings }) =>
      search.view === 'week'
        ? [weekLessonsQuery(search, settings)]
        : [dayLessonsQuery(search, settings)],
  },
  component: Lessons,
});
