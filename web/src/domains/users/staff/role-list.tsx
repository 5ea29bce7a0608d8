import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  isStaffType,
  staffRoles,
  type StaffRole,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { formatCount } from '../../../lib/formats.ts';
import { roleWords } from '../../identity/role-words.ts';
import { holdersOfRole } from '../staff.api.ts';
import styles from './role-list.module.css';

/** Each role with what it is for, and how many enabled accounts hold it. */
export const RoleList = () => {
  const holders = useQueries({ queries: staffRoles.map(holdersOfRole) });
  return (
    <dl className={styles.roles}>
      {staffRoles.map((role, index) => (
        <div key={role} className={styles.role}>
          <dt>{role}</dt>
          <dd>{roleWords[role]}</dd>
          <dd className={styles.holders}>
            <Holders role={role} count={holders[index]?.data?.count} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Holders = ({ role, count }: { role: StaffRole; count: number | undefined }) =>
  count === undefined ? (
    <span>Counting accounts</span>
  ) : (
    <Link
      to="/user"
      search={isStaffType(role) ? { tab: 'staff', role } : { tab: 'tutor' }}
      className={styles.link}
    >
      {formatCount(count, 'enabled account')}
    </Link>
  );
