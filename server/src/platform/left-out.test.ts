import { expect, test } from 'vitest';
import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { createQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../test/build-test-app.ts';
import { aClass } from '../../test/factories/class.factory.ts';
import { anOpenUnit, aQuestionBody } from '../../test/factories/question.factory.ts';
import type { Api } from '../../test/stage.ts';

const app = useTestApp();

const leftOut = async (api: Api, operation: AnyOperation, input: object) => {
  const { status, headers } = await api.send(operation, input);
  expect(status).toBeLessThan(300);
  return headers['x-left-out'];
};

const picture = '<img src="data:image/png;base64,AAAA">';
const player = '<video src="a.mp4"></video>';

test('the response names elements removed from the formatted text of a record', async () => {
  const admin = await app.as('Admin');
  const tuitionClass = await aClass(app);
  const change = (desc: string, version: number) =>
    leftOut(admin, updateClass, { params: { id: tuitionClass.id }, body: { desc, version } });

  expect(await change(`<p>a${picture}</p>${player}`, 1)).toBe(
    '1 picture and 1 video or sound were left out.',
  );
  expect(await change('<p>b</p><script>alert(1)</script>', 2)).toBeUndefined();
});

test('the response counts over all texts of a question', async () => {
  const unit = [anOpenUnit({ question_body: `<p>a</p>${picture}` })];
  const body = aQuestionBody({ context: `<p>b</p>${picture}<svg><path></path></svg>`, unit });
  expect(await leftOut(await app.as('Typist'), createQuestion, { body })).toBe(
    '2 pictures and 1 drawing were left out.',
  );
});

/** A formula with KaTeX's drawing inside. */
const drawn =
  '<span data-type="inline-math" data-latex="x"><span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span></span></span>';

test.each([
  ['<iframe src="https://example.com/map"></iframe>', '1 embedded page was left out.'],
  ['<math><mi>x</mi></math>', '1 equation was left out.'],
  ['<input type="hidden"><select><option>b</option></select>', '1 form field was left out.'],
  [drawn, undefined],
  [`${drawn}<math><mi>x</mi></math>`, '1 equation was left out.'],
  ['<table><tr><td>10<sup>4</sup></td></tr></table>', undefined],
])('of %s: %s', async (html, sentence) => {
  const context = `<p>a</p>${html}`;
  const body = aQuestionBody({ context });
  expect(await leftOut(await app.as('Typist'), createQuestion, { body })).toBe(sentence);
});
