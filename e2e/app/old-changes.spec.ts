import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { aFollowUp } from 'staffroom-server/test/factories/feedback.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { aWorksheet } from 'staffroom-server/test/factories/worksheet.factory.ts';
import { auditLog } from 'staffroom-server/src/platform/platform.schema.ts';
import { newId } from 'staffroom-server/src/platform/ids.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** An audit row written by version 0.11.0, and the text that its timeline shows. */
type OldChange = { action: string; before: unknown; after: unknown; shown: string };

const oldChanges = JSON.parse(
  readFileSync(join(import.meta.dirname, 'old-changes.json'), 'utf8'),
) as Record<string, OldChange[]>;

type Example = (app: Running) => Promise<{ id: string; address: string }>;

/** By entity of the audit trail: creates a record; resolves to its id and the address of its timeline. */
const examples: Record<string, Example> = {
  class: async (app) => {
    const { id } = await aClass(app);
    return { id, address: `/course/${id}?tab=changes` };
  },
  lesson: async (app) => {
    const { id, classId } = await aLesson(app, (await aClass(app)).id);
    return { id, address: `/course/${classId}/lesson/${id}?tab=changes` };
  },
  user: async (app) => {
    const { id } = await aStudent(app);
    return { id, address: `/user/${id}?tab=changes` };
  },
  discountcode: async (app) => {
    const { id } = await aDiscountCode(app);
    return { id, address: `/discountcode/${id}?tab=changes` };
  },
  feedback_follow_up: async (app) => {
    const { id, feedback } = await aFollowUp(app);
    return { id, address: `/feedback?follow_up=${feedback}` };
  },
  worksheet: async (app) => {
    const { id } = await aWorksheet(app);
    return { id, address: `/question-bank/worksheets?worksheet=${id}` };
  },
};

test('timelines show the changes that an earlier version recorded', async ({
  page,
  app,
  signInAs,
}) => {
  expect(Object.keys(oldChanges).toSorted()).toEqual(Object.keys(examples).toSorted());
  const at = new Date('2026-11-26T02:00:00Z');
  await signInAs('Admin');
  for (const [entity, example] of Object.entries(examples))
    await test.step(entity, async () => {
      const { id, address } = await example(app);
      const changes = oldChanges[entity] ?? [];
      await app.database.db.insert(auditLog).values(
        changes.map(({ action, before, after }) => ({
          id: newId(at),
          at,
          actorId: null,
          actorName: 'Mei Ling',
          address: '127.0.0.1',
          requestId: 'old',
          action,
          entity,
          entityId: id,
          before,
          after,
        })),
      );
      await page.goto(address);
      const steps = page.getByRole('list', { name: /^(Changes|History)$/ }).getByRole('listitem');
      const shown = async () =>
        (await steps.filter({ hasText: 'Mei Ling' }).allInnerTexts())
          .map((text) => text.replaceAll(/\s+/g, ' '))
          .toSorted();
      await expect.poll(shown).toEqual(changes.map((change) => change.shown).toSorted());
    });
});
