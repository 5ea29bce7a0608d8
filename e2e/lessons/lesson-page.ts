import type { Page } from '@playwright/test';
import { newId } from 'staffroom-server/src/platform/ids.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import { rosterSources } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Running } from '../support/running-server.ts';

type Lesson = { id: string; classId: string };

export const lessonPage = (page: Page) => ({
  open: (lesson: Lesson, search = '') =>
    page.goto(`/course/${lesson.classId}/lesson/${lesson.id}${search}`),
  title: page.getByRole('heading', { level: 1 }),
  details: page.getByRole('region', { name: 'Details' }),
  tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }),
  rows: page
    .getByRole('tabpanel')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') }),
  row: (words: string) => page.getByRole('tabpanel').getByRole('row').filter({ hasText: words }),
  search: page.getByRole('textbox', { name: 'Name or e-mail' }),
  snackbar: (words: string | RegExp) => page.getByRole('status').getByText(words),
  act: async (who: string, act: 'Move to another lesson' | 'Remove') => {
    await page.getByRole('button', { name: `Actions for ${who}` }).click();
    await page.getByRole('menuitem', { name: act }).click();
  },
});

/** Creates students "Student 001", "Student 002" and so on, with places added by hand. */
export const placeMany = async (
  app: Running,
  lesson: Lesson,
  count: number,
  kind: PlaceKind = 'PAYMENT',
) => {
  const now = new Date();
  const mark = unique('many');
  const addedBy = (await app.as('Admin', { name: 'Mei Ling' })).id;
  const people = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return {
      id: newId(now),
      type: 'Student' as const,
      name: `Student ${number}`,
      email: `${mark}-${number}@example.com`,
      created: now,
      updated: now,
    };
  });
  await app.database.db.insert(users).values(people);
  await app.database.db.insert(rosterSources).values(
    people.map((person) => ({
      id: newId(now),
      lessonId: lesson.id,
      studentId: person.id,
      kind,
      addedBy,
      created: now,
    })),
  );
  return people;
};
