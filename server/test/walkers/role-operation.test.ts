import { describe, expect, test } from 'vitest';
import { allOperations } from 'staffroom-contract/operations.ts';
import {
  mayCall,
  grantableScreens,
  staffRoles,
  userTypes,
  isStaffRole,
  type Rights,
  type StaffRole,
} from 'staffroom-contract/domains/identity/permissions.ts';
import type { ErrorAnswer } from 'staffroom-contract/shared/errors.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { openSession } from '../../src/domains/identity/sessions.service.ts';
import { useTestApp } from '../build-test-app.ts';
import { aUser } from '../factories/user.factory.ts';
import { apiWith, pathOf, signInAs } from '../sign-in-as.ts';
import type { AccountOptions, Api } from '../stage.ts';
import { ofEachKind, walksAll } from '../walk.ts';

const app = useTestApp();

const guarded = allOperations.filter((operation) => operation.access !== 'public');
const open = allOperations.filter((operation) => operation.access === 'public');

const anyId = '01980000-0000-7000-8000-000000000000';

/** Calls without a body and with unknown ids, so that nothing is found or changed. */
const knock = async (api: Api, operation: AnyOperation) => {
  const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, anyId]);
  const answer = await api.send(operation, { params: Object.fromEntries(places) as never });
  const [first] = (answer.body as ErrorAnswer).message?.errors ?? [];
  return { status: answer.status, ...first };
};

/** True for a refusal by the access table, which names no field; other rules do. */
const isRefusedByTable = (answer: Awaited<ReturnType<typeof knock>>) =>
  answer.status === 403 && answer.code === 'forbidden' && answer.field === undefined;

const callers = new Map<string, Api>();

/** Calls with one account per kind, which signs in again if the call may have ended its session. */
const knockAs = async (role: StaffRole, account: AccountOptions, operation: AnyOperation) => {
  const kind = JSON.stringify([role, account]);
  const caller = callers.get(kind) ?? (await signInAs(app, role, account));
  const answer = await knock(caller, operation);
  if (answer.status < 300 && operation.method !== 'GET') callers.delete(kind);
  else callers.set(kind, caller);
  return answer;
};

/** Lists the operations with a fault, by name. */
const faultsOf = async (
  operations: readonly AnyOperation[],
  faultOf: (operation: AnyOperation) => Promise<string | undefined>,
): Promise<string[]> => {
  const faults: string[] = [];
  for (const operation of operations) {
    const fault = await faultOf(operation);
    if (fault !== undefined) faults.push(`${operation.name} ${fault}`);
  }
  return faults;
};

/** Compares the refusals of one account with the access table for these rights. */
const faultsAs = (
  role: StaffRole,
  account: AccountOptions,
  rights: Rights,
  operations: readonly AnyOperation[] = guarded,
) =>
  faultsOf(operations, async (operation) => {
    const answer = await knockAs(role, account, operation);
    if (answer.status === 401 || answer.status >= 500) return `answers ${answer.status}`;
    const mayBeCalled = mayCall(rights, operation);
    if (isRefusedByTable(answer) !== mayBeCalled) return undefined;
    return mayBeCalled ? 'is refused' : `is not refused: ${answer.status}`;
  });

describe('without a live session', () => {
  const sessionOf = async (account: Parameters<typeof aUser>[1], hoursAgo = 0) => {
    const user = await aUser(app, account);
    const opened = new Date(app.clock.now().getTime() - hoursAgo * 3_600_000);
    return openSession(
      app.database.db,
      { clock: { now: () => opened }, address: '127.0.0.1' },
      { userId: user.id, userAgent: 'tests' },
    );
  };

  const callers: [what: string, tokenOf: () => string | Promise<string>][] = [
    ['no token', () => ''],
    ['a short token', () => 'x'],
    ['an unknown token', () => 'x'.repeat(43)],
    ['a token of odd signs', () => '%00<script>é'],
    ['a session of 12 hours unused', () => sessionOf({ type: 'Admin' }, 12)],
    ['a disabled account', () => sessionOf({ type: 'Admin', enabled: false })],
    ...userTypes
      .filter((type) => !isStaffRole(type))
      .map((type): (typeof callers)[number] => [`a ${type}`, () => sessionOf({ type })]),
  ];

  test.each(callers)('%s is answered with 401 by every operation', async (_what, tokenOf) => {
    const token = await tokenOf();
    const caller = apiWith(app, { id: '', token });
    const faults = await faultsOf(guarded, async (operation) => {
      const { status, isExpired = false } = await knock(caller, operation);
      if (status === 401 && isExpired === (token !== '')) return undefined;
      return `answers ${status}, isExpired ${isExpired}`;
    });
    expect(faults).toEqual([]);
  });

  test('HEAD of every GET answers 401', async () => {
    const read = guarded.filter((operation) => operation.method === 'GET');
    const faults = await faultsOf(read, async (operation) => {
      const url = pathOf(operation, { id: anyId, importId: anyId });
      const { statusCode } = await app.http.inject({ method: 'HEAD', url });
      return statusCode === 401 ? undefined : `answers ${statusCode}`;
    });
    expect(faults).toEqual([]);
  });

  test('every public operation is open to all callers', async () => {
    const caller = apiWith(app, { id: '', token: '' });
    const faults = await faultsOf(open, async (operation) => {
      const { status } = await knock(caller, operation);
      return status === 200 || status === 400 ? undefined : `answers ${status}`;
    });
    expect(faults).toEqual([]);
  });
});

test.each(staffRoles)('%s is refused exactly as the table says', async (role) => {
  expect(await faultsAs(role, {}, { role, extra_routes: [] })).toEqual([]);
});

describe('rights of an account beyond its role', () => {
  const typist: Rights = { role: 'Typist', extra_routes: [] };
  const [askedWhole] = ofEachKind(grantableScreens, () => 'screen');

  test.each(grantableScreens)('a Typist who may also open %s', async (route) => {
    const rights: Rights = { ...typist, extra_routes: [route] };
    // All operations for one screen per run; for the other screens, those that the screen adds.
    const asked =
      walksAll || route === askedWhole
        ? guarded
        : guarded.filter((operation) => mayCall(rights, operation) !== mayCall(typist, operation));
    expect(await faultsAs('Typist', { extraRoutes: [route] }, rights, asked)).toEqual([]);
  });

  test.each(staffRoles)('an Admin who acts as %s has no more than that role', async (role) => {
    expect(await faultsAs('Admin', { actsAs: role }, { role, extra_routes: [] })).toEqual([]);
  });
});
