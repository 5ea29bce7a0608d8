import { expect, test } from 'vitest';
import { initialValues, problemsOf, type Form } from '../kit/form/define-form.ts';

type AnyForm = Form<Record<string, never>, never>;

const context = { zone: 'Asia/Singapore', today: '2026-03-14' };
const typed = ['', '1', '0', '99999999999999999999', 'x'.repeat(20_000)];
/** Matches messages of the validation library, which are written for developers. */
const inLibraryWords = /^(Invalid|Too (big|small)|Unrecognized)|expected /;

const isForm = (value: unknown): value is AnyForm =>
  typeof value === 'object' && value !== null && 'fields' in value && 'noun' in value;

const forms = Object.values(
  import.meta.glob<Record<string, unknown>>('../domains/**/*.form.ts', { eager: true }),
).flatMap((file) => Object.entries(file).filter(([, value]) => isForm(value))) as [
  string,
  AnyForm,
][];

test('finds the forms', () => expect(forms.length).toBeGreaterThan(15));

test.each(forms)('%s reports any typed value in words for staff', (_name, form) => {
  const initial: Record<string, unknown> = initialValues(form);
  for (const [field, { input }] of Object.entries(form.fields).filter(
    ([name]) => typeof initial[name] === 'string',
  ))
    // Inputs with fixed options cannot be typed into.
    for (const text of 'data' in input ? [''] : typed)
      for (const { body } of [form.create, form.update].flatMap((operation) => operation ?? [])) {
        const values = { ...initial, [field]: text } as never;
        const judged = { schema: body, record: undefined, context, withMissing: true };
        for (const words of Object.values(problemsOf(form, values, judged)))
          expect(words, `${field}: ${text.slice(0, 40)}`).not.toMatch(inLibraryWords);
      }
});
