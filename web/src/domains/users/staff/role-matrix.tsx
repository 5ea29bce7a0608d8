import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { staffRoles, type StaffRole } from '@staffroom/contract/domains/identity/permissions.ts';
import { PanelScroll } from '../../../ui/panel.tsx';
import styles from './role-matrix.module.css';

type Row<Key extends string> = {
  key: Key;
  label: string;
  /** Its technical name, beneath. */
  detail: string;
};

type Props<Key extends string> = {
  caption: string;
  /** What the rows are: "Screen". */
  corner: string;
  rows: readonly Row<Key>[];
  holds: (role: StaffRole, key: Key) => boolean;
};

/** Roles beside each other, and per row which of them has it; scrolls inside its panel, the first column stays. */
export const RoleMatrix = <Key extends string>({ caption, corner, rows, holds }: Props<Key>) => (
  <PanelScroll label={caption}>
    <table className={styles.matrix}>
      <VisuallyHidden component="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {staffRoles.map((role) => (
            <th key={role} scope="col">
              {role}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, detail }) => (
          <tr key={key}>
            <th scope="row">
              {label}
              <span className={styles.detail}>{detail}</span>
            </th>
            {staffRoles.map((role) => (
              <td key={role}>{holds(role, key) ? <Yes /> : <span>–</span>}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </PanelScroll>
);

const Yes = () => (
  <span className={styles.yes}>
    <IconCheck size={15} stroke={2} aria-hidden="true" />
    Yes
  </span>
);
