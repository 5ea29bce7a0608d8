import {
  Anchor,
  Checkbox,
  MultiSelect,
  PasswordInput,
  Select,
  TextInput,
  Stack,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  isStaffRole,
  isStaffType,
  staffRoles,
  type UserType,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { digitsOf } from 'staffroom-contract/shared/text.ts';
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
import { IconLine } from './icon-line.tsx';

type Props = {
  form: FormPart<typeof personFields>;
  /** The id of the edited person; undefined for a new one. */
  ownId: string | undefined;
  /** A new account without a password gets an invitation. */
  invites?: boolean;
};

/** Fields of every person's form (part 1 §2, User edit/create: Shared). */
export const PersonFields = ({ form, ownId, invites = false }: Props) => {
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
            ? 'Leave empty to keep the current password. A new one ends this person’s sessions.'
            : `${invites ? 'Leave empty to send an invitation by e-mail. ' : ''}At least 8 characters, a lowercase letter, a capital letter and a number.`
        }
      />
      <PhoneInput {...form.field('phone')} description={useSharedPhone(form.values.phone, ownId)} />
    </div>
  );
};

type Owner = { _id: string; _type: UserType; name: string };

/**
 * Error for an e-mail address that belongs to another account, with a link to it if the user may open it (the refusal
 * then names the account); undefined for other errors. The link opens a new tab, so that the form keeps its input.
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

/** Delay after typing before a lookup, in milliseconds. */
const debounceMs = 400;

/** Minimum number of digits for a lookup. */
const shortest = 5;

/** Warning about other people with this phone number; undefined if unique. Never an error: siblings share phones. */
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
      <IconLine icon={<IconAlertTriangle size={14} stroke={1.7} />} c="warning" role="status">
        {words}
      </IconLine>
    )
  );
};

type AccountProps = {
  /** The account's own type: its role unless `acts_as` sets another. */
  type: UserType;
  form: FormPart<typeof accountFields>;
};

/** Whether an account is enabled, and its permissions beyond its role; Admin only (decisions: Roles). */
export const AccountFields = ({ type, form }: AccountProps) => {
  const { field, values } = form;
  const shown = settingsShown(type, values);
  const grantable = grantableRoutes(type, values);
  return (
    <Stack>
      <Checkbox
        {...field('enabled')}
        description="Disabling ends this person’s sessions at once and refuses their sign-in."
      />
      <Select
        {...field('acts_as')}
        placeholder={isStaffRole(type) ? `${type}, its own role` : 'Its own role'}
        description="All permission checks use this role instead. Changing it ends this person’s sessions."
        data={staffRoles.filter((role) => role !== type)}
      />
      <MultiSelect
        {...field('extra_routes')}
        placeholder={values.extra_routes.length > 0 ? '' : 'No screen beyond its role'}
        description="Opens these screens; what the person may do there depends on the role."
        data={screenChoices.filter(({ value }) => grantable.includes(value))}
        searchable
        nothingFoundMessage="No other screen"
      />
      {shown.leadSourceScope && <LeadSourceInput {...field('lead_source_scope')} />}
      {shown.orderAgents && <AgentsInput {...field('order_agents')} />}
      {shown.seesOrderId && (
        <Checkbox {...field('sees_order_id')} description="Shows the id on each order’s card." />
      )}
    </Stack>
  );
};

/** Shows how many students have the lead source, so that a typo is noticed. */
const LeadSourceInput = (props: InputProps<string, object>) => {
  const [source] = useDebouncedValue(props.value.trim(), debounceMs);
  const { data } = useQuery({ ...studentsOfSource(source), enabled: source !== '' });
  const count = source === '' ? undefined : data?.count;
  return (
    <TextInput
      {...props}
      description={
        count === undefined
          ? 'A Partner sees only students of this lead source; without one, no students.'
          : `${formatCount(count, 'student has', 'students have')} this lead source now; a Partner sees only these.`
      }
    />
  );
};

/** Agents whose orders this agent also sees, searched by name or e-mail. */
const AgentsInput = ({ value, onChange, ...input }: InputProps<Named[], object>) => {
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), debounceMs);
  const { data, isError, isFetching } = useQuery(agentsByTerm(term));
  const found = (data?.data ?? []).map(({ _id, name, email }) => ({ _id, name: name || email }));
  const known = new Map([...found, ...value].map((agent) => [agent._id, agent]));
  return (
    <MultiSelect
      {...input}
      placeholder={value.length > 0 ? '' : 'Only their own orders'}
      description="Type a name or an e-mail address to find more agents."
      data={[...known.values()].map(({ _id, name }) => ({ value: _id, label: name || '–' }))}
      // The server has already filtered.
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
