import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { RosterPlace } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TermSearch } from '../../ui/term-search.tsx';
import { MovePlaceDialog } from '../orders/components/places/move-place-dialog.tsx';
import { RemovePlaceDialog } from '../orders/components/places/remove-place-dialog.tsx';
import { LessonChanges } from './components/lesson/lesson-changes.tsx';
import { LessonDialogs } from './components/lesson/lesson-dialogs.tsx';
import { LessonFacts } from './components/lesson/lesson-facts.tsx';
import { LessonFrame } from './components/lesson/lesson-frame.tsx';
import { LessonStates } from './components/lesson/lesson-states.tsx';
import { Roster } from './components/lesson/roster.tsx';
import { lessonQuery } from './lesson-record.api.ts';
import { lessonRosterQuery } from './lessons.api.ts';
import { lessonSearchSchema, tabsOf, withTab } from './lesson-page.ts';

/** A lesson: when and where, its students in three tabs and why they stand there, its changes (picture 06). */
const LessonPage = () => {
  const { classId, lessonId } = Route.useParams();
  const query = useQuery(lessonQuery(lessonId));
  const lesson = query.data?.data;
  // An address with another class is nobody's.
  if (lesson?.class === classId) return <Loaded key={lessonId} lesson={lesson} />;
  return <LessonStates query={query} isElsewhere={lesson !== undefined} />;
};

const Loaded = ({ lesson }: { lesson: Lesson }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = (dialog: 'edit' | 'add') => void navigate({ search: { ...search, dialog } });
  return (
    <LessonFrame lesson={lesson} onEdit={() => open('edit')} onAdd={() => open('add')}>
      <LessonFacts lesson={lesson} />
      <Records lesson={lesson} />
      <LessonDialogs
        lesson={lesson}
        dialog={search.dialog}
        onClose={() => void navigate({ search: { ...search, dialog: undefined }, replace: true })}
      />
    </LessonFrame>
  );
};

const Records = ({ lesson }: { lesson: Lesson }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const [moved, setMoved] = useState<RosterPlace | null>(null);
  const [removed, setRemoved] = useState<RosterPlace | null>(null);
  const tabs = tabsOf(lesson);
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'payment';
  const find = (term: string | undefined) =>
    void navigate({ search: { ...search, search: term, page: undefined } });
  const pages = {
    page: search.page ?? 1,
    onPage: (page: number) =>
      void navigate({ search: { ...search, page: page > 1 ? page : undefined } }),
  };
  return (
    <Panel label="Records">
      <PanelTabs
        tabs={tabs}
        value={tab}
        onChange={(next) => void navigate({ search: withTab(search, next) })}
        end={
          tab !== 'changes' && (
            <TermSearch label="Name or e-mail" term={search.search} onSearch={find} />
          )
        }
      >
        {tab === 'changes' ? (
          <LessonChanges id={lesson._id} {...pages} />
        ) : (
          <Roster
            lesson={lesson}
            tab={tab}
            term={search.search}
            {...pages}
            onClearSearch={() => find(undefined)}
            acts={lesson.abilities.manage ? { onMove: setMoved, onRemove: setRemoved } : undefined}
          />
        )}
      </PanelTabs>
      <MovePlaceDialog lesson={lesson} place={moved} onClose={() => setMoved(null)} />
      <RemovePlaceDialog lesson={lesson} place={removed} onClose={() => setRemoved(null)} />
    </Panel>
  );
};

export const Route = createFileRoute('/_signed-in/course/$classId/lesson/$lessonId')({
  validateSearch: lessonSearchSchema,
  staticData: {
    prefetch: ({ params }: { params: { lessonId: string } }) => [
      lessonQuery(params.lessonId),
      lessonRosterQuery(params.lessonId),
    ],
  },
  component: LessonPage,
});
