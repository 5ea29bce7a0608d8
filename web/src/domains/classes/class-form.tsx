import { Checkbox, Select, TextInput } from '@mantine/core';
import { NumberInput } from '../../ui/number-input.tsx';
import { getClass, type Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { webinarAdviceAbove } from 'staffroom-contract/domains/classes/classes.rules.ts';
import { DayTimeInput } from '../../kit/form/day-time-input.tsx';
import { RecordForm } from '../../kit/form/record-form.tsx';
import formGrid from '../../ui/form-grid.module.css';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { TimeInput } from '../../ui/time-input.tsx';
import { TeachersField } from '../users/teachers-field.tsx';
import { classForm } from './class.form.ts';
import { LevelsInput } from './levels-input.tsx';

type Props = {
  /** The class to edit, 'new' to add one, null while closed. */
  open: string | null;
  onClose: () => void;
  onCreated?: (created: Class) => void;
  /** Asks about a refusal that the user may override; returns what is added to the request. */
  askAfter: (error: unknown) => Promise<Record<string, unknown> | null>;
};

/** Add New Class and Edit Class (part 1 §2, Class form). */
export const ClassForm = ({ askAfter, ...dialog }: Props) => (
  <RecordForm
    {...dialog}
    form={classForm}
    get={getClass}
    titles={['Add New Class', 'Edit Class']}
    options={(record) => ({
      ...(record && { also: { coming_lessons: 'ask' } }),
      afterRefusal: askAfter,
    })}
  >
    {({ field, values }) => (
      <>
        <div className={formGrid.grid}>
          <TextInput {...field('name')} className={half ?? ''} />
          <Select {...field('subject')} className={half ?? ''} />
          <Select {...field('class_type')} className={half ?? ''} />
          <Select {...field('country')} className={half ?? ''} />
          <div className={whole}>
            <LevelsInput {...field('level')} />
          </div>
        </div>
        <section>
          <h3 className={formGrid.heading}>Dates and schedule</h3>
          <div className={formGrid.grid}>
            <DayTimeInput {...field('start')} className={quarter} />
            <DayTimeInput {...field('end')} className={quarter} />
            <Select {...field('day_of_week')} className={third ?? ''} />
            <div className={third}>
              <TimeInput {...field('lesson_from')} />
            </div>
            <div className={third}>
              <TimeInput {...field('lesson_to')} />
            </div>
          </div>
        </section>
        <section>
          <h3 className={formGrid.heading}>Price and seats</h3>
          <div className={formGrid.grid}>
            <NumberInput {...field('rate')} className={third ?? ''} />
            <Select {...field('currency')} className={third ?? ''} />
            <NumberInput
              {...field('max_cap')}
              className={third ?? ''}
              description={seatAdvice(values.max_cap)}
            />
          </div>
        </section>
        <section className={formGrid.grid}>
          <div className={half}>
            <TeachersField
              {...field('tutor')}
              type="Tutor"
              emptyText="There were no tutors found matching your search"
            />
          </div>
          <div className={half}>
            <TeachersField {...field('ta')} type="TA" emptyText="No ta found" />
          </div>
        </section>
        <section>
          <h3 className={formGrid.heading}>Flags</h3>
          <div className={formGrid.grid}>
            <Checkbox
              {...field('is_active')}
              className={quarter ?? ''}
              description="Orders can include this class."
            />
            <Checkbox
              {...field('is_free')}
              className={quarter ?? ''}
              description="Orders are free, regardless of the rate."
            />
            <Checkbox
              {...field('is_sold_out')}
              className={quarter ?? ''}
              description="Orders ask for confirmation before adding a student."
            />
            <Checkbox
              {...field('force_full_purchase')}
              className={quarter ?? ''}
              description="Orders must include all its remaining lessons."
            />
            <Checkbox {...field('is_listed')} className={quarter ?? ''} />
            <Checkbox {...field('is_featured')} className={quarter ?? ''} />
            <Checkbox {...field('is_trial')} className={quarter ?? ''} />
          </div>
        </section>
        <RichTextEditor {...field('desc')} />
      </>
    )}
  </RecordForm>
);

const { half, third, quarter, whole } = formGrid;

const seatAdvice = (seats: number | string) =>
  Number(seats) > webinarAdviceAbove
    ? `Above ${webinarAdviceAbove} students Zoom webinars are advised.`
    : 'Paying and trial students of a lesson';
