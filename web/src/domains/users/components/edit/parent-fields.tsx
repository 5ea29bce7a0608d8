import { Radio, Select, TextInput } from '@mantine/core';
import { salutes } from '@staffroom/contract/domains/users/user.schema.ts';
import { PhoneFields } from './person-fields.tsx';
import type { StudentFieldsProps } from './student-fields.tsx';
import formGrid from '../../../../ui/form-grid.module.css';
import styles from './user-form.module.css';

/** A student's parent and how to reach them. */
export const ParentFields = ({ values, set, problems }: StudentFieldsProps) => (
  <section>
    <h3 className={formGrid.heading}>Parent</h3>
    <div className={formGrid.grid}>
      <div className={styles.phone} data-named>
        <Select
          label="Parent salute"
          placeholder="None"
          data={[...salutes]}
          value={values.parent_salute}
          onChange={(salute) => set({ parent_salute: salute })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Parent salute' }}
          error={problems['parent.salute']}
        />
        <TextInput
          label="Parent name"
          autoComplete="off"
          value={values.parent_name}
          onChange={(event) => set({ parent_name: event.currentTarget.value })}
          error={problems['parent.name']}
        />
      </div>
      <TextInput
        className={formGrid.half ?? ''}
        label="Parent email"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={values.parent_email}
        onChange={(event) => set({ parent_email: event.currentTarget.value })}
        error={problems['parent.email']}
      />
      <PhoneFields
        whose="Parent"
        values={{
          phone_country_code: values.parent_phone_country_code,
          phone: values.parent_phone,
        }}
        set={({ phone_country_code: code, phone }) =>
          set({
            ...(code !== undefined && { parent_phone_country_code: code }),
            ...(phone !== undefined && { parent_phone: phone }),
          })
        }
        problems={{
          code: problems['parent.phone_country_code'],
          phone: problems['parent.phone'],
        }}
      />
      <ContactField values={values} set={set} problems={problems} />
    </div>
  </section>
);

/** Exactly one of three ways (part 1 §4, Contact preference). */
const ContactField = ({ values, set, problems }: StudentFieldsProps) => {
  const problem = problems['parent.contact_preference'];
  return (
    <>
      <Radio.Group
        className={formGrid.half ?? ''}
        label="Contact preference"
        value={values.contact}
        onChange={(contact) => set({ contact })}
        error={values.contact === 'whatsapp' && problem}
      >
        <div className={styles.choices}>
          <Radio value="whatsapp" label="Whatsapp" />
          <Radio value="wechat" label="Wechat" />
          <Radio value="other" label="Other" />
        </div>
      </Radio.Group>
      {values.contact === 'wechat' && (
        <TextInput
          className={formGrid.half ?? ''}
          label="Wechat id"
          required
          autoComplete="off"
          value={values.wechat_id}
          onChange={(event) => set({ wechat_id: event.currentTarget.value })}
          error={problem}
        />
      )}
      {values.contact === 'other' && (
        <TextInput
          className={formGrid.half ?? ''}
          label="Channel"
          required
          autoComplete="off"
          value={values.other_channel}
          onChange={(event) => set({ other_channel: event.currentTarget.value })}
          error={problem}
        />
      )}
    </>
  );
};
