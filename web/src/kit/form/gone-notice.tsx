import { Button, Group } from '@mantine/core';
import { copyText } from '../../ui/copy-text.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import type { Fields } from './define-form.ts';
import type { FormContext } from './field-kind.ts';

type Props = {
  form: {
    form: { noun: string; fields: Fields };
    context: FormContext;
    values: object;
    /** Says that the record was deleted during editing; undefined while it exists. */
    gone: string | undefined;
    saveAsNew: (() => void) | undefined;
  };
};

/** Shown when the record was deleted during editing: the typed values can be copied or saved as a new record. */
export const GoneNotice = ({ form }: Props) => {
  const { gone, saveAsNew, form: definition } = form;
  if (gone === undefined) return null;
  return (
    <FormProblem text={gone}>
      <p>
        What you typed is still here.{' '}
        {saveAsNew ? 'Copy it, or save it as new.' : 'Copy it before you close.'}
      </p>
      <Group wrap="wrap" mt="sm">
        <Button size="xs" onClick={() => void copyText('Your text', typedText(form))}>
          Copy your text
        </Button>
        {saveAsNew && (
          <Button size="xs" onClick={saveAsNew}>
            Save as new {definition.noun}
          </Button>
        )}
      </Group>
    </FormProblem>
  );
};

/** The form's fields as lines: "Name: P6 Maths". */
const typedText = ({ form, values, context }: Props['form']) =>
  Object.entries(form.fields)
    .filter(([, field]) => !field.secret)
    .map(([name, field]) => ({
      label: field.label,
      words: field.words((values as Record<string, unknown>)[name], context),
    }))
    .filter(({ words }) => words !== '')
    .map(({ label, words }) => `${label}: ${words}`)
    .join('\n');
