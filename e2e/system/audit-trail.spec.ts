import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';

test('an entry shows who changed which fields, and opens the history of its record', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, { name: unique('Marcus Lee'), school: 'Rosyth School' });
  const admin = await app.as('Admin', { name: unique('Joanne Sim') });
  await admin.call(updateUser, {
    params: { type: 'Student', id: student.id },
    body: { school: 'Anderson Primary School', level: 'P5', version: 1 },
  });
  await signInAs('Admin');
  await page.goto('/admin/audit');
  await page.getByRole('textbox', { name: 'Name, record or request' }).fill(student.name);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: student.name });
  await expect(row).toContainText('Account updated');
  await expect(row.getByRole('link', { name: student.name })).toHaveAttribute(
    'href',
    `/user/${student.id}`,
  );
  await page.getByRole('heading', { name: 'Audit trail' }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const fields = page.getByRole('list', { name: `Fields of ${student.name}` });
  await expect(fields).toContainText('SchoolRosyth SchoolAnderson Primary School');
  await expect(page.getByText(/^started .*\d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('They are kept for good.', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'History of this account' }).click();
  await expect(page).toHaveURL(`/admin/audit?record=${student.id}`);
  await expect(row).toHaveCount(1);
  await page.goBack();
  await page.getByRole('link', { name: /^All by Joanne Sim/ }).click();
  await expect(page).toHaveURL(`/admin/audit?who=${admin.id}`);
});

test('downloads are found by kind, and the download of the trail is an entry itself', async ({
  page,
  app,
  signInAs,
}) => {
  const name = unique('Cheryl Pereira');
  const clerk = await app.as('CustService', { name });
  await clerk.send(listClasses, { headers: { accept: 'text/csv' } });
  const { id } = await aStudent(app);
  const present = { target_id: id, action: 'ADD', qty: 1, remark: 'A present' } as const;
  await clerk.call(addCredit, { body: present });
  const admin = await signInAs('Admin', { name: unique('Nadia Tan') });
  await page.goto(`/admin/audit?who=${clerk.id}`);
  const rows = page.getByRole('row').filter({ hasText: name });
  await expect(rows).toHaveCount(2);
  await page.goto(`/admin/audit?who=${clerk.id}&what=["download"]`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Downloaded');
  await expect(rows).toContainText(/Classes · [\d,]+ rows?/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  await page.goto(`/admin/audit?who=${admin.id}&what=["download"]`);
  await expect(page.getByRole('row').filter({ hasText: 'Audit trail · 1 row' })).toHaveCount(1);
});
