import { Button, Checkbox, Input, Select, Textarea, TextInput, Flex } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getPollQuestion } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { mostOptions, optionLabel } from 'staffroom-contract/domains/polls/polls.rules.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import formGrid from '../../ui/form-grid.module.css';
import { pollQuestionForm, withOneMore, type OptionValue } from './poll-question.form.ts';

type Props = {
  /** The question to edit, 'new' to add one, null while the dialog is closed. */
  open: string | null;
  lessonId: string;
  onClose: () => void;
};

/** Add Question and Edit Question (part 2 §2, Quick Lesson Management). */
export const PollQuestionForm = ({ lessonId, ...dialog }: Props) => (
  <RecordForm
    {...dialog}
    form={pollQuestionForm}
    get={getPollQuestion}
    titles={['Add Question', 'Edit Question']}
    options={(record) => ({
      done: record ? 'Question saved' : 'Question added',
      gone: 'This question no longer exists',
      ...(record === undefined && { params: { id: lessonId } }),
    })}
  >
    {({ field }) => (
      <div className={formGrid.grid}>
        <Textarea {...field('question')} className={formGrid.whole ?? ''} autosize minRows={2} />
        <TextInput {...field('name')} className={formGrid.third ?? ''} />
        <Select {...field('question_type')} className={formGrid.third ?? ''} />
        <Select {...field('choice_type')} className={formGrid.third ?? ''} />
        <div className={formGrid.whole}>
          <OptionsInput {...field('options')} />
        </div>
        <Textarea
          {...field('answer')}
          className={formGrid.whole ?? ''}
          description="Explains the right answer; may be empty"
          autosize
          minRows={2}
        />
      </div>
    )}
  </RecordForm>
);

type OptionsProps = {
  label: string;
  required: boolean;
  value: OptionValue[];
  onChange: (options: OptionValue[]) => void;
  error: string | undefined;
};

/** The options by letter, each with a checkbox for a correct one; those after the second may stay empty. */
const OptionsInput = ({ label, required, value, onChange, error }: OptionsProps) => {
  const change = (index: number, changes: Partial<OptionValue>) =>
    onChange(value.map((one, place) => (place === index ? { ...one, ...changes } : one)));
  return (
    <FieldGroup label={label} required={required} error={error}>
      <Input.Description mb="sm">
        Tick the correct ones; empty options are left out
      </Input.Description>
      <Flex component="ul" direction="column" gap="sm" mx={0} mt={0} mb="sm">
        {value.map((option, index) => (
          // An option has no id: its index is its key.
          <Flex key={index} component="li" gap="md" align="center">
            <Checkbox
              aria-label={`${optionLabel(index)} is correct`}
              checked={option.isRight}
              onChange={({ currentTarget }) => change(index, { isRight: currentTarget.checked })}
            />
            <TextInput
              aria-label={`Option ${optionLabel(index)}`}
              flex={1}
              autoComplete="off"
              maxLength={500}
              leftSection={<span aria-hidden="true">{optionLabel(index)}</span>}
              placeholder={index < 2 ? '' : 'Optional'}
              value={option.content}
              error={Boolean(error) && index === 0}
              onChange={({ currentTarget }) => change(index, { content: currentTarget.value })}
            />
          </Flex>
        ))}
      </Flex>
      {value.length < mostOptions && (
        <Button
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.7} />}
          onClick={() => onChange(withOneMore(value))}
        >
          Add option
        </Button>
      )}
    </FieldGroup>
  );
};
