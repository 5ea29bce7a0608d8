import { Button, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useSettings } from '../../lib/settings.ts';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { noLinkReason, referralLink } from './referral-link.ts';

type Person = { name: string; referral_code?: string | null | undefined };

/** Copies a person's referral link; without a link, the title gives the reason. */
export const CopyReferralLink = ({ person }: { person: Person }) => {
  const { signup_url: page } = useSettings();
  const reason = noLinkReason(page, person.referral_code);
  if (reason !== undefined)
    return (
      <Text span miw={160} px="md" variant="meta" c="dimmed" title={reason}>
        No referral link
      </Text>
    );
  return (
    <Button
      leftSection={<IconLink size={16} stroke={1.7} />}
      onClick={() => void copyReferralLink(page, person)}
    >
      Copy Referral Link
    </Button>
  );
};

/** Copies the link and confirms it; does nothing without a link. */
export const copyReferralLink = async (page: string | null, { name, ...person }: Person) => {
  const link = referralLink(page, person.referral_code);
  if (link === null) return;
  try {
    await navigator.clipboard.writeText(link);
    showSnackbar(`Referral link${name && ` of ${name}`} copied`);
  } catch {
    // Without TLS or permission the browser denies access to the clipboard.
    showSnackbar(`The browser did not let us copy. The link is ${link}`);
  }
};
