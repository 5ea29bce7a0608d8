import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { staffTypes } from 'staffroom-contract/domains/identity/permissions.ts';
import { createUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { anAgent, aStudent, aTutor } from '../../../test/factories/user.factory.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog, idempotencyKeys } from '../../platform/platform.schema.ts';
import { hashBody } from '../../platform/idempotency.ts';
import { users } from '../identity/users.schema.ts';

const app = useTestApp();

type Body = BodyInput<typeof createUser>;

const aBody = (values: Partial<Body> = {}): Body => ({
  _type: 'Tutor',
  email: `${unique('tutor')}@example.com`,
  name: 'Farah Aziz',
  ...values,
});
const create = async (api: Api, body: Body) => (await api.call(createUser, { body })).data;
const signInAnswer = (email: string, password: string) =>
  apiWith(app, { id: '', token: '' }).send(signIn, { body: { email, password } });

describe('a new tutor', () => {
  test('is created by staff who manage users, with every field of the form', async () => {
    const email = `${unique('Farah')}@Example.com`;
    const made = await create(
      await app.as('CustService'),
      aBody({
        email: ` ${email} `,
        name: '  Farah Aziz ',
        phone_country_code: '+65',
        phone: '9123 4567',
        profile_pic: ' https://example.com/farah.jpg ',
        desc: '<p>Patient</p><script>alert(1)</script>',
        subject: [' English ', 'Chinese'],
        credential: { year_of_exp: 8, track_record: ['NIE'] },
      }),
    );
    expect(made).toEqual({
      _id: made._id,
      _type: 'Tutor',
      email,
      name: 'Farah Aziz',
      phone_country_code: '65',
      phone: '91234567',
      enabled: true,
      e_verified: false,
      p_verified: false,
      referral_code: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      created: app.clock.now().toISOString(),
      updated: app.clock.now().toISOString(),
      version: 1,
      referred_by: null,
      lead_source: null,
      first_purchased_on: null,
      profile_pic: 'https://example.com/farah.jpg',
      desc: '<p>Patient</p>',
      subject: ['English', 'Chinese'],
      credential: { year_of_exp: 8, track_record: ['NIE'] },
      abilities: { update: true, manage_credit: false },
    });
  });

  test('needs only a name and an e-mail, and cannot sign in until a password is set', async () => {
    const body = aBody();
    const made = await create(await app.as('Admin'), body);
    expect(made).toMatchObject({ phone: '', subject: [], credential: { year_of_exp: null } });
    expect((await signInAnswer(body.email, 'Staffroom2026')).status).toBe(401);
    const withPassword = aBody({ password: 'Staffroom2026' });
    await create(await app.as('Admin'), withPassword);
    expect((await signInAnswer(withPassword.email, 'Staffroom2026')).status).toBe(200);
  });

  test('a TA is created in the same way', async () => {
    const made = await create(await app.as('CustService'), aBody({ _type: 'TA' }));
    expect(made._type).toBe('TA');
  });

  test('without a number there is no country code', async () => {
    const made = await create(await app.as('Admin'), aBody({ phone_country_code: '65' }));
    expect(made.phone_country_code).toBe('');
  });
});

describe('a staff account', () => {
  test.each(staffTypes)('%s is created by an Admin with its settings', async (_type) => {
    const agent = await anAgent(app);
    const made = await create(
      await app.as('Admin'),
      aBody({
        _type,
        account: {
          acts_as: 'Partner',
          extra_routes: ['/tickets/trial', '/tickets/trial'],
          sees_order_id: true,
          order_agents: [agent.id, agent.id],
          lead_source_scope: ' FB ',
        },
      }),
    );
    expect(made).toMatchObject({
      _type,
      account: {
        acts_as: 'Partner',
        extra_routes: ['/tickets/trial'],
        sees_order_id: true,
        order_agents: [{ _id: agent.id, name: agent.name }],
        lead_source_scope: 'FB',
      },
    });
  });

  test('can be created disabled', async () => {
    const made = await create(await app.as('Admin'), aBody({ _type: 'Agent', enabled: false }));
    expect(made.enabled).toBe(false);
  });
});

describe('refused', () => {
  const refused = async (api: Api, body: object) =>
    api.refused(createUser, { body: { ...aBody(), ...body } });

  test('to create a student: the first order does that', async () => {
    for (const role of ['Admin', 'CustService'] as const) {
      const answer = await refused(await app.as(role), { _type: 'Student' });
      expect(answer).toMatchObject({ status: 403, code: 'forbidden', field: '_type' });
      expect(answer.body.message.errors[0]?.message).toContain('first order');
    }
  });

  test.each(staffTypes)('to create a %s, unless the actor is an Admin', async (_type) => {
    expect(await refused(await app.as('CustService'), { _type })).toMatchObject({
      status: 403,
      code: 'forbidden',
      field: '_type',
    });
  });

  test.each(['SalesAdmin', 'Partner', 'Agent', 'Typist'] as const)('to a %s', async (role) => {
    expect(await refused(await app.as(role), {})).toMatchObject({
      status: 403,
      code: 'forbidden',
      field: undefined,
    });
  });

  test('without a session', async () => {
    const signedOut = apiWith(app, { id: '', token: '' });
    expect(await refused(signedOut, {})).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test('the fields account and enabled, unless the actor is an Admin', async () => {
    const { status, body } = await refused(await app.as('CustService'), {
      enabled: true,
      account: { acts_as: 'Admin' },
    });
    expect(status).toBe(403);
    expect(body.message.errors.map(({ code, field }) => [code, field])).toEqual([
      ['forbidden', 'enabled'],
      ['forbidden', 'account'],
    ]);
  });

  test.each([
    ['Tutor', { school: 'Raffles', parent: { name: 'Mdm Tan' } }, ['school', 'parent']],
    ['TA', { account: { acts_as: 'Admin' }, enabled: false }, ['account', 'enabled']],
    ['Agent', { subject: ['English'], gender: 'f' }, ['subject', 'gender']],
  ] as const)('a field of another type, in a %s’s record', async (_type, fields, names) => {
    const { status, body } = await refused(await app.as('Admin'), { _type, ...fields });
    expect(status).toBe(400);
    expect(body.message.errors.map(({ code, field }) => [code, field])).toEqual(
      expect.arrayContaining(names.map((name) => ['invalid_value', name])),
    );
    expect(body.message.errors).toHaveLength(names.length);
  });

  test.each([
    ['name', { name: '  ' }],
    ['email', { email: 'farah@example' }],
    ['password', { password: 'short' }],
    ['name', { name: 'x'.repeat(10_000) }],
    ['profile_pic', { profile_pic: 'http://example.com/farah.jpg' }],
    ['profile_pic', { profile_pic: 'javascript:alert(1)' }],
    ['credential.year_of_exp', { credential: { year_of_exp: 1.5 } }],
    ['phone', { phone: '1'.repeat(16) }],
    ['account.extra_routes.0', { _type: 'Agent', account: { extra_routes: ['/nowhere'] } }],
    ['account.acts_as', { _type: 'Agent', account: { acts_as: 'Student' } }],
  ])('%s: %j', async (field, body) => {
    expect(await refused(await app.as('Admin'), body)).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field,
    });
  });

  test('order agents who are not agents', async () => {
    const agent = await anAgent(app, { enabled: false });
    const tutor = await aTutor(app);
    for (const id of [tutor.id, '01980000-0000-7000-8000-000000000000'])
      expect(
        await refused(await app.as('Admin'), {
          _type: 'Agent',
          account: { order_agents: [agent.id, id] },
        }),
      ).toMatchObject({ status: 400, code: 'invalid_value', field: 'account.order_agents' });
  });
});

describe('an e-mail that another account has', () => {
  test('is refused in any letter case; the error names the account if the actor may open it', async () => {
    const student = await aStudent(app);
    const answer = await (
      await app.as('CustService')
    ).refused(createUser, { body: aBody({ email: student.email.toUpperCase() }) });
    expect(answer).toMatchObject({ status: 409, code: 'email_taken', field: 'email' });
    expect(answer.body.current).toEqual({ _id: student.id, _type: 'Student', name: student.name });
  });

  test('is refused without the name if the actor may not open the account', async () => {
    const agent = await anAgent(app);
    const answer = async (role: 'Admin' | 'CustService') =>
      (await app.as(role)).refused(createUser, { body: aBody({ email: agent.email }) });
    expect(await answer('CustService')).toMatchObject({ status: 409, code: 'email_taken' });
    expect((await answer('CustService')).body).not.toHaveProperty('current');
    expect((await answer('Admin')).body.current).toMatchObject({ _id: agent.id });
  });

  test('concurrent requests create only one account', async () => {
    const body = aBody();
    const api = await app.as('CustService');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        api.send(createUser, {
          body: { ...body, email: index % 2 ? body.email : body.email.toUpperCase() },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
    const made = await app.database.db
      .select()
      .from(users)
      .where(eq(users.emailKey, body.email.toLowerCase()));
    expect(made).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer.body).toMatchObject({
        message: { errors: [{ code: 'email_taken', field: 'email' }] },
        current: { _id: made[0]?.id },
      });
  });
});

describe('the same request again', () => {
  const withKey = (api: Api, key: string, body: Body) =>
    api.send(createUser, { body, headers: { 'idempotency-key': key } });

  test('gets the first response, also when sent concurrently; another body is refused', async () => {
    const api = await app.as('Admin');
    const [key, body] = [unique('key'), aBody({ password: 'Staffroom2026' })];
    const twins = await Promise.all([withKey(api, key, body), withKey(api, key, body)]);
    const again = await withKey(api, key, body);
    expect(twins.map((answer) => answer.status)).toEqual([201, 201]);
    expect(twins[1]?.body).toEqual(twins[0]?.body);
    expect(again.body).toEqual(twins[0]?.body);
    for (const other of [{ name: 'Farah A.' }, { password: 'Staffroom2027' }])
      expect(await withKey(api, key, { ...body, ...other })).toMatchObject({
        status: 422,
        body: { message: { errors: [{ code: 'idempotency_key_reused' }] } },
      });
  });

  test('is not identified by a fast hash of its password', async () => {
    const keptFor = async (body: Body) => {
      const key = unique('key');
      await withKey(await app.as('Admin'), key, body);
      const [kept] = await app.database.db
        .select()
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.key, key));
      return kept?.bodyHash.toString('hex');
    };
    const fastHashOf = (body: Body) => hashBody([{}, createUser.body?.parse(body)]).toString('hex');
    const [without, withPassword] = [aBody(), aBody({ password: 'Staffroom2026' })];
    expect(await keptFor(without)).toBe(fastHashOf(without));
    expect(await keptFor(withPassword)).not.toBe(fastHashOf(withPassword));
  });
});

test('the audit trail contains the actor and the fields, without the password', async () => {
  const admin = await app.as('Admin', { name: 'Siti Nurhaliza' });
  const made = await create(admin, aBody({ password: 'Staffroom2026', subject: ['English'] }));
  const rows = await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, made._id));
  expect(rows).toMatchObject([
    {
      actorId: admin.id,
      action: 'user.created',
      entity: 'user',
      before: null,
      after: { _id: made._id, email: made.email, subject: ['English'], password: 'set' },
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Staffroom2026|argon2/);
});
