import {
  can,
  flags,
  mayOpen,
  screenRoutes,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { flagWords, roleWords, screenNames } from '../../../identity/role-words.ts';
import { Tag } from '../../../../ui/status-chip.tsx';
import { rightsOfAccount } from './account.ts';
import { staffConsequences } from './staff-consequences.ts';
import styles from './staff-form.module.css';
import type { StaffValues } from './staff-values.ts';

type Props = { values: StaffValues; saved: StaffValues | undefined };

/** What saving does, and what the account may open and do: worked out from the table that the server enforces. */
export const StaffSummary = ({ values, saved }: Props) => {
  const rights = values._type ? rightsOfAccount(values._type, values) : undefined;
  const consequences = staffConsequences(values, saved);
  return (
    <div className={styles.summary}>
      {consequences.length > 0 && (
        <section>
          <h3 className={styles.heading}>{saved ? 'Once saved' : 'Once created'}</h3>
          <ul className={styles.facts} aria-live="polite">
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className={styles.heading}>What this account may do</h3>
        {rights ? <Rights rights={rights} /> : <p>Choose a role to see it.</p>}
      </section>
    </div>
  );
};

const Rights = ({ rights }: { rights: NonNullable<ReturnType<typeof rightsOfAccount>> }) => {
  const held = flags.filter((flag) => can(rights, flag));
  return (
    <>
      <p>{roleWords[rights.role]}</p>
      <h4 className={styles.label}>Opens</h4>
      <ul className={styles.tags}>
        {screenRoutes
          .filter((route) => mayOpen(rights, route))
          .map((route) => (
            <li key={route}>
              <Tag accent={rights.extra_routes.includes(route)}>{screenNames[route]}</Tag>
            </li>
          ))}
      </ul>
      <h4 className={styles.label}>May</h4>
      {held.length === 0 ? (
        <p>Only look at what it opens.</p>
      ) : (
        <ul className={styles.facts}>
          {held.map((flag) => (
            <li key={flag}>{flagWords[flag]}</li>
          ))}
        </ul>
      )}
    </>
  );
};
