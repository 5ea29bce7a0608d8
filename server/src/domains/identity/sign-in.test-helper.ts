import { signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { SessionUser } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { ErrorAnswer } from 'staffroom-contract/shared/errors.ts';
import type { TestApp } from '../../../test/build-test-app.ts';
import { aUser } from '../../../test/factories/user.factory.ts';
import { pathOf } from '../../../test/sign-in-as.ts';
import { hashPassword } from './passwords.ts';

export const rightPassword = 'Staffroom2026';

const hash = hashPassword(rightPassword);

/** An account that can sign in with `rightPassword`, by default an Admin. */
export const anAccount = async (app: TestApp, values: Parameters<typeof aUser>[1] = {}) =>
  aUser(app, { type: 'Admin', passwordHash: await hash, ...values });

let lastAddress = 0;

/** Returns a new address, from which no request was sent before. */
export const anAddress = () => {
  lastAddress += 1;
  return `203.0.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`;
};

/** Posts to /auth as a browser would, by default from a new address. */
export const tryToSignIn = async (
  app: TestApp,
  credentials: { email: string; password: string },
  {
    address = anAddress(),
    headers = {},
  }: { address?: string; headers?: Record<string, string> } = {},
) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: pathOf(signIn),
    payload: credentials,
    remoteAddress: address,
    headers,
  });
  const body = JSON.parse(answer.body) as {
    token?: string;
    data?: SessionUser;
  } & Partial<ErrorAnswer>;
  return {
    status: answer.statusCode,
    body,
    token: body.token ?? '',
    code: body.message?.errors[0]?.code,
    message: body.message?.errors[0]?.message,
    retryAfter: Number(answer.headers['retry-after'] ?? Number.NaN),
  };
};
