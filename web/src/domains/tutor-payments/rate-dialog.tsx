import { Text, Textarea } from '@mantine/core';
import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { rateForm } from './rate.form.ts';

type Props = { open: PaidLesson | null; tutorId: string; onClose: () => void };

/** Sets this tutor's hourly rate for a lesson, with the reason. */
export const RateDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(lesson, opened) => <RateFields {...props} lesson={lesson} opened={opened} />}
  </FreshForm>
);

type FieldsProps = {
  lesson: PaidLesson;
  tutorId: string;
  opened: boolean;
  onClose: () => void;
};

const RateFields = ({ lesson, tutorId, ...dialog }: FieldsProps) => {
  const form = useFormState(rateForm, {
    ...dialog,
    record: lesson,
    params: { tutorId, lessonId: lesson._id },
    done: 'Rate saved',
    gone: 'This tutor no longer teaches the lesson',
  });
  return (
    <ActDialog
      title="Change rate"
      form={form}
      actLabel="Save"
      about={
        <Text mb="md">
          <strong>
            {lesson.class.name}, {lessonLabel(lesson)}
          </strong>
          . The usual rate is ${lesson.usual_rate.toFixed(2)} an hour. The pay for additional
          students does not change.
        </Text>
      }
    >
      <NumberInput {...form.field('rate')} data-autofocus leftSection="$" />
      <Textarea {...form.field('reason')} autosize minRows={2} />
    </ActDialog>
  );
};
