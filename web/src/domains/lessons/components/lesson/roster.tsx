import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { placesOf, tabFacts, unnamedOf, type RosterTab } from '../../lesson-page.ts';
import { lessonRosterQuery } from '../../lessons.api.ts';
import { RosterTable, type PlaceActs } from './roster-table.tsx';
import styles from './roster.module.css';

type Props = {
  lesson: Lesson;
  tab: RosterTab;
  term: string | undefined;
  page: number;
  onPage: (page: number) => void;
  onClearSearch: () => void;
  acts: PlaceActs | undefined;
};

const noun = ['student', 'students'] as const;

/** The students of a tab: searched and paged here, as the whole roster comes in one answer. */
export const Roster = ({ lesson, tab, term, page, onPage, onClearSearch, acts }: Props) => {
  const query = useQuery(lessonRosterQuery(lesson._id));
  const roster = query.data;
  const { label, pageSize } = tabFacts[tab];
  const found = roster && placesOf(roster.data, tab, term);
  const unnamed = roster ? unnamedOf(roster, tab, lesson.counts) : 0;
  const count = found?.length ?? 0;
  return (
    <ListParts
      label="Students"
      state={listStateOf(query)}
      footer={
        <Pager page={page} pageSize={pageSize} count={found?.length} noun={noun} onPage={onPage} />
      }
    >
      <RosterTable
        caption={`${label} students`}
        places={found?.slice((page - 1) * pageSize, page * pageSize) ?? []}
        state={listStateOf(query)}
        acts={acts}
        empty={
          count > 0 ? (
            <PastLastPage
              text="There are no students"
              count={formatCount(count, ...noun)}
              onFirst={() => onPage(1)}
            />
          ) : (
            <NoStudents term={term} unnamed={unnamed} onClearSearch={onClearSearch} />
          )
        }
      />
      {unnamed > 0 && (
        <p className={styles.unnamed}>
          And {formatCount(unnamed, ...noun)} whom you may not see by name.
        </p>
      )}
    </ListParts>
  );
};

const NoStudents = ({
  term,
  unnamed,
  onClearSearch,
}: Pick<Props, 'term' | 'onClearSearch'> & { unnamed: number }) => {
  if (term)
    return (
      <ListEmpty
        text="There are no students matching your search"
        detail={`No name or e-mail holds “${term}”.`}
        actions={<Button onClick={onClearSearch}>Clear search</Button>}
      />
    );
  return unnamed > 0 ? null : <ListEmpty text="There are no students" />;
};
