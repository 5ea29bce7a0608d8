import { expectGuards, expectMenu, screensOf } from '../support/expect-role.ts';
import { test } from '../support/test.ts';

const opens = screensOf('DataAdmin');

test('a data admin sees and can open only the dashboard', async ({ page, signInAs }) => {
  await signInAs('DataAdmin');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});
