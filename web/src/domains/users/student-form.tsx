import { Checkbox, Radio, Select, TextInput } from '@mantine/core';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { formatLevel, otherLevel, studentLevels } from '@staffroom/contract/shared/levels.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { RecordDialog, type FormProps } from '../../kit/form/form-dialogs.tsx';
import { PhoneInput } from '../../kit/form/phone-input.tsx';
import { useFormState, type InputProps } from '../../kit/form/use-form-state.ts';
import { useCan } from '../../lib/use-can.ts';
import formGrid from '../../ui/form-grid.module.css';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { PersonFields } from './person-fields.tsx';
import { studentForm, type Contact, type Level } from './student.form.ts';
import styles from './user-form.module.css';

/** Edit User, of a student (part 1 §2, User edit/create). */
export const StudentForm = ({ record, ...dialog }: FormProps<User> & { record: User }) => {
  const form = useFormState(studentForm, {
    ...dialog,
    record,
    done: ({ name }) => `${name} saved`,
  });
  const seesInternal = useCan('staff.canManage');
  const { half, third, whole } = formGrid;
  return (
    <RecordDialog form={form} title="Edit User">
      <PersonFields form={form} ownId={record._id} />
      <section>
        <h3 className={formGrid.heading}>Student</h3>
        <div className={formGrid.grid}>
          <Select {...form.field('gender')} className={third ?? ''} placeholder="Not said" />
          <div className={third}>
            <DayInput {...form.field('date_of_birth')} />
          </div>
          <TextInput {...form.field('first_language')} className={third ?? ''} />
          <TextInput {...form.field('school')} className={third ?? ''} />
          <LevelInput {...form.field('level')} />
          {seesInternal && (
            <Checkbox
              {...form.field('is_internal')}
              className={whole ?? ''}
              label="Internal student, left out of the tutor-pay count"
            />
          )}
        </div>
      </section>
      <section>
        <h3 className={formGrid.heading}>Parent</h3>
        <div className={formGrid.grid}>
          <div className={styles.salutation}>
            <Select {...form.field('parent_salute')} placeholder="None" />
            <TextInput {...form.field('parent_name')} />
          </div>
          <TextInput {...form.field('parent_email')} className={half ?? ''} />
          <PhoneInput {...form.field('parent_phone')} />
          <ContactInput {...form.field('contact')} />
        </div>
      </section>
      <RichTextEditor {...form.field('background')} />
    </RecordDialog>
  );
};

const levels = [
  ...studentLevels.map((level) => ({ value: level, label: formatLevel(level) })),
  { value: otherLevel, label: 'Others' },
];

/** A level of the list, or others with what that means. */
const LevelInput = ({ label, value, onChange, error }: InputProps<Level, object>) => {
  const isOther = value.level === otherLevel;
  return (
    <>
      <Select
        className={formGrid.third ?? ''}
        label={label}
        placeholder="Not said"
        data={levels}
        value={value.level || null}
        onChange={(level) => onChange({ ...value, level: level ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        error={!isOther && error}
      />
      {isOther && (
        <TextInput
          className={formGrid.third ?? ''}
          label="Other level"
          required
          autoComplete="off"
          value={value.other}
          onChange={(event) => onChange({ ...value, other: event.currentTarget.value })}
          error={error}
        />
      )}
    </>
  );
};

const ways = { whatsapp: 'Whatsapp', wechat: 'Wechat', other: 'Other' } as const;

/** Exactly one of three ways (part 1 §4, Contact preference). */
const ContactInput = ({ label, value, onChange, error }: InputProps<Contact, object>) => {
  const detail = {
    className: formGrid.half ?? '',
    required: true,
    autoComplete: 'off',
    error,
  };
  return (
    <>
      <Radio.Group
        className={formGrid.half ?? ''}
        label={label}
        value={value.way}
        onChange={(way) => onChange({ ...value, way })}
        error={value.way === 'whatsapp' && error}
      >
        <div className={styles.choices}>
          {(Object.keys(ways) as (keyof typeof ways)[]).map((way) => (
            <Radio key={way} value={way} label={ways[way]} />
          ))}
        </div>
      </Radio.Group>
      {value.way === 'wechat' && (
        <TextInput
          {...detail}
          label="Wechat id"
          value={value.wechatId}
          onChange={(event) => onChange({ ...value, wechatId: event.currentTarget.value })}
        />
      )}
      {value.way === 'other' && (
        <TextInput
          {...detail}
          label="Channel"
          value={value.channel}
          onChange={(event) => onChange({ ...value, channel: event.currentTarget.value })}
        />
      )}
    </>
  );
};
