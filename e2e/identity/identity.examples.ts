import { eq } from 'drizzle-orm';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import { openSession } from 'staffroom-server/src/domains/identity/sessions.service.ts';
import { serviceTokens } from 'staffroom-server/src/domains/identity/service-tokens.schema.ts';
import { aProviderLink } from 'staffroom-server/test/factories/provider-link.factory.ts';
import { aServiceToken } from 'staffroom-server/test/factories/service-token.factory.ts';
import { apiWith } from 'staffroom-server/test/sign-in-as.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { many, rowAct, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'service tokens': {
      file: 'domains/identity/service-token-list.tsx',
      caption: 'List of service tokens',
      nouns: 'service tokens',
      page: null,
      make: async (app, rows) => {
        // The list has no filter, and earlier tests create tokens too.
        await app.database.db.delete(serviceTokens);
        await many(rows, () => aServiceToken(app));
        return '/user?tab=staff&tokens=list';
      },
      call: /\/admin\/service-token$/,
      empty: { text: 'There are no service tokens' },
      opens: { dialog: /^Revoke the token of/ },
    },
  },
  actForms: {
    'a new service token': async () => ({
      title: 'Create service token',
      box: 'Name',
      typed: unique('Web shop'),
      save: 'Create',
      open: async (page) => {
        await page.goto('/user?tab=staff&tokens=new');
        await page
          .getByRole('dialog', { name: 'Create service token' })
          .getByRole('checkbox', { name: 'Orders' })
          .check();
      },
    }),
    'the limits of a service token': async (app) => {
      const { name } = await aServiceToken(app);
      return {
        title: 'Expiry and addresses',
        box: 'Allowed addresses',
        typed: '203.0.113.7',
        save: 'Save',
        open: rowAct('/user?tab=staff&tokens=list', name, 'Expiry and addresses'),
      };
    },
  },
  questions: {
    'revoking a service token': async (app) => {
      const { name } = await aServiceToken(app);
      return {
        title: `Revoke the token of ${name}?`,
        save: 'Revoke',
        open: async (page) => {
          await page.goto('/user?tab=staff&tokens=list');
          await page.getByRole('row', { name }).getByRole('button', { name: 'Revoke' }).click();
        },
      };
    },
  },
  rowQuestions: {
    'domains/identity/provider-links.tsx': async (app) => ({
      title: 'Unlink company?',
      save: 'Unlink',
      open: async (page) => {
        await page.goto('/profile');
        const token = await page.evaluate(() => localStorage.getItem('token'));
        const me = await apiWith(app, { id: '', token: token ?? '' }).call(getMe);
        await aProviderLink(app, me.data._id);
        // The last way to sign in cannot be removed.
        const passwordHash = await hashPassword('Staffroom2026');
        await app.database.db.update(users).set({ passwordHash }).where(eq(users.id, me.data._id));
        await page.reload();
        await page.getByRole('button', { name: 'Unlink company' }).click();
      },
    }),
    'domains/identity/my-sessions.tsx': async (app) => ({
      title: 'End ',
      save: 'End all others',
      open: async (page) => {
        await page.goto('/profile');
        const token = await page.evaluate(() => localStorage.getItem('token'));
        const me = await apiWith(app, { id: '', token: token ?? '' }).call(getMe);
        await openSession(
          app.database.db,
          { clock: app.clock, address: '198.51.100.9' },
          { userId: me.data._id, userAgent: 'Another browser' },
        );
        await page.reload();
        await page.getByRole('button', { name: 'End all others' }).click();
      },
    }),
  },
};
