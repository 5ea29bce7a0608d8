import { sql } from 'drizzle-orm';
import {
  birthdayStudentSchema,
  type BirthdayStudent,
  type listBirthdayStudents,
} from 'staffroom-contract/domains/reports/birthdays.contract.ts';
import { turnsOn } from 'staffroom-contract/domains/users/birthdays.rules.ts';
import { toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { Context } from '../../platform/context.ts';
import { shownColumns } from '../../platform/csv.ts';
import type { ListQueryOf } from '../../platform/handle-record.ts';
import { defineListQuery } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { hasBirthdayOn } from '../users/user-conditions.ts';
import { studentScope } from '../users/users.policy.ts';

type Query = ListQueryOf<typeof listBirthdayStudents>;
type Born = Omit<BirthdayStudent, 'turns'>;

const columns = shownColumns(birthdayStudentSchema)(
  'name',
  'email',
  'phone_country_code',
  'phone',
  'date_of_birth',
  'turns',
);

/** The students with a birthday on the day of the query, limited to those that the actor sees. */
export const birthdaysOf = (context: Context, query: Query) => birthdaysOn(dayOf(query, context));

const dayOf = ({ filter }: Query, { settings }: Context) =>
  toBusinessDay(filter.birthday_date, settings.businessTimeZone);

/** The same on a business day. */
export const birthdaysOn = (day: string) =>
  defineListQuery<Query, BirthdayStudent>({
    from: users,
    scope: studentScope,
    // All have the same birthday, so an earlier year of birth means a higher age.
    sort: { name: users.nameKey, turns: sql`(-extract(year from ${users.dateOfBirth}))::int` },
    where: () => hasBirthdayOn(day),
    cards: async (db, ids) => {
      const rows = await db
        .select({
          _id: users.id,
          name: users.name,
          email: users.email,
          phone_country_code: users.phoneCountryCode,
          phone: users.phone,
          date_of_birth: sql<string>`${users.dateOfBirth}::text`,
        } satisfies Record<keyof Born, unknown>)
        .from(users)
        .where(anyOfList(users.id, ids, 'uuid'));
      return rows.map((row) => ({ ...row, turns: turnsOn(row.date_of_birth, day) }));
    },
    csv: ['birthday-students.csv', columns],
  });
