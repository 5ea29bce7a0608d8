import { expectGuards, expectMenu, type Screen } from '../support/expect-role.ts';
import { test } from '../support/test.ts';

const opens: Screen[] = ['/dashboard', '/lessons', '/course', '/feedback', '/question-bank'];

test('a tutor sees and can open only the screens of that role', async ({ page, signInAs }) => {
  await signInAs('Tutor');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});
