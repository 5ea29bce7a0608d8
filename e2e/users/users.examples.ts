import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { aCreditEntry } from 'staffroom-server/test/factories/credit.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent, aStudent, aTutor, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import {
  at,
  many,
  named,
  rowAct,
  searched,
  writesName,
  type DomainExamples,
} from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    users: {
      file: 'screens/users/user-list.route.tsx',
      caption: 'List of users',
      phoneCards: true,
      nouns: 'users',
      make: searched('/user?search=', (app, name) => aStudent(app, { name })),
      call: /\/admin\/user$/,
      empty: { text: 'No users found', address: async () => '/user?search=no.such.name' },
      sort: ['Name', 'name'],
      download: 'users.csv',
      opens: { dialog: 'User detail' },
    },
    'staff accounts': {
      file: 'screens/users/user-list.route.tsx',
      caption: 'List of staff accounts',
      phoneCards: true,
      nouns: 'staff accounts',
      make: searched('/user?tab=staff&search=', (app, name) => anAgent(app, { name })),
      call: /\/admin\/user$/,
      empty: {
        text: 'No staff accounts found',
        address: async () => '/user?tab=staff&search=no.such.name',
      },
      sort: ['E-mail', 'email'],
      filter: ['Role', 'Agent', /role=Agent/],
      download: 'staff.csv',
      opens: { dialog: 'Edit staff account' },
    },
    'credit entries': {
      file: 'domains/users/credit-statement.tsx',
      caption: 'Credit statement',
      nouns: 'entries',
      page: 'credit',
      make: async (app, rows) => {
        const { id } = await aStudent(app);
        await many(rows, () => aCreditEntry(app, id));
        return `/user/${id}`;
      },
      call: /\/admin\/credit$/,
      empty: {
        text: 'There are no credit entries to display',
        address: async (app) => `/user/${(await aStudent(app)).id}`,
      },
      download: 'credit.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
  },
  records: {
    '/user/$userId': {
      make: async (app, admin) => {
        const { created_by: student } = await anOrder(app, { lessons: 1 });
        await admin.call(updateUser, {
          params: { type: 'Student', id: student._id },
          body: {
            date_of_birth: '2011-06-02',
            level: 'secondary-3',
            first_language: 'Mandarin',
            gender: 'f',
            parent: {
              name: 'Tan Wei Ling',
              contact_preference: { wechat: true, wechat_id: 'tan' },
            },
          },
        });
        return `/user/${student._id}`;
      },
      call: /\/api\/admin\/user\/[^/?]+$/,
      back: { name: 'User', address: '/user' },
      missing: 'Opps, something wrong...',
      tabs: ['Orders', 'Lessons', 'Homework', 'Messages', 'Tickets', 'Changes'],
    },
  },
  recordForms: {
    'a student': async (app) => {
      const { id } = await aStudent(app);
      const admin = await app.as('Admin');
      return {
        ...writesName,
        title: 'Edit User',
        typed: unique('Chua Si Ying'),
        open: at(`/user?edit=${id}`),
        saveMeanwhile: () =>
          admin.call(updateUser, {
            params: { type: 'Student', id },
            body: { name: unique('Theirs'), school: 'Raffles Institution' },
          }),
      };
    },
    'a tutor': async (app) => {
      const { id } = await aTutor(app);
      const admin = await app.as('Admin');
      return {
        ...writesName,
        title: 'Edit User',
        typed: unique('Farah'),
        open: at(`/user?edit=${id}`),
        saveMeanwhile: () =>
          admin.call(updateUser, {
            params: { type: 'Tutor', id },
            body: { name: unique('Theirs'), subject: ['Science'] },
          }),
      };
    },
    'a staff account': async (app) => {
      const { id } = await aUser(app, { type: 'CustService', name: 'Hui Ling' });
      const admin = await app.as('Admin');
      return {
        ...writesName,
        title: 'Edit staff account',
        typed: unique('Hui Ling'),
        open: at(`/user?tab=staff&staff=${id}`),
        saveMeanwhile: () =>
          admin.call(updateUser, {
            params: { type: 'CustService', id },
            body: { name: unique('Theirs'), phone: '98765432' },
          }),
      };
    },
  },
  actForms: {
    'a new tutor': async () => ({
      ...named,
      title: 'Add New Tutor',
      typed: unique('Farah'),
      open: async (page) => {
        await page.goto('/user?dialog=create');
        await page
          .getByRole('dialog', { name: 'Add New Tutor' })
          .getByRole('textbox', { name: 'E-mail', exact: true })
          .fill(`${unique('tutor')}@example.com`);
      },
    }),
    'a new staff account': async () => ({
      title: 'Create staff account',
      box: 'Name',
      typed: unique('Mei Ling'),
      save: 'Create staff account',
      open: async (page) => {
        await page.goto('/user?tab=staff&staff=new');
        const dialog = page.getByRole('dialog', { name: 'Create staff account' });
        await dialog
          .getByRole('textbox', { name: 'E-mail', exact: true })
          .fill(`${unique('mei')}@example.com`);
        await dialog.getByLabel(/^Password/).fill('Classroom2027');
        await dialog.getByRole('combobox', { name: 'Role' }).click();
        await page.getByRole('option', { name: 'Typist', exact: true }).click();
      },
    }),
    'added credit': async (app) => {
      const { id } = await aStudent(app);
      return {
        title: 'Add credit',
        box: 'Reason',
        typed: 'Lesson of 17 Mar ended early',
        save: 'Add',
        open: at(`/user/${id}?dialog=add`),
      };
    },
  },
  rowQuestions: {
    'domains/users/staff-accounts.tsx': async (app) => {
      const { email } = await aUser(app, { type: 'Typist' });
      return {
        title: 'Disable ',
        save: 'Disable',
        open: rowAct(`/user?tab=staff&search=${email}`, email, 'Disable'),
      };
    },
  },
};
