import { updateUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import { aStudent, aTutor, aUser } from '@staffroom/server/test/factories/user.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import {
  at,
  named,
  writesName,
  type Examples,
  type OpenableForm,
  type RecordForm,
} from './forms.ts';

/** The forms of people that change a record. */
export const peopleRecordForms: Examples<RecordForm> = {
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
};

/** The other forms of people. */
export const peopleActForms: Examples<OpenableForm> = {
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
};
