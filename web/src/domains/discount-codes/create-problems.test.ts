import { expect, test } from 'vitest';
import type { ErrorItem } from '@staffroom/contract/shared/errors.ts';
import { ApiError, UnreachableError } from '../../lib/api-error.ts';
import { createProblems, takenMessage } from './create-problems.ts';

const refusal = (status: number, ...errors: ErrorItem[]) => new ApiError({ status, errors });

test('a code that exists is said at the code', () => {
  const message = 'whatever the server says';
  for (const item of [
    { code: 'discount_code_taken', message, field: 'code' } as const,
    { code: 'discount_code_taken', message } as const,
  ])
    expect(createProblems(refusal(409, item))).toEqual({ code: takenMessage });
});

test('a field that the server names is where it is said, several at once', () => {
  expect(
    createProblems(
      refusal(
        422,
        { code: 'agent_not_enabled', message: 'This agent is not enabled.', field: 'agent' },
        { code: 'invalid_value', message: 'The start date is before today', field: 'start_date' },
        { code: 'invalid_value', message: 'A class does not exist.', field: 'merchandise_id.3' },
      ),
    ),
  ).toEqual({
    agent: 'This agent is not enabled.',
    start_date: 'The start date is before today',
    merchandise_id: 'A class does not exist.',
  });
});

test('any other refusal is said at the code, with its reason at the head of the form', () => {
  expect(
    createProblems(refusal(403, { code: 'forbidden', message: 'Your role may not do this.' })),
  ).toEqual({ code: takenMessage, form: 'Your role may not do this.' });
  expect(createProblems(new Error('odd'))).toMatchObject({ code: takenMessage });
});

test('a lost answer does not say that the code exists', () => {
  const problems = createProblems(new UnreachableError({ timedOut: true }));
  expect(problems.code).toBeUndefined();
  expect(problems.form).toBe(
    'The server did not answer in time. Nothing typed is lost. Submit sends the same code again; it is never created twice.',
  );
});
