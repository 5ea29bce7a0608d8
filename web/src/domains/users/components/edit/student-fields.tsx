import { Checkbox, Select, TextInput } from '@mantine/core';
import { genders } from '@staffroom/contract/domains/users/user.schema.ts';
import { formatLevel, otherLevel, studentLevels } from '@staffroom/contract/shared/levels.ts';
import { useCan } from '../../../../lib/use-can.ts';
import { DayInput } from '../../../../ui/day-input.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { ParentFields } from './parent-fields.tsx';
import type { StudentProblems, StudentValues } from './student.ts';
import formGrid from '../../../../ui/form-grid.module.css';

const levels = [
  ...studentLevels.map((level) => ({ value: level, label: formatLevel(level) })),
  { value: otherLevel, label: 'Others' },
];

export type StudentFieldsProps = {
  values: StudentValues;
  set: (changes: Partial<StudentValues>) => void;
  problems: StudentProblems;
};

/** What only a student's form has (part 1 §2, User edit/create). */
export const StudentFields = ({ values, set, problems }: StudentFieldsProps) => {
  const seesInternal = useCan('staff.canManage');
  return (
    <>
      <section>
        <h3 className={formGrid.heading}>Student</h3>
        <div className={formGrid.grid}>
          <Select
            className={formGrid.third ?? ''}
            label="Gender"
            placeholder="Not said"
            data={[...genders]}
            value={values.gender}
            onChange={(gender) => set({ gender })}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Gender' }}
            error={problems.gender}
          />
          <div className={formGrid.third}>
            <DayInput
              label="Date of birth"
              value={values.date_of_birth}
              onChange={(day) => set({ date_of_birth: day, unreadable_birthday: '' })}
              onUnreadable={(typed) => set({ unreadable_birthday: typed })}
              error={problems.date_of_birth}
            />
          </div>
          <Text label="First language" name="first_language" {...{ values, set, problems }} />
          <Text label="School" name="school" {...{ values, set, problems }} />
          <Select
            className={formGrid.third ?? ''}
            label="Level"
            placeholder="Not said"
            data={levels}
            value={values.level || null}
            onChange={(level) => set({ level: level ?? '' })}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Level' }}
            error={values.level === otherLevel ? undefined : problems.level}
          />
          {values.level === otherLevel && (
            <TextInput
              className={formGrid.third ?? ''}
              label="Other level"
              required
              autoComplete="off"
              value={values.other_level}
              onChange={(event) => set({ other_level: event.currentTarget.value })}
              error={problems.level}
            />
          )}
          {seesInternal && (
            <Checkbox
              className={formGrid.whole ?? ''}
              label="Internal student, left out of the tutor-pay count"
              checked={values.is_internal}
              onChange={(event) => set({ is_internal: event.currentTarget.checked })}
              error={problems.is_internal}
            />
          )}
        </div>
      </section>
      <ParentFields values={values} set={set} problems={problems} />
      <RichTextEditor
        label="Student background"
        value={values.background}
        onChange={(background) => set({ background })}
        error={problems['meta.background']}
      />
    </>
  );
};

const Text = ({
  label,
  name,
  values,
  set,
  problems,
}: StudentFieldsProps & { label: string; name: 'first_language' | 'school' }) => (
  <TextInput
    className={formGrid.third ?? ''}
    label={label}
    autoComplete="off"
    value={values[name]}
    onChange={(event) => set({ [name]: event.currentTarget.value })}
    error={problems[name]}
  />
);
