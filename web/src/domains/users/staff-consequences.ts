import type { StaffValues } from './staff.form.ts';

/** Side effects of saving, as sentences; `saved` is undefined for a new account. */
export const staffConsequences = (values: StaffValues, saved?: StaffValues): string[] => {
  if (!saved)
    return [
      ...passwordWords(values),
      ...(values.enabled ? [] : ['The account is disabled: this person cannot sign in yet.']),
    ];
  const roleOf = ({ acts_as, _type }: StaffValues) => acts_as ?? _type;
  const changesRole = values._type !== saved._type || values.acts_as !== saved.acts_as;
  return [
    ...(saved.enabled && !values.enabled ? [disablingWords] : []),
    ...(!saved.enabled && values.enabled ? ['This person can sign in again.'] : []),
    ...(changesRole && values._type
      ? [`This person’s sessions end at once; the next sign-in is as ${roleOf(values)}.`]
      : []),
    ...(values.password === ''
      ? []
      : ['This person’s sessions end at once; tell them the new password yourself.']),
    ...(values.email.trim() === saved.email
      ? []
      : ['This person signs in with the new e-mail address from now on.']),
  ];
};

const passwordWords = ({ password, enabled }: StaffValues) => {
  if (password !== '')
    return ['The password is not sent by e-mail: give it to this person yourself.'];
  return enabled
    ? ['This person gets an invitation by e-mail. Its link works once, for 7 days.']
    : ['Enable the account later to invite this person to choose a password.'];
};

/** The effect of disabling an account (decisions: Roles). */
export const disablingWords =
  'This person’s sessions end at once, and signing in is refused until the account is enabled again.';

/** The question before disabling an account. */
export const disableQuestion = (person: { name: string; email: string }, isOwn: boolean) => ({
  title: `Disable ${person.name || person.email}?`,
  message: isOwn
    ? 'This is your own account: you are signed out at once and cannot sign in until another Admin enables it again.'
    : `${disablingWords} Orders, history and all other records of this person do not change.`,
  confirmLabel: 'Disable',
  danger: true,
});
