import { IconArrowsExchange, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  getLessonRoster,
  type RosterPlace,
} from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { RowsTab, type Column, type RowActions } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { downloadList } from '../../lib/download.ts';
import { formatDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { placesOf, tabFacts, unnamedOf, type RosterTab } from './lesson-page.ts';
import { lessonRosterQuery } from './lessons.api.ts';

/** Row actions for those who manage lessons. */
type PlaceActs = {
  onMove: (place: RosterPlace) => void;
  onRemove: (place: RosterPlace) => void;
};

type Props = {
  lesson: Lesson;
  tab: RosterTab;
  term: string | undefined;
  page: number;
  onPage: (page: number) => void;
  onClearSearch: () => void;
  /** Missing for users who may not change the roster. */
  acts: PlaceActs | undefined;
};

const nouns = ['student', 'students'] as const;

/** Students of a tab with the sources of their places; searched and paged in the browser, as the API returns all. */
export const Roster = ({ lesson, tab, term, page, onPage, onClearSearch, acts }: Props) => {
  const { business_time_zone: zone } = useSettings();
  const query = useQuery(lessonRosterQuery(lesson._id));
  const roster = query.data;
  const { label, pageSize } = tabFacts[tab];
  const unnamed = roster ? unnamedOf(roster, tab, lesson.counts) : 0;
  return (
    <RowsTab
      list={{
        nouns,
        pageSize,
        search: { label: 'Name or e-mail' },
        empty: {
          none: unnamed > 0 ? 'Names are hidden for your role' : 'There are no students',
          search: 'There are no students matching your search',
        },
      }}
      query={query}
      rows={roster && placesOf(roster.data, tab, term)}
      download={() => downloadList(getLessonRoster, { params: { id: lesson._id } }, 'students.csv')}
      rowKey={({ student }) => student._id}
      address={{ search: term, page }}
      onAddress={(next) => (next.search === term ? onPage(next.page ?? 1) : onClearSearch())}
      searchedAbove
      caption={`${label} students`}
      columns={columnsOf(zone)}
      actions={acts && actionsOf(acts)}
      skeletonRows={8}
      below={<UnnamedStudents count={unnamed} />}
    />
  );
};

const columnsOf = (zone: string): Column<RosterPlace>[] => [
  {
    key: 'student',
    header: 'Student',
    width: 190,
    lead: true,
    text: nameOf,
    render: (place) => <RecordLink to="student" id={place.student._id} name={nameOf(place)} />,
  },
  { key: 'email', header: 'E-mail', width: 220, text: ({ student }) => student.email },
  {
    key: 'source',
    header: 'Source',
    width: 280,
    text: ({ sources }) => sources.map((source) => sourceWords(source, zone)).join(', '),
    render: ({ sources }) =>
      sources.map((source, index) => (
        <span key={`${source.order ?? source.added_by} ${source.created}`}>
          {index > 0 && ', '}
          {source.order === null ? (
            sourceWords(source, zone)
          ) : (
            <RecordLink to="order" id={source.order} name={sourceWords(source, zone)} />
          )}
        </span>
      )),
  },
];

const nameOf = ({ student }: RosterPlace) => student.name || student.email;

/** "Order of 14 Mar 2026", or "Added by hand by Mei Ling". */
const sourceWords = (source: RosterPlace['sources'][number], zone: string) =>
  source.order === null
    ? `Added by hand by ${source.added_by || '–'}`
    : `Order of ${formatDay(businessDayOf(source.created, zone))}`;

const actionsOf = ({ onMove, onRemove }: PlaceActs): RowActions<RosterPlace> => ({
  nameOf,
  of: (place) => [
    {
      label: 'Move to another lesson',
      icon: IconArrowsExchange,
      onClick: () => onMove(place),
    },
    { label: 'Remove', icon: IconUserMinus, onClick: () => onRemove(place) },
  ],
});
