import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { isStaffType, type UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import { ApiError } from '../../../lib/api-error.ts';

type Owner = { _id: string; _type: UserType; name: string };

/**
 * The problem of an e-mail field whose address belongs to another account, with a link to it for those who may open it
 * (the refusal names it then); undefined for other failures. The link opens beside the form, which keeps what was typed.
 */
export const emailTaken = (error: unknown): ReactNode => {
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
