import { Button } from '@mantine/core';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { useReleaseSignIn } from './users.api.ts';

/** Shows that failed sign-ins lock an account, and lets an Admin release the lock (decisions: Session). */
export const SignInLock = ({ account }: { account: User }) => {
  const { time } = useFormats();
  const { mutate, isPending, isSuccess, error } = useReleaseSignIn();
  const until = account.sign_in_locked_until;
  if (!until || isSuccess) return null;
  const release = () =>
    mutate(
      { params: { id: account._id } },
      { onSuccess: () => showSnackbar(`${account.name || account.email} may sign in again`) },
    );
  return (
    <Banner
      tone="warning"
      title={`Failed sign-ins lock this account until ${time(until)}.`}
      action={
        <Button size="xs" loading={isPending} onClick={release}>
          Release the lock
        </Button>
      }
    >
      {error && <p>{sentenceOf(error)}</p>}
    </Banner>
  );
};
