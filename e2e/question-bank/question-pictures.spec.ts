import { getQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { aQuestion } from 'staffroom-server/test/factories/question.factory.ts';
import { pictureWebsite } from 'staffroom-server/test/picture-website.ts';
import { expect, test } from '../support/test.ts';
import { emptyBank } from './question-screen.ts';

test('a picture of another website in a question that another program saved is copied, as a version', async ({
  page,
  app,
  signInAs,
}) => {
  const address = `${pictureWebsite}/60.png`;
  const { id } = await aQuestion(app, {
    context: `<p>Look: <img src="${address}" alt="A boat"></p>`,
  });
  const typist = await signInAs('Typist');
  const saved = async () => (await typist.call(getQuestion, { params: { id } })).data;
  await expect.poll(async () => (await saved()).version).toBe(2);
  await page.goto(emptyBank(`versions=${id}`));
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await expect(versions.getByRole('button', { name: /^Version 2: Pictures copied/ })).toContainText(
    'Changed: context',
  );
  await expect(versions.getByRole('img', { name: 'A boat' })).toHaveAttribute(
    'src',
    /^\/api\/image\//,
  );
});
