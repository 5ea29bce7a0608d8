import { recordAudit } from 'staffroom-server/src/platform/audit.ts';
import { newId } from 'staffroom-server/src/platform/ids.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { many, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'the audit trail': {
      file: 'domains/system/audit-trail.tsx',
      phoneCards: true,
      caption: 'List of entries',
      nouns: 'entries',
      pageSize: 50,
      make: async (app, rows) => {
        const { id } = await aStudent(app);
        const actor = { id: null, name: 'Web shop' };
        const from = { clock: app.clock, address: '203.0.113.24', requestId: id, actor };
        await many(rows, (school) =>
          recordAudit(app.database.db, from, {
            action: 'user.updated',
            entity: 'user',
            entityId: id,
            before: { school: '' },
            after: { school },
          }),
        );
        return `/admin/audit?record=${id}`;
      },
      call: /\/admin\/audit$/,
      empty: {
        text: 'No entries match.',
        address: async (app) => `/admin/audit?record=${newId(app.clock.now())}`,
      },
      filter: ['What', 'Changed', /what=/],
      download: 'audit.csv',
      opens: /open=/,
    },
  },
};
