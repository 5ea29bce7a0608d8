import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { staffTypes } from '@staffroom/contract/domains/identity/permissions.ts';
import { roleWords } from '../../../identity/role-words.ts';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { StaleNotice } from '../../../../ui/stale-notice.tsx';
import { emailTaken } from '../email-taken.tsx';
import { AccountFields } from './account-fields.tsx';
import styles from './staff-form.module.css';
import { staffStaleFields } from './staff-values.ts';
import type { StaffForm } from './use-staff-form.ts';

/** The fields of a staff account; what others saved meanwhile and what was refused stand above them. */
export const StaffFields = ({ form, saveLabel }: { form: StaffForm; saveLabel: string }) => {
  const { values, set, problems, stale, isNew } = form;
  const first = useRef<HTMLInputElement>(null);
  // A saved account is read first: by then the dialog has put the focus elsewhere.
  useEffect(() => {
    if (!isNew) first.current?.focus();
  }, [isNew]);
  return (
    <div className={styles.form}>
      {stale && (
        <StaleNotice
          noun="account"
          stale={stale}
          values={values}
          fields={staffStaleFields}
          onChoose={form.choose}
          saveLabel={saveLabel}
        />
      )}
      {problems.form && <FormProblem text={problems.form} />}
      <section className={styles.section} aria-labelledby="staff-person">
        <h3 id="staff-person" className={styles.heading}>
          Person
        </h3>
        <div className={styles.row}>
          <TextInput
            ref={first}
            label="Name"
            required
            maxLength={200}
            autoComplete="off"
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={problems.name}
          />
          <TextInput
            label="Email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            value={values.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
            error={emailTaken(form.error) ?? problems.email}
          />
        </div>
        <div className={styles.row}>
          <PasswordInput
            label="Password"
            required={isNew}
            maxLength={200}
            autoComplete="new-password"
            description={
              isNew
                ? 'At least 8 characters, a lowercase letter, a capital letter and a number.'
                : 'Left empty, it stays as it is. A new one ends this person’s sessions.'
            }
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            value={values.password}
            onChange={(event) => set({ password: event.currentTarget.value })}
            error={problems.password}
          />
          <div className={styles.phone}>
            <TextInput
              label="Country code"
              inputMode="numeric"
              maxLength={5}
              leftSection="+"
              leftSectionWidth={24}
              value={values.phone_country_code}
              onChange={(event) => set({ phone_country_code: event.currentTarget.value })}
              error={problems.phone_country_code}
            />
            <TextInput
              label="Phone"
              type="tel"
              autoComplete="off"
              maxLength={30}
              value={values.phone}
              onChange={(event) => set({ phone: event.currentTarget.value })}
              error={problems.phone}
            />
          </div>
        </div>
      </section>
      <section className={styles.section} aria-labelledby="staff-account">
        <h3 id="staff-account" className={styles.heading}>
          Account
        </h3>
        <Select
          label="Role"
          required
          placeholder="Choose a role"
          description={values._type ? roleWords[values._type] : 'What this person may open and do.'}
          data={[...staffTypes]}
          value={values._type}
          onChange={(type) => set({ _type: type })}
          allowDeselect={false}
          error={problems._type}
        />
        {values._type && (
          <AccountFields type={values._type} values={values} set={set} problems={problems} />
        )}
      </section>
    </div>
  );
};
