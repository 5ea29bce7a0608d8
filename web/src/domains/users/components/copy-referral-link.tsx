import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useSettings } from '../../../lib/settings.ts';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { noLinkReason, referralLink } from '../referral-link.ts';
import styles from './copy-referral-link.module.css';

type Props = {
  person: { name: string; referral_code?: string | null | undefined };
  /** In a row of a list: small and quiet. */
  inRow?: boolean;
};

/** Puts a person's referral link into the clipboard; where there is none, its title says why. */
export const CopyReferralLink = ({ person, inRow = false }: Props) => {
  const { signup_url: page } = useSettings();
  const link = referralLink(page, person.referral_code);
  if (link === null)
    return (
      <span className={styles.none} title={noLinkReason(page, person.referral_code)}>
        No referral link
      </span>
    );
  return (
    <Button
      {...(inRow && { size: 'xs', variant: 'subtle' })}
      leftSection={<IconLink size={16} stroke={1.7} />}
      onClick={() => void copy(link, person.name)}
    >
      Copy Referral Link
    </Button>
  );
};

const copy = async (link: string, name: string) => {
  try {
    await navigator.clipboard.writeText(link);
    showSnackbar(`Referral link${name && ` of ${name}`} copied`);
  } catch {
    // Without TLS, or without leave, the browser keeps the clipboard to itself.
    showSnackbar(`The browser did not let us copy. The link is ${link}`);
  }
};
