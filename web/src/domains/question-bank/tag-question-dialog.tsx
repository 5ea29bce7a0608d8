import { Text } from '@mantine/core';
import {
  getQuestion,
  tagQuestion,
  type Question,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { valueAt } from '../../kit/form/field-kind.ts';
import { text } from '../../kit/form/field.ts';
import { ActDialog, OpenForm, type FormProps } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { refreshedByQuestions } from './question-bank.api.ts';
import { TagPickers } from './tag-pickers.tsx';

type Props = { open: string | null; onClose: () => void };

/** Sets topic, skill and heuristic of a question (part 2 §2, Tag Question dialog). */
export const TagQuestionDialog = (props: Props) => (
  <OpenForm {...props} noun="question" title="Tag Question" get={getQuestion}>
    {({ record, ...dialog }) => record && <OpenedDialog {...dialog} record={record} />}
  </OpenForm>
);

/** Read from `meta`, sent at the top level. */
const tag = (label: string) => (name: string) => ({
  ...text({ label })(name),
  read: (record: unknown) => String(valueAt(record, `meta.${name}`)),
});

const tagForm = defineForm({
  noun: 'question',
  update: tagQuestion,
  refreshes: refreshedByQuestions,
  // All three are sent, even if empty, which clears them (part 2 §5, Tag).
  whole: 'body',
  fields: { topic: tag('Topic'), skill: tag('Skills Set'), heuristic: tag('Heuristic') },
});

const OpenedDialog = ({ record, opened, onClose }: FormProps<Question> & { record: Question }) => {
  const form = useFormState(tagForm, {
    opened,
    onClose,
    record,
    done: 'Question tagged',
    gone: 'This question no longer exists',
  });
  return (
    <ActDialog
      title="Tag Question"
      form={form}
      actLabel="Tag"
      about={
        <Text inherit mb="md">
          {questionName(record)}
        </Text>
      }
    >
      <TagPickers
        subject={record.subject}
        values={form.values}
        onChange={(changes) => form.set(changes)}
        errors={form.problems}
      />
    </ActDialog>
  );
};
