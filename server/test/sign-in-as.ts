import type { AnyOperation, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { ErrorAnswer } from 'staffroom-contract/shared/errors.ts';
import type { StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { openSession } from '../src/domains/identity/sessions.service.ts';
import { aUser } from './factories/user.factory.ts';
import { bodyOf } from './multipart.ts';
import type { AccountOptions, Answer, Api, CallInput, Carrier, Stage } from './stage.ts';

export const pathOf = (operation: AnyOperation, params: Record<string, unknown> = {}) =>
  `/api${operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])))}`;

const queryOf = (query: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** Creates an account of this role with a session, without a password sign-in. */
export const signInAs = async (
  app: Stage,
  role: StaffRole,
  account: AccountOptions,
): Promise<Api> => {
  const user = await aUser(app, { type: role, name: `Test ${role}`, ...account });
  const token = await openSession(
    app.database.db,
    { clock: app.clock, address: '127.0.0.1' },
    { userId: user.id, userAgent: 'tests' },
  );
  return apiWith(app, { id: user.id, token });
};

/** Calls with a given token, which may be invalid. */
export const apiWith = (
  app: { http: Carrier },
  { id, token }: { id: string; token: string },
): Api => {
  const send = async <O extends AnyOperation>(operation: O, input: CallInput<O> = {}) => {
    const { payload, headers } = bodyOf(operation, input);
    const answer = await app.http.inject({
      method: operation.method,
      url: pathOf(operation, input.params as Record<string, unknown> | undefined),
      query: queryOf(input.query),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
        ...input.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson ? (JSON.parse(answer.body) as unknown) : answer.body,
      headers: answer.headers as Answer<unknown>['headers'],
    };
  };
  return {
    id,
    token,
    send,
    call: async (operation, input) => {
      const answer = await send(operation, input);
      if (answer.status >= 300)
        throw new Error(
          `${operation.name} was refused with ${answer.status}: ${JSON.stringify(answer.body)}`,
        );
      return answer.body as ResponseOf<typeof operation>;
    },
    refused: async (operation, input) => {
      const answer = await send(operation, input);
      if (answer.status < 300) throw new Error(`${operation.name} was not refused.`);
      const body = answer.body as ErrorAnswer;
      const [first] = body.message.errors;
      return {
        status: answer.status,
        code: first?.code ?? '',
        field: first?.field,
        body,
        headers: answer.headers,
      };
    },
  };
};
