import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '@staffroom/contract/operations.ts';
import {
  mayCall,
  screenRoutes,
  staffRoles,
  userTypes,
  isStaffRole,
  type Rights,
  type StaffRole,
} from '@staffroom/contract/domains/identity/permissions.ts';
import type { ErrorAnswer } from '@staffroom/contract/shared/errors.ts';
import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { openSession } from '../../src/domains/identity/sessions.service.ts';
import { useTestApp } from '../build-test-app.ts';
import { aUser } from '../factories/user.factory.ts';
import { apiWith, pathOf, signInAs } from '../sign-in-as.ts';
import type { AccountOptions, Api } from '../stage.ts';

const app = useTestApp();

const guarded = allOperations.filter((operation) => operation.access !== 'public');
const open = allOperations.filter((operation) => operation.access === 'public');
const named = (operations: readonly AnyOperation[]) =>
  operations.map((operation) => ({ name: operation.name, operation }));

const anyId = '01980000-0000-7000-8000-000000000000';

/** A call that finds nothing and changes nothing: no body, ids of nobody. */
const knock = async (api: Api, operation: AnyOperation) => {
  const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, anyId]);
  const answer = await api.send(operation, { params: Object.fromEntries(places) as never });
  const [first] = (answer.body as ErrorAnswer).message?.errors ?? [];
  return { status: answer.status, ...first };
};

/** The table's own refusal names no field; a rule about what was asked for does. */
const isRefusedByTable = (answer: Awaited<ReturnType<typeof knock>>) =>
  answer.status === 403 && answer.code === 'forbidden' && answer.field === undefined;

const callers = new Map<string, Api>();

/** Knocks as one account of its kind, which signs in anew when what it called may have ended its session. */
const knockAs = async (role: StaffRole, account: AccountOptions, operation: AnyOperation) => {
  const kind = JSON.stringify([role, account]);
  const caller = callers.get(kind) ?? (await signInAs(app, role, account));
  const answer = await knock(caller, operation);
  if (answer.status < 300 && operation.method !== 'GET') callers.delete(kind);
  else callers.set(kind, caller);
  return answer;
};

describe('without a live session', () => {
  let dead: { what: string; token: string; isExpired: boolean }[];

  const sessionOf = async (account: Parameters<typeof aUser>[1], hoursAgo = 0) => {
    const user = await aUser(app, account);
    const opened = new Date(app.clock.now().getTime() - hoursAgo * 3_600_000);
    return openSession(
      app.database.db,
      { clock: { now: () => opened }, address: '127.0.0.1' },
      { userId: user.id, userAgent: 'tests' },
    );
  };

  beforeAll(async () => {
    dead = [
      { what: 'no token', token: '', isExpired: false },
      { what: 'a short token', token: 'x', isExpired: true },
      { what: 'an unknown token', token: 'x'.repeat(43), isExpired: true },
      { what: 'a token of odd signs', token: '%00<script>é', isExpired: true },
      { what: '12 hours unused', token: await sessionOf({ type: 'Admin' }, 12), isExpired: true },
      {
        what: 'a disabled account',
        token: await sessionOf({ type: 'Admin', enabled: false }),
        isExpired: true,
      },
      ...(await Promise.all(
        userTypes
          .filter((type) => !isStaffRole(type))
          .map(async (type) => ({ what: type, token: await sessionOf({ type }), isExpired: true })),
      )),
    ];
  });

  test.each(named(guarded))('$name answers 401', async ({ operation }) => {
    for (const { what, token, isExpired } of dead) {
      const answer = await knock(apiWith(app, { id: '', token }), operation);
      expect({ what, status: answer.status, isExpired: answer.isExpired === true }).toEqual({
        what,
        status: 401,
        isExpired,
      });
    }
  });

  test.each(named(guarded.filter((operation) => operation.method === 'GET')))(
    'HEAD of $name answers 401',
    async ({ operation }) => {
      const url = pathOf(operation, { id: anyId, importId: anyId });
      const answer = await app.http.inject({ method: 'HEAD', url });
      expect(answer.statusCode).toBe(401);
    },
  );

  test.each(named(open))('$name is open to everybody', async ({ operation }) => {
    const answer = await knock(apiWith(app, { id: '', token: '' }), operation);
    expect([200, 400]).toContain(answer.status);
  });
});

describe.each(staffRoles)('%s', (role) => {
  test.each(named(guarded))(
    '$name is refused exactly where the table says so',
    async ({ operation }) => {
      const rights: Rights = { role, extra_routes: [] };
      const answer = await knockAs(role, {}, operation);
      expect(isRefusedByTable(answer)).toBe(!mayCall(rights, operation));
      expect(answer.status).not.toBe(401);
      expect(answer.status).toBeLessThan(500);
    },
  );
});

describe('rights that an account has beyond its role', () => {
  test.each(screenRoutes)('a Typist who may also open %s', async (route) => {
    const rights: Rights = { role: 'Typist', extra_routes: [route] };
    for (const operation of guarded) {
      const answer = await knockAs('Typist', { extraRoutes: [route] }, operation);
      expect({ operation: operation.name, refused: isRefusedByTable(answer) }).toEqual({
        operation: operation.name,
        refused: !mayCall(rights, operation),
      });
    }
  });

  test.each(staffRoles)('an Admin who acts as %s has no more than that role', async (role) => {
    for (const operation of guarded) {
      const answer = await knockAs('Admin', { actsAs: role }, operation);
      expect({ operation: operation.name, refused: isRefusedByTable(answer) }).toEqual({
        operation: operation.name,
        refused: !mayCall({ role, extra_routes: [] }, operation),
      });
    }
  });
});
