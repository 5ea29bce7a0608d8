import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isStaffType, type UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import { digitsOf } from '@staffroom/contract/shared/text.ts';
import type { Phone } from '../../kit/form/field.ts';
import { PhoneInput } from '../../kit/form/phone-input.tsx';
import type { FormPart } from '../../kit/form/use-form-state.ts';
import { ApiError } from '../../lib/api-error.ts';
import formGrid from '../../ui/form-grid.module.css';
import type { personFields } from './person.form.ts';
import { sharersOf, sharersWords } from './shared-phone.ts';
import { peopleWithPhone } from './users.api.ts';
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

/** Milliseconds of rest after which a number counts as written to its end. */
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
