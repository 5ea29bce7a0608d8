import { NumberInput, TextInput } from '@mantine/core';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { TeachersField } from '../../../users/components/teachers-field.tsx';
import { BookingsNotice } from './bookings-notice.tsx';
import { HostingFields } from './hosting-fields.tsx';
import formGrid from '../../../../ui/form-grid.module.css';
import styles from './lesson-form.module.css';
import { ShownFields } from './shown-fields.tsx';
import { TimeFields } from './time-fields.tsx';
import type { LessonForm } from './use-lesson-form.ts';

export type LessonFieldsProps = { form: LessonForm };

/** Every field of a lesson (part 1 §2, Lesson create/edit). */
export const LessonFields = ({ form, className }: LessonFieldsProps & { className: string }) => (
  <>
    <Details form={form} className={className} />
    <section className={formGrid.grid}>
      <div className={formGrid.half}>
        <TeachersField
          label="Tutors"
          type="Tutor"
          value={form.values.tutor}
          onChange={(tutor) => form.set({ tutor })}
          emptyText="There were no tutors found matching your search"
          error={form.problems.tutor}
        />
      </div>
      <div className={formGrid.half}>
        <TeachersField
          label="TAs"
          type="TA"
          value={form.values.ta}
          onChange={(ta) => form.set({ ta })}
          emptyText="No TA found"
          error={form.problems.ta}
        />
      </div>
    </section>
    <BookingsNotice bookings={form.bookings} />
    <HostingFields form={form} />
    <ShownFields form={form} />
  </>
);

const Details = ({ form, className }: LessonFieldsProps & { className: string }) => {
  const { values, set, problems } = form;
  return (
    <section className={styles.details}>
      <p className={styles.class}>{className}</p>
      <TextInput
        label="Name"
        required
        autoComplete="off"
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={problems.name}
      />
      <RichTextEditor
        label="Description"
        value={values.desc}
        onChange={(desc) => set({ desc })}
        error={problems.desc}
      />
      <TimeFields form={form} />
      <div className={formGrid.grid}>
        <OrderNumber
          label="Lesson order"
          value={values.index}
          onChange={(index) => set({ index })}
          error={problems['meta.index']}
        />
        <OrderNumber
          label="Lesson term"
          value={values.term}
          onChange={(term) => set({ term })}
          error={problems['meta.term']}
        />
      </div>
    </section>
  );
};

type OrderNumberProps = {
  label: string;
  value: number | string;
  onChange: (value: number | string) => void;
  error: string | undefined;
};

const OrderNumber = (props: OrderNumberProps) => (
  <NumberInput
    className={formGrid.quarter ?? ''}
    required
    min={1}
    max={1000}
    clampBehavior="none"
    allowDecimal={false}
    allowNegative={false}
    {...props}
  />
);
