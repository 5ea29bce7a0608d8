import { expect, test } from 'vitest';
import { errorCatalogue, errorCodes } from './errors.ts';

test.each(errorCodes)('%s has a stable name, an error status and a message', (code) => {
  const [status, message] = errorCatalogue[code];
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  const statuses = [400, 401, 403, 404, 408, 409, 410, 412, 413, 415, 416, 422, 429, 500, 503];
  expect(statuses).toContain(status);
  expect(message).toMatch(/^[A-Z]/);
});
