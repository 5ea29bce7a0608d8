import { getLessonRoster } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** Who stands on a lesson, with the sources of each place. */
export const lessonRosterQuery = (id: string) =>
  operationQuery(getLessonRoster, { params: { id } });
