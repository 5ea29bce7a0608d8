import { IconMail, IconPhone } from '@tabler/icons-react';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { formatPhone } from '../../../../lib/formats.ts';
import { VerifiedMark } from '../verified-mark.tsx';
import styles from './facts.module.css';

/** E-mail and phone, each with whether it was verified. */
export const ContactFacts = ({ user }: { user: User }) => (
  <ul className={styles.contacts} aria-label="Contact">
    <li>
      <IconMail size={16} stroke={1.7} aria-label="Email:" />
      <span className={styles.contact}>{user.email}</span>
      <VerifiedMark verified={user.e_verified} />
    </li>
    <li>
      <IconPhone size={16} stroke={1.7} aria-label="Phone:" />
      <span className={styles.contact}>{formatPhone(user) || '---'}</span>
      <VerifiedMark verified={user.p_verified} />
    </li>
  </ul>
);
