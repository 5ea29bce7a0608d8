import { Checkbox, Select, TextInput } from '@mantine/core';
import { NumberInput } from '../../ui/number-input.tsx';
import { useRef } from 'react';
import { getClass, type Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { webinarAdviceAbove } from '@staffroom/contract/domains/classes/classes.rules.ts';
import { DayTimeInput } from '../../kit/form/day-time-input.tsx';
import { OpenForm, RecordDialog, type FormProps } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import formGrid from '../../ui/form-grid.module.css';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { TimeInput } from '../../ui/time-input.tsx';
import { TeachersField } from '../users/teachers-field.tsx';
import { classForm } from './class.form.ts';
import { LevelsInput } from './levels-input.tsx';
import styles from './class-form.module.css';

type Props = {
  /** The class to edit, 'new' to add one, null while the dialog is closed. */
  open: string | null;
  onClose: () => void;
  /** Instead of `onClose` after a class was created: where it goes on. */
  onCreated?: (classId: string) => void;
  /** Asks what a refusal leaves to decide about the lessons of the class; answers what joins the save. */
  askAfter: (error: unknown) => Promise<Record<string, unknown> | null>;
};

/** Add New Class and Edit Class (part 1 §2, Class form). */
export const ClassForm = ({ onCreated, askAfter, ...props }: Props) => (
  <OpenForm {...props} noun="class" title="Edit Class" get={getClass}>
    {(form) => <Form {...form} onCreated={onCreated} askAfter={askAfter} />}
  </OpenForm>
);

const Form = ({
  record,
  onCreated,
  askAfter,
  ...dialog
}: FormProps<Class> & Pick<Props, 'askAfter'> & { onCreated: Props['onCreated'] }) => {
  const created = useRef<string | null>(null);
  const form = useFormState(classForm, {
    ...dialog,
    onClose: () =>
      created.current !== null && onCreated ? onCreated(created.current) : dialog.onClose(),
    onSaved: ({ _id }) => {
      created.current = record ? null : _id;
    },
    ...(record && { record, also: { coming_lessons: 'ask' } }),
    afterRefusal: askAfter,
    done: ({ name }) => `${name} ${record ? 'saved' : 'created'}`,
  });
  const { half, third, quarter, whole } = formGrid;
  return (
    <RecordDialog form={form} title={record ? 'Edit Class' : 'Add New Class'}>
      <div className={formGrid.grid}>
        <TextInput {...form.field('name')} className={half ?? ''} />
        <Select {...form.field('subject')} className={half ?? ''} />
        <Select {...form.field('class_type')} className={half ?? ''} />
        <Select {...form.field('country')} className={half ?? ''} />
        <div className={whole}>
          <LevelsInput {...form.field('level')} />
        </div>
      </div>
      <section>
        <h3 className={formGrid.heading}>Dates and schedule</h3>
        <div className={formGrid.grid}>
          <DayTimeInput {...form.field('start')} className={quarter} />
          <DayTimeInput {...form.field('end')} className={quarter} />
          <Select {...form.field('day_of_week')} className={third ?? ''} />
          <div className={third}>
            <TimeInput {...form.field('lesson_from')} />
          </div>
          <div className={third}>
            <TimeInput {...form.field('lesson_to')} />
          </div>
        </div>
      </section>
      <section>
        <h3 className={formGrid.heading}>Price and seats</h3>
        <div className={formGrid.grid}>
          <NumberInput {...form.field('rate')} className={third ?? ''} />
          <Select {...form.field('currency')} className={third ?? ''} />
          <NumberInput
            {...form.field('max_cap')}
            className={third ?? ''}
            description={seatAdvice(form.values.max_cap)}
          />
        </div>
      </section>
      <section className={styles.pairs}>
        <TeachersField
          {...form.field('tutor')}
          type="Tutor"
          emptyText="There were no tutors found matching your search"
        />
        <TeachersField {...form.field('ta')} type="TA" emptyText="No ta found" />
      </section>
      <section>
        <h3 className={formGrid.heading}>Flags</h3>
        <div className={styles.pairs}>
          <Checkbox {...form.field('is_active')} description="Orders offer the class." />
          <Checkbox {...form.field('is_listed')} />
          <Checkbox {...form.field('is_featured')} />
          <Checkbox
            {...form.field('is_free')}
            description="Orders cost nothing, whatever the rate."
          />
          <Checkbox {...form.field('is_trial')} />
          <Checkbox
            {...form.field('is_sold_out')}
            description="Orders ask before they add another student."
          />
          <Checkbox
            {...form.field('force_full_purchase')}
            description="Orders take all its remaining lessons."
          />
        </div>
      </section>
      <RichTextEditor {...form.field('desc')} />
    </RecordDialog>
  );
};

const seatAdvice = (seats: number | string) =>
  Number(seats) > webinarAdviceAbove
    ? `Above ${webinarAdviceAbove} students Zoom webinars are advised.`
    : 'Paying and trial students of a lesson';
