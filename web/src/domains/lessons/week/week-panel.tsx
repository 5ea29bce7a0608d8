import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { Banner } from '../../../ui/banner.tsx';
import { RefetchLine, ListEmpty, listStateOf, ListStates } from '../../../ui/list-states.tsx';
import { Panel, PanelScroll } from '../../../ui/panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { daysOfWeek, mondayOf, shownDayOf, type WeekSearch } from './week-search.ts';
import { weekLessonsQuery } from './week.api.ts';
import { useMoveLesson } from './use-move-lesson.tsx';
import { useMoving } from './use-moving.ts';
import { WeekFooter } from './week-footer.tsx';
import { WeekGrid } from './week-grid.tsx';
import { WeekSkeleton } from './week-skeleton.tsx';
import { WeekToolbar } from './week-toolbar.tsx';
import styles from './week.module.css';

type Props = { search: WeekSearch; onSearch: (search: WeekSearch) => void };

/** A week of lessons: which one and whose, then its days. */
export const WeekPanel = ({ search, onSearch }: Props) => {
  const settings = useSettings();
  const today = settings.business_day;
  const narrow = useNarrow();
  const monday = mondayOf(search, today);
  const query = useQuery(weekLessonsQuery(search, settings));
  const { move, problem } = useMoveLesson();
  const week = daysOfWeek(monday);
  const moving = useMoving(week, move);
  const state = listStateOf(query);
  const lessons = query.data?.data ?? [];
  const days = narrow ? [shownDayOf(search, today)] : week;

  return (
    <>
      {problem && <Banner tone="negative" title={problem} />}
      <Panel fill>
        <WeekToolbar search={search} onSearch={onSearch} lessons={lessons} />
        <RefetchLine active={state.refetching} />
        <TooMany shown={lessons.length} count={query.data?.count ?? 0} />
        <PanelScroll label="Week" busy={state.refetching || state.status === 'loading'}>
          <ListStates
            state={state}
            noun="lessons"
            isEmpty={lessons.length === 0}
            empty={<NoLessons search={search} />}
            skeleton={<WeekSkeleton />}
          >
            <WeekGrid lessons={lessons} days={days} moving={moving} />
          </ListStates>
        </PanelScroll>
        <WeekFooter count={query.data?.count} moving={moving} />
      </Panel>
    </>
  );
};

const TooMany = ({ shown, count }: { shown: number; count: number }) =>
  shown < count && (
    <p className={styles.tooMany} role="status">
      The first {shown} of {formatCount(count, 'lesson')} are shown. Choose a tutor or class.
    </p>
  );

const NoLessons = ({ search: { tutor, class: classId } }: { search: WeekSearch }) => (
  <ListEmpty
    text="No lessons in this week"
    detail={(tutor || classId) && 'None of this tutor or class.'}
  />
);
