import type { Context } from '../../platform/context.ts';
import { classScope } from './classes.policy.ts';
import { presentClassSummary } from './classes.presenter.ts';
import * as classQueries from './classes.queries.ts';

/** Classes that match and that the actor may see, with their tutors' names. */
export const listClasses = async (context: Context, query: classQueries.ClassQuery) => {
  const { rows, count } = await classQueries.listAndCount(context.db, query, {
    scope: classScope(context.actor),
    now: context.clock.now(),
  });
  const tutors = Map.groupBy(
    rows.length === 0
      ? []
      : await classQueries.listTutors(
          context.db,
          rows.map((row) => row.id),
        ),
    (tutor) => tutor.classId,
  );
  return { data: rows.map((row) => presentClassSummary(row, tutors.get(row.id) ?? [])), count };
};
