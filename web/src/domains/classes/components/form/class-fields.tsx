import { Select, TextInput } from '@mantine/core';
import { classTypes, subjects } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { countries } from '@staffroom/contract/domains/classes/classes.rules.ts';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { TeachersField } from '../../../users/components/teachers-field.tsx';
import { FlagFields } from './class-flags.tsx';
import formGrid from '../../../../ui/form-grid.module.css';
import styles from './class-form.module.css';
import type { ClassProblems } from './class-body.ts';
import type { ClassValues } from './class-values.ts';
import { LevelsField } from './levels-field.tsx';
import { SaleFields } from './sale-fields.tsx';
import { TimeFields } from './time-fields.tsx';

export type FieldsProps = {
  values: ClassValues;
  set: (changes: Partial<ClassValues>) => void;
  problems: ClassProblems;
};

/** Every field of a class (part 1 §3, Class). */
export const ClassFields = ({ values, set, problems }: FieldsProps) => (
  <>
    <AboutFields {...{ values, set, problems }} />
    <TimeFields {...{ values, set, problems }} />
    <SaleFields {...{ values, set, problems }} />
    <section className={styles.teachers}>
      <TeachersField
        label="Tutors"
        type="Tutor"
        required
        value={values.tutor}
        onChange={(tutor) => set({ tutor })}
        emptyText="There were no tutors found matching your search"
        error={problems.tutor}
      />
      <TeachersField
        label="TAs"
        type="TA"
        value={values.ta}
        onChange={(ta) => set({ ta })}
        emptyText="No ta found"
        error={problems.ta}
      />
    </section>
    <FlagFields {...{ values, set, problems }} />
    <RichTextEditor
      label="Description"
      value={values.desc}
      onChange={(desc) => set({ desc })}
      error={problems.desc}
    />
  </>
);

const AboutFields = ({ values, set, problems }: FieldsProps) => (
  <div className={formGrid.grid}>
    <TextInput
      className={formGrid.half ?? ''}
      label="Name"
      required
      autoComplete="off"
      value={values.name}
      onChange={(event) => set({ name: event.currentTarget.value })}
      error={problems.name}
    />
    <Select
      className={formGrid.half ?? ''}
      label="Subject"
      required
      openOnFocus={false}
      data={[...subjects]}
      value={values.subject}
      onChange={(subject) => set({ subject })}
      allowDeselect={false}
      error={problems.subject}
    />
    <Select
      className={formGrid.half ?? ''}
      label="Type"
      required
      openOnFocus={false}
      data={[...classTypes]}
      value={values.class_type}
      onChange={(type) => type && set({ class_type: type })}
      allowDeselect={false}
      error={problems.class_type}
    />
    <Select
      className={formGrid.half ?? ''}
      label="Country"
      required
      openOnFocus={false}
      data={[...countries]}
      value={values.country}
      onChange={(country) => country && set({ country })}
      allowDeselect={false}
      error={problems.country}
    />
    <div className={formGrid.whole}>
      <LevelsField
        value={values.level}
        onChange={(level) => set({ level })}
        error={problems.level}
      />
    </div>
  </div>
);
