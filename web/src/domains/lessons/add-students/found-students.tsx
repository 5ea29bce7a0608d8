import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './add-students.module.css';
import type { AddStudentsForm, FoundAccounts } from './use-add-students-form.ts';

type Props = { form: AddStudentsForm; result: FoundAccounts };

/** What the e-mails are: accounts to add, each of which can be left out, nobody's, or in the class already. */
export const FoundStudents = ({ form, result }: Props) => (
  <div className={styles.results} role="status">
    {result.found.length === 0 && <p>No student accounts were found</p>}
    {form.chosen.length > 0 && (
      <Group title="Found" count={form.chosen.length}>
        {form.chosen.map(({ _id, name, email }) => (
          <li key={_id} className={styles.account}>
            <span className={styles.who}>
              <strong>{name || '–'}</strong> {email}
            </span>
            <ActionIcon
              aria-label={`Leave out ${name || email}`}
              size={26}
              disabled={form.isAdding}
              onClick={() => form.remove(_id)}
            >
              <IconX size={14} stroke={1.7} />
            </ActionIcon>
          </li>
        ))}
      </Group>
    )}
    {result.not_found.length > 0 && (
      <Group title="Not found" count={result.not_found.length}>
        {result.not_found.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </Group>
    )}
    {result.existing.length > 0 && (
      <Group title="Already in class" count={result.existing.length}>
        {result.existing.map(({ _id, email }) => (
          <li key={_id}>{email}</li>
        ))}
      </Group>
    )}
  </div>
);

const Group = ({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}) => (
  <div className={styles.group}>
    <h3 className={styles.title}>
      {title} <span>({count.toLocaleString('en-SG')})</span>
    </h3>
    {/* A scrolling region must be reachable by keyboard, or only a mouse can read to its end. */}
    <ul className={styles.list} aria-label={title} tabIndex={0}>
      {children}
    </ul>
  </div>
);
