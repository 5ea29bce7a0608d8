import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { listQuery, operationQuery } from '../../lib/queries.ts';

export type TeacherType = 'Tutor' | 'TA';

/** The first enabled tutors or TAs whose name or e-mail holds the term; all of them without one. */
export const teachersByTerm = (type: TeacherType, term: string) =>
  listQuery(listUsers, {
    filter: { _type: type, enabled: true, ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    max: 30,
  });

/** A tutor or TA by id, disabled ones too: their lessons remain. */
export const teacherById = (id: string) =>
  operationQuery(listUsers, { query: { filter: { _id: id } } });
