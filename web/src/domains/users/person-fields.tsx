import { Anchor, Checkbox, MultiSelect, PasswordInput, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  isStaffRole,
  isStaffType,
  staffRoles,
  type UserType,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { digitsOf } from '@staffroom/contract/shared/text.ts';
import type { Named, Phone } from '../../kit/form/field.ts';
import { PhoneInput } from '../../kit/form/phone-input.tsx';
import type { FormPart, InputProps } from '../../kit/form/use-form-state.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import formGrid from '../../ui/form-grid.module.css';
import {
  grantableRoutes,
  screenChoices,
  settingsShown,
  type accountFields,
  type personFields,
} from './person.form.ts';
import { sharersOf, sharersWords } from './shared-phone.ts';
import { agentsByTerm, peopleWithPhone, studentsOfSource } from './users.api.ts';
import styles from './user-form.module.css';

type Props = {
  form: FormPart<typeof personFields>;
  /** The person whose form it is; left out for a new one. */
  ownId: string | undefined;
};

/** What every person's form has (part 1 §2, User edit/create: Shared). */
export const PersonFields = ({ form, ownId }: Props) => {
  const email = form.field('email');
  return (
    <div className={formGrid.grid}>
      <TextInput {...form.field('name')} className={formGrid.half ?? ''} />
      <TextInput
        {...email}
        className={formGrid.half ?? ''}
        error={emailTaken(form.error) ?? email.error}
      />
      <PasswordInput
        {...form.field('password')}
        className={formGrid.half ?? ''}
        description={
          ownId
            ? 'Left empty, it stays as it is. A new one ends this person’s sessions.'
            : 'At least 8 characters, a lowercase letter, a capital letter and a number.'
        }
      />
      <PhoneInput {...form.field('phone')} description={useSharedPhone(form.values.phone, ownId)} />
    </div>
  );
};

type Owner = { _id: string; _type: UserType; name: string };

/**
 * The problem of an e-mail field whose address belongs to another account, with a link to it for those who may open it
 * (the refusal names it then); undefined for other failures. The link opens beside the form, which keeps what was typed.
 */
const emailTaken = (error: unknown): ReactNode => {
  if (!(error instanceof ApiError) || !error.has('email_taken')) return undefined;
  const owner = error.current as Owner | undefined;
  const sentence = error.errors.find(({ code }) => code === 'email_taken')?.message;
  return (
    <>
      {sentence}
      {owner && (
        <>
          {' '}
          <Anchor
            href={addressOf(owner)}
            target="_blank"
            rel="noreferrer"
            underline="always"
            inherit
          >
            Open {owner.name || 'it'}
          </Anchor>
        </>
      )}
    </>
  );
};

const addressOf = ({ _id, _type }: Owner) =>
  isStaffType(_type) ? `/user?tab=staff&staff=${_id}` : `/user?user=${_id}`;

/** Milliseconds of rest after which what is typed counts as written to its end. */
const debounceMs = 400;

/** Shorter ones are still being typed. */
const shortest = 5;

/** Who else has this number, in words; undefined while nobody has. It warns and never blocks: siblings share one. */
const useSharedPhone = (phone: Phone, ownId: string | undefined): ReactNode => {
  const digits = digitsOf(phone.number);
  const [rested] = useDebouncedValue(digits, debounceMs);
  const isWritten = rested.length >= shortest;
  const { data } = useQuery({ ...peopleWithPhone(rested), enabled: isWritten });
  const words =
    isWritten && rested === digits
      ? sharersWords(sharersOf(data?.data ?? [], phone, ownId))
      : undefined;
  return (
    words && (
      <span className={styles.warning} role="status">
        <IconAlertTriangle size={14} stroke={1.7} aria-hidden="true" />
        {words}
      </span>
    )
  );
};

type AccountProps = {
  /** The account's own type: the role that counts unless `acts_as` says another. */
  type: UserType;
  form: FormPart<typeof accountFields>;
};

/** Whether an account is open, and what it may beyond its role; for an Admin (decisions: Roles). */
export const AccountFields = ({ type, form }: AccountProps) => {
  const { field, values } = form;
  const shown = settingsShown(type, values);
  const grantable = grantableRoutes(type, values);
  return (
    <div className={styles.account}>
      <Checkbox
        {...field('enabled')}
        description="Disabling ends this person’s sessions at once and refuses their sign-in."
      />
      <Select
        {...field('acts_as')}
        placeholder={isStaffRole(type) ? `${type}, its own role` : 'Its own role'}
        description="Every check counts this role instead. Changing it ends this person’s sessions."
        data={staffRoles.filter((role) => role !== type)}
      />
      <MultiSelect
        {...field('extra_routes')}
        placeholder={values.extra_routes.length > 0 ? '' : 'No screen beyond its role'}
        description="A screen brings no act with it: what may be done there follows the role."
        data={screenChoices.filter(({ value }) => grantable.includes(value))}
        searchable
        nothingFoundMessage="No other screen"
      />
      {shown.leadSourceScope && <LeadSourceInput {...field('lead_source_scope')} />}
      {shown.orderAgents && <AgentsInput {...field('order_agents')} />}
      {shown.seesOrderId && (
        <Checkbox {...field('sees_order_id')} description="The id stands on each order’s card." />
      )}
    </div>
  );
};

/** Tells how many students the lead source has, so that a slip of the pen shows. */
const LeadSourceInput = (props: InputProps<string, object>) => {
  const [source] = useDebouncedValue(props.value.trim(), debounceMs);
  const { data } = useQuery({ ...studentsOfSource(source), enabled: source !== '' });
  const count = source === '' ? undefined : data?.count;
  return (
    <TextInput
      {...props}
      description={
        count === undefined
          ? 'A Partner sees only students of this lead source; without one it sees none.'
          : `${formatCount(count, 'student has', 'students have')} this lead source now; a Partner sees only these.`
      }
    />
  );
};

/** The agents whose orders an agent also sees, found by name or e-mail. */
const AgentsInput = ({ value, onChange, ...input }: InputProps<Named[], object>) => {
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), debounceMs);
  const { data, isError, isFetching } = useQuery(agentsByTerm(term));
  const found = (data?.data ?? []).map(({ _id, name, email }) => ({ _id, name: name || email }));
  const known = new Map([...found, ...value].map((agent) => [agent._id, agent]));
  return (
    <MultiSelect
      {...input}
      placeholder={value.length > 0 ? '' : 'Only its own orders'}
      description="Type a name or an e-mail address to find more agents."
      data={[...known.values()].map(({ _id, name }) => ({ value: _id, label: name || '–' }))}
      // The server has searched already.
      filter={({ options }) => options}
      value={value.map((agent) => agent._id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      hidePickedOptions
      nothingFoundMessage={emptyWords(isError, isFetching)}
    />
  );
};

const emptyWords = (isError: boolean, isFetching: boolean) => {
  if (isError) return 'The agents could not be loaded';
  return isFetching ? 'Looking for agents' : 'No agent found';
};
