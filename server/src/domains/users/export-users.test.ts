import { expect, test } from 'vitest';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { unique } from '../../../test/unique.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { newId } from '../../platform/ids.ts';
import { users } from '../identity/users.schema.ts';

const app = useTestApp();

const file = async (role: 'Admin' | 'Partner' | 'Agent', filter: object, account = {}) => {
  const answer = await (
    await app.as(role, account)
  ).send(listUsers, { query: { filter, max: 1 }, headers: { accept: 'text/csv' } });
  return String(answer.body).trim().split('\r\n');
};
const download = async (...of: Parameters<typeof file>) => (await file(...of)).slice(1);

test('a download contains each matching user once, also more than a thousand', async () => {
  const mark = unique('Download');
  const now = app.clock.now();
  await app.database.db.insert(users).values(
    Array.from({ length: 2001 }, (_, index) => ({
      id: newId(now),
      type: 'Student' as const,
      email: `${mark}.${index}@example.com`,
      name: mark,
      created: now,
      updated: now,
    })),
  );
  const lines = await download('Admin', { name: { regex: mark } });
  expect(lines).toHaveLength(2001);
  expect(new Set(lines).size).toBe(2001);
});

test('a download has the order of the list', async () => {
  const family = unique('Yeo');
  for (const name of ['Bee', 'Ang', 'Cai']) await aStudent(app, { name: `${family} ${name}` });
  const namesBy = async (order: object) => {
    const { body } = await (
      await app.as('Admin')
    ).send(listUsers, {
      query: { filter: { name: { regex: family } }, ...order },
      headers: { accept: 'text/csv' },
    });
    return [...String(body).matchAll(new RegExp(`${family} (\\w+)`, 'g'))].map(([, name]) => name);
  };
  expect(await namesBy({ sortBy: 'created', order: 'asc' })).toEqual(['Bee', 'Ang', 'Cai']);
  expect(await namesBy({ sortBy: 'name', order: 'desc' })).toEqual(['Cai', 'Bee', 'Ang']);
});

test('a Partner downloads only the students of its lead source', async () => {
  const source = unique('Source');
  const ours = await aStudent(app, { leadSource: source });
  await aStudent(app, { leadSource: 'FB' });
  const lines = await download('Partner', { _type: 'Student' }, { leadSourceScope: source });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(ours.email);
});

test('a download contains what the list shows its reader', async () => {
  const source = unique('Source');
  const student = await aStudent(app, {
    leadSource: source,
    phoneCountryCode: '65',
    phone: '91234567',
    emailVerified: true,
    referralCode: unique('REF'),
    level: 'junior-college-2',
    school: 'Raffles, Bishan',
    parentName: 'Mdm Ong',
    parentEmail: 'ong@example.org',
    parentPhoneCountryCode: '65',
    parentPhone: '81112222',
  });
  const filter = { _id: student.id };
  const lookUp = `Student,${student.email},Tan Jun Wei,65,91234567,true`;
  const listed = `${lookUp},true,false,${student.referralCode},2026-11-20 10:00,Junior College 2,"Raffles, Bishan",${source},Mdm Ong,ong@example.org,65,81112222`;
  const heading = 'type,email,name,phone_country_code,phone,enabled';
  const listedHeading = `${heading},e_verified,p_verified,referral_code,registered (Asia/Singapore),level,school,lead_source`;
  const parentHeading = 'parent_name,parent_email,parent_phone_country_code,parent_phone';
  expect(await file('Admin', filter)).toEqual([
    `${listedHeading},${parentHeading},acts_as`,
    `${listed},`,
  ]);
  expect(await file('Partner', filter, { leadSourceScope: source })).toEqual([
    `${listedHeading},${parentHeading}`,
    listed,
  ]);
  expect(await file('Agent', filter)).toEqual([heading]);
});
