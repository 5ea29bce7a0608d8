import { expect, test } from 'vitest';
import type { ClassSummary } from 'staffroom-contract/domains/classes/classes.contract.ts';
import {
  cleanCode,
  emptyDraft,
  isDirty,
  orderBodyOf,
  quoteBodyOf,
  draftProblems,
  hasFieldProblem,
  missingOf,
  placeOf,
  problemsOf,
  quoteProblems,
  type OrderDraft,
} from './order-draft.ts';

const allTypes = ['PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'] as const;
const tuitionClass = { _id: 'c1', name: 'Sec 3 A Maths Regular' } as ClassSummary;

const draft = (changes: Partial<OrderDraft> = {}): OrderDraft => ({
  ...emptyDraft(allTypes),
  class: tuitionClass,
  email: 'siying.chua@example.com',
  dates: { start: '2026-04-07', end: '2026-05-26' },
  remark: 'PayNow ref 1',
  ...changes,
});

test('a new order is PAYMENT, offline, +65; TRIAL for those who may create only trials', () => {
  expect(emptyDraft(allTypes)).toMatchObject({
    type: 'PAYMENT',
    channel: 'offline',
    phone: { code: '65', number: '' },
  });
  expect(emptyDraft(['TRIAL']).type).toBe('TRIAL');
  expect(isDirty(emptyDraft(allTypes), allTypes)).toBe(false);
  expect(isDirty(draft(), allTypes)).toBe(true);
});

test('codes are upper-case and trimmed', () => {
  expect(cleanCode(' sibling5 ')).toBe('SIBLING5');
});

const student = { _id: 's', name: 'Chua Si Ying', phone_country_code: '60', phone: '80004571' };

test('sends name and phone of a new student only', () => {
  const typed = draft({ name: ' Chua Si Ying ', phone: { code: '+60', number: '012-345 678' } });
  expect(orderBodyOf(typed, [], null)).toMatchObject({
    name: 'Chua Si Ying',
    phone_country_code: '+60',
    phone: '012-345 678',
  });
  for (const field of ['name', 'phone_country_code', 'phone'])
    expect(orderBodyOf(typed, [], student)).not.toHaveProperty(field);
});

test('no order is sent until the student lookup has answered', () => {
  expect(orderBodyOf(draft(), [], undefined)).toBeUndefined();
});

test('an offline payment has no provider, an online one its only platform', () => {
  expect(orderBodyOf(draft(), [], null)?.payment).toEqual({ channel: 'offline' });
  expect(orderBodyOf(draft({ channel: 'online', provider: 'hitpay' }), [], null)?.payment).toEqual({
    channel: 'online',
    provider: 'hitpay',
    platform: 'paynow',
  });
});

test('the order contains the lessons shown, and a code or agent only if given', () => {
  const body = orderBodyOf(draft(), [{ _id: 'l1' }, { _id: 'l2' }], null);
  expect(body?.lesson).toEqual(['l1', 'l2']);
  expect(body).not.toHaveProperty('discount_code');
  expect(body).not.toHaveProperty('agent_id');
  expect(orderBodyOf(draft({ discountCode: 'less5' }), [], null)?.discount_code).toBe('LESS5');
});

test('a quote is requested with complete values only: no partial e-mail, no reversed dates', () => {
  expect(quoteBodyOf(draft({ email: 'siy', dates: { start: '2026-05-01', end: null } }))).toEqual({
    type: 'PAYMENT',
    class: 'c1',
  });
  expect(quoteBodyOf(draft({ class: null }))).toBeNull();
});

test('an empty e-mail is no error, a wrong one is', () => {
  expect(draftProblems(draft({ email: ' ' }))).toEqual({});
  expect(draftProblems(draft({ unreadable: { start: '31/11' } })).start_date).toMatch(
    /^“31\/11” is not a day/,
  );
  expect(draftProblems(draft({ email: 'siying@' })).email).toBe(
    'You have entered an invalid email',
  );
});

test('an invalid phone is a problem for a new student, not for a known one', () => {
  const typed = draft({ phone: { code: '65', number: '9123 ext 4' } });
  const words = '“ext” is not part of a phone number.';
  expect(draftProblems(typed).phone).toBe(words);
  expect(draftProblems(typed, null).phone).toBe(words);
  expect(draftProblems(typed, student)).toEqual({});
  const strange = draft({ phone: { code: 'SG', number: '9123 4567' } });
  expect(draftProblems(strange).phone).toBe('Country code: “SG” is not part of a country code.');
});

test('Create Order needs class, e-mail, a new student’s name, a lesson and a remark', () => {
  expect(missingOf(emptyDraft(allTypes), 0, undefined)).toEqual([
    'class',
    'e-mail',
    'at least one lesson',
    'remark',
  ]);
  expect(missingOf(draft({ remark: '  ' }), 3, student)).toEqual(['remark']);
  expect(missingOf(draft(), 1, student)).toEqual([]);
  expect(missingOf(draft({ name: ' ' }), 1, null)).toEqual(['name']);
  expect(missingOf(draft({ name: 'Chua Si Ying' }), 1, null)).toEqual([]);
  expect(missingOf(draft({ email: 'siying@' }), 1, null)).toEqual([]);
});

test('shows each problem beside its field, and the rest at the top of the form', () => {
  expect(placeOf('payment.provider')).toBe('payment');
  expect(placeOf(undefined)).toBe('form');
  expect(
    problemsOf([
      { field: 'discount_code', message: 'Expired.' },
      { field: 'discount_code', message: 'Expired.' },
      { message: 'No.' },
    ]),
  ).toEqual({ discount_code: 'Expired.', form: 'No.' });
});

test('errors that become a question are not field problems', () => {
  const quote = {
    problems: [
      { code: 'class_full', field: 'lesson', message: 'Full.' },
      { code: 'trial_several_lessons', field: 'lesson', message: 'Create it anyway?' },
      { code: 'discount_code_unknown', field: 'discount_code', message: 'Unknown.' },
    ],
  } as unknown as Parameters<typeof quoteProblems>[0];
  expect(quoteProblems(quote, draft())).toEqual({ discount_code: 'Unknown.' });
});

test('a Partner’s trial of several lessons is a problem of the lessons', () => {
  const quote = {
    problems: [
      { code: 'trial_one_lesson', field: 'lesson', message: 'A trial is for one lesson.' },
    ],
  } as unknown as Parameters<typeof quoteProblems>[0];
  const problems = quoteProblems(quote, draft());
  expect(problems).toEqual({ lesson: 'A trial is for one lesson.' });
  expect(hasFieldProblem(problems)).toBe(true);
});
