import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../lib/formats.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { useCan } from '../../../../lib/use-can.ts';
import { classLessonsQuery } from '../../class-lessons.api.ts';
import { lessonPageSize } from '../../lessons.api.ts';
import { ClassLessonTable } from './class-lesson-table.tsx';
import styles from './class-page.module.css';
import { useLessonActs } from './use-lesson-acts.ts';

type Props = { classId: string; page: number; onPage: (page: number) => void };

const noun = ['lesson', 'lessons'] as const;
const nothing = 'This class currently has no lessons';

/** The lessons of a class, page by page, with what managers do to them. */
export const ClassLessonsPanel = ({ classId, page, onPage }: Props) => {
  const query = useQuery(classLessonsQuery(classId, page));
  const state = listStateOf(query);
  const canManage = useCan('lesson.canManage');
  const acts = useLessonActs();
  const { data: lessons = [], count } = query.data ?? {};
  return (
    <ListParts
      label="Lessons"
      state={state}
      filters={
        acts.problem !== null && (
          <div className={styles.problem}>
            <Banner tone="negative" title={acts.problem} />
          </div>
        )
      }
      footer={
        <Pager page={page} pageSize={lessonPageSize} count={count} noun={noun} onPage={onPage} />
      }
    >
      <ClassLessonTable
        lessons={lessons}
        state={state}
        acts={canManage ? acts : null}
        empty={
          count ? (
            <PastLastPage
              text={nothing}
              count={formatCount(count, ...noun)}
              onFirst={() => onPage(1)}
            />
          ) : (
            <ListEmpty text={nothing} />
          )
        }
      />
    </ListParts>
  );
};
