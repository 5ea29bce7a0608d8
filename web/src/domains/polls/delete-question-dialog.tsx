import {
  deletePollQuestion,
  type QuestionWithResult,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { refreshedByPolls } from './polls.api.ts';

const deleteForm = defineForm({
  noun: 'question',
  create: deletePollQuestion,
  refreshes: refreshedByPolls,
  fields: {},
});

type Props = { open: QuestionWithResult | null; onClose: () => void };

/** Deletes a question; first shows what happens to its answers. */
export const DeleteQuestionDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Asked question={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Asked = ({
  question,
  ...dialog
}: {
  question: QuestionWithResult;
  opened: boolean;
  onClose: () => void;
}) => {
  const { answered, others } = question.result;
  const form = useFormState(deleteForm, {
    ...dialog,
    params: { id: question.lesson, pollId: question._id },
    done: 'Question deleted',
    gone: 'This question no longer exists',
  });
  return (
    <ActDialog title="Delete question" form={form} actLabel="Delete" danger>
      <p>
        <strong>{question.question}</strong> will be removed from this lesson.
      </p>
      <p>
        {answered + others === 0
          ? 'No answers yet.'
          : `${formatCount(answered + others, 'answer', 'answers')} to it will no longer be shown.`}
      </p>
    </ActDialog>
  );
};
