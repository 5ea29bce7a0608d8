import { expectGuards, expectMenu, type Screen } from '../support/expect-role.ts';
import { test } from '../support/test.ts';

const opens: Screen[] = ['/dashboard', '/lessons', '/course', '/feedback', '/question-bank'];

test('the screens of a tutor', async ({ page, signInAs }) => {
  await signInAs('Tutor');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});
