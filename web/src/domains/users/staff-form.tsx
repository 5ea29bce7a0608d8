import { Select } from '@mantine/core';
import {
  can,
  flags,
  isStaffType,
  mayOpen,
  screenRoutes,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { getUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { valuesOf } from '../../kit/form/define-form.ts';
import {
  OpenForm,
  RecordDialog,
  type FormProps,
  type OpenableForm,
} from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import formGrid from '../../ui/form-grid.module.css';
import { Tag } from '../../ui/status-chip.tsx';
import { flagWords, roleWords } from '../identity/role-words.ts';
import { screenNames } from '../identity/screen-names.ts';
import { AccountFields, PersonFields } from './person-fields.tsx';
import { rightsOfAccount } from './person.form.ts';
import { SignInLock } from './sign-in-lock.tsx';
import { disableQuestion, staffConsequences } from './staff-consequences.ts';
import { newStaffForm, staffForm, type StaffValues } from './staff.form.ts';
import styles from './staff-form.module.css';

/** Form of a staff account: person, role and extra permissions; Admin only (decisions: Roles). */
export const StaffForm = (props: OpenableForm) => (
  <OpenForm
    {...props}
    noun="account"
    title="Edit staff account"
    get={getUser}
    refusal={({ _type }) =>
      isStaffType(_type) ? undefined : 'Opps, something wrong... There is no such staff account.'
    }
  >
    {(dialog) => <Form {...dialog} />}
  </OpenForm>
);

const Form = ({ record, ...dialog }: FormProps<User>) => {
  const confirm = useConfirm();
  const me = useSessionUser();
  const form = useFormState(record ? staffForm : newStaffForm, {
    ...dialog,
    ...(record && { record }),
    done: ({ name, email }) =>
      record ? `${name || email} saved` : `Staff account of ${name || email} created`,
    beforeSave: async ({ enabled }, base) =>
      !base?.enabled || enabled || confirm(disableQuestion(base, base._id === me._id)),
  });
  const type = form.values._type;
  const saved = form.base && valuesOf(staffForm, form.base, form.context);
  return (
    <RecordDialog
      form={form}
      title={record ? 'Edit staff account' : 'Create staff account'}
      saveLabel={record ? 'Save' : 'Create staff account'}
      aside={<StaffSummary values={form.values} saved={saved} />}
      asideSummary="What this account may do"
    >
      {record && <SignInLock account={record} />}
      <section>
        <h3 className={formGrid.heading}>Person</h3>
        <PersonFields form={form} ownId={record?._id} />
      </section>
      <section className={styles.account}>
        <h3 className={formGrid.heading}>Account</h3>
        <Select
          {...form.field('_type')}
          placeholder="Choose a role"
          description={type ? roleWords[type] : 'What this person may open and do.'}
        />
        {type && <AccountFields form={form} type={type} />}
      </section>
    </RecordDialog>
  );
};

type SummaryProps = { values: StaffValues; saved: StaffValues | undefined };

/** The effects of saving and the account's permissions, derived from the table that the server enforces. */
const StaffSummary = ({ values, saved }: SummaryProps) => {
  const rights = values._type ? rightsOfAccount(values._type, values) : undefined;
  const consequences = staffConsequences(values, saved);
  return (
    <div className={styles.summary}>
      {consequences.length > 0 && (
        <section>
          <h3 className={styles.heading}>{saved ? 'Once saved' : 'Once created'}</h3>
          <ul className={styles.facts} aria-live="polite">
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className={styles.heading}>What this account may do</h3>
        {rights ? <Rights rights={rights} /> : <p>Choose a role to see it.</p>}
      </section>
    </div>
  );
};

const Rights = ({ rights }: { rights: NonNullable<ReturnType<typeof rightsOfAccount>> }) => {
  const held = flags.filter((flag) => can(rights, flag));
  return (
    <>
      <p>{roleWords[rights.role]}</p>
      <h4 className={styles.label}>Opens</h4>
      <ul className={styles.tags}>
        {screenRoutes
          .filter((route) => mayOpen(rights, route))
          .map((route) => (
            <li key={route}>
              <Tag accent={rights.extra_routes.includes(route)}>{screenNames[route]}</Tag>
            </li>
          ))}
      </ul>
      <h4 className={styles.label}>May</h4>
      {held.length === 0 ? (
        <p>View these screens only.</p>
      ) : (
        <ul className={styles.facts}>
          {held.map((flag) => (
            <li key={flag}>{flagWords[flag]}</li>
          ))}
        </ul>
      )}
    </>
  );
};
