import { expect, test } from 'vitest';
import { ApiError, UnreachableError } from './api-error.ts';
import { placeAmong, problemsAt, problemsOfFailure } from './form-problems.ts';

const placeOf = placeAmong(['name', 'parent', 'parent.email', 'subject']);

test('a field belongs to the closest place above it', () => {
  expect(placeOf('name')).toBe('name');
  expect(placeOf('parent.email')).toBe('parent.email');
  expect(placeOf('parent.phone')).toBe('parent');
  expect(placeOf('subject.3')).toBe('subject');
  expect(placeOf('body.name')).toBe('name');
});

test('a message without a place is shown at the top of the form', () => {
  expect(placeOf(undefined)).toBe('form');
  expect(placeOf('namely')).toBe('form');
});

test('joins several sentences for a place, each once', () => {
  const items = [
    { field: 'subject.0', message: 'A subject is empty' },
    { field: 'subject.2', message: 'A subject is empty' },
    { field: 'subject', message: 'At most 50' },
    { message: 'Not today.' },
  ];
  expect(problemsAt(items, placeOf)).toEqual({
    subject: 'A subject is empty At most 50',
    form: 'Not today.',
  });
});

test('a failure without a response is shown at the top', () => {
  expect(problemsOfFailure(null, placeOf)).toEqual({});
  expect(problemsOfFailure(new UnreachableError({ timedOut: false }), placeOf)).toEqual({
    form: 'The server cannot be reached at the moment.',
  });
  const refusal = new ApiError({
    status: 400,
    errors: [{ code: 'invalid_value', message: 'Please enter a name', field: 'name' }],
  });
  expect(problemsOfFailure(refusal, placeOf)).toEqual({ name: 'Please enter a name' });
});
