import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isStaffType,
  screenRoutes,
  staffRoles,
  staffTypes,
  userTypes,
  type Rights,
} from '../identity/permissions.ts';
import { imagePath } from '../../shared/rich-text.ts';
import { createUserSchema, updateUserSchema } from './user-record.contract.ts';
import {
  adminFields,
  canUpdateUser,
  creatableUserTypes,
  fieldsOfType,
  imageLinkProblem,
  remainingCredit,
} from './users.rules.ts';

const rightsOf = (role: Rights['role'], extra_routes: string[] = []): Rights => ({
  role,
  extra_routes,
});

describe('the fields of a record', () => {
  const shared = ['_type', 'email', 'name', 'phone_country_code', 'phone', 'password', 'version'];
  const student = [
    'gender',
    'date_of_birth',
    'level',
    'school',
    'first_language',
    'is_internal',
    'meta',
    'parent',
  ];
  const tutor = ['profile_pic', 'desc', 'subject', 'credential'];
  const account = ['enabled', 'account'];

  test.each([
    ['Student', student],
    ['Tutor', [...tutor, ...account]],
    ['TA', tutor],
    ...staffTypes.map((type) => [type, account] as const),
  ] as const)('of a %s', (type, own) => {
    expect(fieldsOfType(type).toSorted()).toEqual([...shared, ...own].toSorted());
  });

  test('are all fields that a save accepts, and each belongs to a type', () => {
    const ofAnybody = new Set(userTypes.flatMap((type) => fieldsOfType(type)));
    for (const schema of [createUserSchema, updateUserSchema])
      expect(Object.keys(schema.shape).filter((name) => !ofAnybody.has(name))).toEqual([]);
    expect([...ofAnybody].filter((name) => !(name in updateUserSchema.shape))).toEqual([]);
    expect(adminFields.filter((name) => !ofAnybody.has(name))).toEqual([]);
  });
});

describe('rights to change a record', () => {
  const plain = { actsAs: null, extraRoutes: [] };

  test('no role without user.canManage', () => {
    for (const role of staffRoles.filter((name) => name !== 'Admin' && name !== 'CustService'))
      for (const type of userTypes)
        expect(canUpdateUser(rightsOf(role, [...screenRoutes]), { type, ...plain })).toBe(false);
  });

  test('an Admin changes all records, customer service those of students, tutors and TAs', () => {
    for (const type of userTypes) {
      expect(canUpdateUser(rightsOf('Admin'), { type, ...plain })).toBe(true);
      expect(canUpdateUser(rightsOf('CustService'), { type, ...plain })).toBe(!isStaffType(type));
    }
  });

  test('only an Admin changes an account with more rights than its type', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...userTypes),
        fc.option(fc.constantFrom(...staffRoles)),
        fc.subarray([...screenRoutes]),
        (type, actsAs, extraRoutes) => {
          const user = { type, actsAs, extraRoutes };
          const isWidened = actsAs !== null || extraRoutes.length > 0;
          expect(canUpdateUser(rightsOf('Admin'), user)).toBe(true);
          if (isWidened) expect(canUpdateUser(rightsOf('CustService'), user)).toBe(false);
        },
      ),
    );
  });
});

test('the types that a role creates: never students, customer service tutors and TAs, an Admin all others', () => {
  for (const role of staffRoles) {
    const types = creatableUserTypes(rightsOf(role));
    expect(types).not.toContain('Student');
    if (role === 'Admin') expect(types.toSorted()).toEqual(userTypes.slice(1).toSorted());
    else expect(types).toEqual(role === 'CustService' ? ['Tutor', 'TA'] : []);
  }
});

describe('a profile picture’s link', () => {
  test.each(['', 'https://example.com/a.jpg', `${imagePath}01980000.webp`])(
    '%j is accepted',
    (link) => {
      expect(imageLinkProblem(link)).toBeUndefined();
    },
  );

  test.each([
    'http://example.com/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//example.com/a.jpg',
    'a.jpg',
    ' /api/image',
    'HTTPS//example.com',
  ])('%j is refused', (link) => {
    expect(imageLinkProblem(link)).toBe('Upload the image first, then paste its HTTPS link.');
  });
});

describe('remaining credit', () => {
  const entries = fc.array(
    fc.record({
      action: fc.constantFrom('ADD', 'REDEEM', 'BLOCK'),
      qty: fc.integer({ min: 1, max: 100 }),
    }),
  );

  test('is 0 without entries, otherwise added less redeemed credit', () => {
    expect(remainingCredit([])).toBe(0);
    expect(
      remainingCredit([
        { action: 'ADD', qty: 10 },
        { action: 'BLOCK', qty: 4 },
        { action: 'REDEEM', qty: 3 },
      ]),
    ).toBe(7);
  });

  test('does not depend on the order or on blocked credit', () => {
    fc.assert(
      fc.property(entries, (ledger) => {
        const remaining = remainingCredit(ledger);
        expect(remainingCredit(ledger.toReversed())).toBe(remaining);
        expect(remainingCredit(ledger.filter(({ action }) => action !== 'BLOCK'))).toBe(remaining);
      }),
    );
  });

  test('adds up part by part', () => {
    fc.assert(
      fc.property(entries, entries, (first, second) => {
        expect(remainingCredit([...first, ...second])).toBe(
          remainingCredit(first) + remainingCredit(second),
        );
      }),
    );
  });
});
