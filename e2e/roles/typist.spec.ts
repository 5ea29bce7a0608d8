import { expectGuards, expectMenu, type Screen } from '../support/expect-role.ts';
import { test } from '../support/test.ts';

const opens: Screen[] = ['/question-bank'];

test('a typist sees and can open only the question bank', async ({ page, signInAs }) => {
  await signInAs('Typist');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});
