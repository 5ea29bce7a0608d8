import { describe, expect, test } from 'vitest';
import { isCommonPassword, linkPasswordProblem, linkPasswordRules } from './password.rules.ts';

const owner = {
  name: 'Desmond Quek Wei',
  email: 'd.quek@example.com',
  product: 'Staffroom',
};
const tooShort = 'Please choose a password of at least 10 characters.';
const common = 'This is a common password. Please choose another one.';
const personal = 'Please choose a password without your name or e-mail.';

describe('a password that a link sets', () => {
  test.each([
    'password123',
    'Password2026!',
    'P4ssw0rd2026',
    'passwordpassword',
    'ILoveYou1234',
    'iloveyou4ever',
    'Staffroom2026',
    'st4ffr00m!!!',
    'welcome to singapore',
    'qwertyuiop',
    '1234567890',
    '0987654321',
    '1q2w3e4r5t6y',
    'abcdefghijk',
    'aaaaaaaaaaaa',
    'ababababab',
    'k9xk9xk9xk9x',
    'qwerty123456',
    'Administrator1',
    '12345678910',
    'ｐａｓｓｗｏｒｄ１２３',
  ])('is refused as common: %s', (password) => {
    expect(isCommonPassword(password, owner.product)).toBe(true);
    expect(linkPasswordProblem(password, owner)).toBe(common);
  });

  test.each([
    'correct horse battery staple',
    'Vk3-plomb-tea',
    'purple rhubarb walks',
    '8361940275',
    'xq8!Lm2#pT',
    'kopi-o kosong, peng',
    '熊猫在图书馆里看一本很旧的书',
  ])('is accepted: %s', (password) => {
    expect(linkPasswordProblem(password, owner)).toBeUndefined();
  });

  test.each(['Vk3-plomb', '', '熊猫在看书'])('is refused as too short: %j', (password) => {
    expect(linkPasswordProblem(password, owner)).toBe(tooShort);
  });

  test.each(['plomb-desmond-7', 'Q-U-E-K plomb tree', 'plomb dquek tree'])(
    'is refused with the own name or e-mail: %s',
    (password) => {
      expect(linkPasswordProblem(password, owner)).toBe(personal);
    },
  );

  test('may contain short parts of a name, which occur in other words too', () => {
    const tan = { ...owner, name: 'Tan Li', email: 'tl@example.com' };
    expect(linkPasswordProblem('spontaneous litmus', tan)).toBeUndefined();
  });

  test('is measured in characters, and an empty one meets no rule', () => {
    expect(linkPasswordRules('123456789', owner)[0]).toEqual({
      rule: 'length',
      isMet: false,
      words: 'At least 10 characters, 9 so far',
    });
    expect(linkPasswordRules('', owner).map(({ isMet }) => isMet)).toEqual([false, false, false]);
    expect(linkPasswordRules('🌳'.repeat(9), owner)[0]?.words).toMatch(/9 so far/);
  });

  test('is judged quickly at its longest', () => {
    const started = performance.now();
    for (const text of ['a1'.repeat(100), 'abc'.repeat(66), 'pass1'.repeat(40), '12'.repeat(100)])
      linkPasswordProblem(`x${text}`.slice(0, 200), owner);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
