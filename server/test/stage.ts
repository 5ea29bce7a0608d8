import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import type { StaffRole } from '@staffroom/contract/domains/identity/permissions.ts';
import type { AccountOptions, Api } from './sign-in-as.ts';

/** Carries a request to the app, in the process or over a connection. */
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

/** What factories and sign-ins need of an app that runs for tests, whichever way it was started. */
export type Stage = {
  http: Carrier;
  database: Pick<Database, 'db'>;
  clock: Clock;
  /** A signed-in staff member of this role; made once per role, or anew with options. */
  as(role: StaffRole, options?: AccountOptions): Promise<Api>;
};
