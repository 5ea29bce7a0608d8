import { Button, Flex, Select, Stack, Text } from '@mantine/core';
import { inviteUser } from 'staffroom-contract/domains/identity/password-links.contract.ts';
import {
  can,
  flags,
  isStaffType,
  mayOpen,
  screenRoutes,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { resetSecondFactor } from 'staffroom-contract/domains/identity/second-factor.contract.ts';
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
import { sentenceOf } from '../../lib/api-error.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import formGrid from '../../ui/form-grid.module.css';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { flagWords, roleWords } from '../identity/role-words.ts';
import { screenNames } from '../identity/screen-names.ts';
import { AccountFields, PersonFields } from './person-fields.tsx';
import { rightsOfAccount } from './person.form.ts';
import { SignInLock } from './sign-in-lock.tsx';
import { disableQuestion, staffConsequences } from './staff-consequences.ts';
import { staffForm, type StaffValues } from './staff.form.ts';

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
  const invite = useInvite();
  const form = useFormState(staffForm, {
    ...dialog,
    ...(record && { record }),
    done: ({ name, email }) =>
      record ? `${name || email} saved` : `Staff account of ${name || email} created`,
    onSaved: (saved) => {
      if (!record && saved.enabled && saved.has_password === false)
        invite.mutate({ params: { id: saved._id } });
    },
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
      {record && <Invitation account={record} />}
      {record && <SecondFactorReset account={record} isOwn={record._id === me._id} />}
      <section>
        <h3 className={formGrid.heading}>Person</h3>
        <PersonFields form={form} ownId={record?._id} invites />
      </section>
      <Flex component="section" direction="column" gap="lg">
        <h3 className={formGrid.heading}>Account</h3>
        <Select
          {...form.field('_type')}
          placeholder="Choose a role"
          description={type ? roleWords[type] : 'What this person may open and do.'}
        />
        {type && <AccountFields form={form} type={type} />}
      </Flex>
    </RecordDialog>
  );
};

type Invited = Pick<User, '_id' | 'email' | 'enabled' | 'has_password' | 'invitation'>;

/** Invites an account without a password by e-mail; the outcome is in the snackbar, also after the form is closed. */
const useInvite = () =>
  useOperation(inviteUser, {
    refreshes: ['users'],
    onSuccess: ({ data }) => showSnackbar(`Invitation to ${data.sent_to} is on its way`),
    onError: (error) => showSnackbar(`The invitation was not sent. ${sentenceOf(error)}`),
  });

/** Shows that an account has no password yet, and lets an Admin invite its person, also again. */
const Invitation = ({ account }: { account: Invited }) => {
  const { dateTime } = useFormats();
  const { mutate, isPending, isSuccess, error } = useInvite();
  if (account.has_password !== false || isSuccess) return null;
  const { invitation } = account;
  return (
    <Banner
      tone="warning"
      title="This account has no password yet."
      action={
        account.enabled && (
          <Button
            size="xs"
            loading={isPending}
            onClick={() => mutate({ params: { id: account._id } })}
          >
            {invitation ? 'Invite again' : 'Invite'}
          </Button>
        )
      }
    >
      {invitation && <p>{sentenceAbout(invitation, dateTime)}</p>}
      {!account.enabled && <p>Enable the account and save, then invite this person.</p>}
      {error && <p>{sentenceOf(error)}</p>}
    </Banner>
  );
};

const sentenceAbout = (
  { sent_to: to, sent_on: sent, expires_on: until, error }: NonNullable<Invited['invitation']>,
  dateTime: (instant: string) => string,
) => {
  if (error !== null) return `The invitation to ${to} was not sent: ${error}`;
  return sent === null
    ? `The invitation to ${to} is being sent.`
    : `The invitation to ${to} works until ${dateTime(until)}.`;
};

type ResetProps = { account: User; isOwn: boolean };

/** Lets an Admin turn off the two-factor of a person who lost the phone and the recovery codes. */
const SecondFactorReset = ({ account, isOwn }: ResetProps) => {
  const confirm = useConfirm();
  const name = account.name || account.email;
  const { mutate, isPending, isSuccess, error } = useOperation(resetSecondFactor, {
    refreshes: ['users'],
    onSuccess: () => showSnackbar(`Two-factor of ${name} is off`),
  });
  if (!account.has_second_factor || isOwn || isSuccess) return null;
  const reset = async () => {
    const isSure = await confirm({
      title: `Reset the two-factor of ${name}?`,
      message:
        'Check first that it is really this person who asks. The sessions of the account end at once, its passkeys are removed, and it signs in with the password alone until two-factor is set up again.',
      confirmLabel: 'Reset two-factor',
      danger: true,
    });
    if (isSure) mutate({ params: { id: account._id } });
  };
  return (
    <Banner
      tone="positive"
      title="Two-factor is on."
      action={
        <Button size="xs" loading={isPending} onClick={() => void reset()}>
          Reset two-factor
        </Button>
      }
    >
      <p>Reset it only for a lost phone without recovery codes.</p>
      {error && <p>{sentenceOf(error)}</p>}
    </Banner>
  );
};

type SummaryProps = { values: StaffValues; saved: StaffValues | undefined };

/** The effects of saving and the account's permissions, derived from the table that the server enforces. */
const StaffSummary = ({ values, saved }: SummaryProps) => {
  const rights = values._type ? rightsOfAccount(values._type, values) : undefined;
  const consequences = staffConsequences(values, saved);
  return (
    <Stack gap="xl" c="secondary">
      {consequences.length > 0 && (
        <section>
          <Text component="h3" mb="sm" variant="title" c="bright">
            {saved ? 'Once saved' : 'Once created'}
          </Text>
          <Stack component="ul" gap="xs" aria-live="polite">
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Stack>
        </section>
      )}
      <section>
        <Text component="h3" mb="sm" variant="title" c="bright">
          What this account may do
        </Text>
        {rights ? <Rights rights={rights} /> : <p>Choose a role to see it.</p>}
      </section>
    </Stack>
  );
};

const Rights = ({ rights }: { rights: NonNullable<ReturnType<typeof rightsOfAccount>> }) => {
  const held = flags.filter((flag) => can(rights, flag));
  return (
    <>
      <p>{roleWords[rights.role]}</p>
      <Text component="h4" mx={0} mt="md" mb="xs" variant="label" c="dimmed">
        Opens
      </Text>
      <Flex component="ul" gap="xs" wrap="wrap">
        {screenRoutes
          .filter((route) => mayOpen(rights, route))
          .map((route) => (
            <li key={route}>
              <Tag accent={rights.extra_routes.includes(route)}>{screenNames[route]}</Tag>
            </li>
          ))}
      </Flex>
      <Text component="h4" mx={0} mt="md" mb="xs" variant="label" c="dimmed">
        May
      </Text>
      {held.length === 0 ? (
        <p>View these screens only.</p>
      ) : (
        <Stack component="ul" gap="xs">
          {held.map((flag) => (
            <li key={flag}>{flagWords[flag]}</li>
          ))}
        </Stack>
      )}
    </>
  );
};
