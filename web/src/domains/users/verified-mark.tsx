import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import styles from './verified-mark.module.css';

/** Whether somebody proved that an address or number is theirs. */
export const VerifiedMark = ({ verified }: { verified: boolean }) => {
  const Icon = verified ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <span className={styles.mark} data-verified={verified || undefined}>
      <Icon size={15} stroke={1.7} aria-hidden="true" />
      {verified ? 'Verified' : 'Not verified'}
    </span>
  );
};
