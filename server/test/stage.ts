import type {
  AnyOperation,
  BodyInput,
  ParamsInput,
  ResponseOf,
} from 'staffroom-contract/shared/operation.ts';
import type { ErrorAnswer } from 'staffroom-contract/shared/errors.ts';
import type { users } from '../src/domains/identity/users.schema.ts';
import type { TestFile } from './multipart.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import type { StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';

export type AccountOptions = Partial<typeof users.$inferInsert>;

export type CallInput<O extends AnyOperation> = {
  params?: ParamsInput<O>;
  query?: Record<string, unknown>;
  body?: BodyInput<O>;
  /** For an operation that accepts a form: sent beside the body's fields. */
  file?: TestFile;
  headers?: Record<string, string>;
};

export type Answer<T> = {
  status: number;
  body: T;
  headers: Record<string, string | string[] | undefined>;
};

/** Calls operations as one signed-in user. */
export type Api = {
  id: string;
  token: string;
  /** Returns the success answer; throws if the operation is refused. */
  call<O extends AnyOperation>(operation: O, input?: CallInput<O>): Promise<ResponseOf<O>>;
  /** Returns the refusal: its status and first error. Throws if the operation succeeds. */
  refused<O extends AnyOperation>(
    operation: O,
    input?: CallInput<O>,
  ): Promise<{
    status: number;
    code: string;
    field: string | undefined;
    body: ErrorAnswer;
    headers: Answer<unknown>['headers'];
  }>;
  send<O extends AnyOperation>(operation: O, input?: CallInput<O>): Promise<Answer<unknown>>;
};

/** Sends a request to the app, in the same process or over a connection. */
export type Carrier = {
  inject(request: {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
    url: string;
    query: Record<string, string>;
    headers: Record<string, string>;
    payload?: object;
  }): Promise<{
    statusCode: number;
    headers: Record<string, string | number | string[] | undefined>;
    body: string;
  }>;
};

/** The parts of a test app that factories and sign-ins need, however it was started. */
export type Stage = {
  http: Carrier;
  database: Pick<Database, 'db'>;
  clock: Clock;
  /** Returns a signed-in staff member of this role; cached per role unless options are given. */
  as(role: StaffRole, options?: AccountOptions): Promise<Api>;
};
