import { expectGuards, expectMenu, screensOf } from '../support/expect-role.ts';
import { test } from '../support/test.ts';

const opens = screensOf('Typist');

test('a typist sees and can open only the question bank', async ({ page, signInAs }) => {
  await signInAs('Typist');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});
