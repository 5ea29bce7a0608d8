import { expectGuards, expectMenu, screensOf } from '../support/expect-role.ts';
import { test } from '../support/test.ts';

const opens = screensOf('Tutor');

test('a tutor sees and can open only the screens of that role', async ({ page, signInAs }) => {
  await signInAs('Tutor');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});
