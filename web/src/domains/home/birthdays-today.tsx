import { Text } from '@mantine/core';
import { IconCake } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatPhone } from '../../lib/formats.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import type { Home } from './home.api.ts';
import { birthdaysToday } from './day-rows.ts';
import { HomePart, MoreRows, RowList } from './home-part.tsx';
import styles from './home.module.css';

const birthdayColumns = 'max-content minmax(0, 1fr) max-content minmax(112px, max-content)';

/** Students with a birthday today and their contacts. */
export const BirthdaysToday = ({ birthdays }: { birthdays: NonNullable<Home['birthdays']> }) => {
  const all = useMayOpen()('/ops');
  const more = birthdays.count - birthdays.data.length;
  return (
    <HomePart
      title="Birthdays today"
      count={birthdays.count}
      rows={birthdaysToday}
      about={
        all && (
          <Link to="/ops" search={{ tab: 'birthdays' }}>
            Ops
          </Link>
        )
      }
    >
      <RowList columns={birthdayColumns}>
        {birthdays.data.map((student) => (
          <li key={student._id} className={styles.row} data-row tabIndex={-1}>
            <IconCake size={16} stroke={1.7} color="var(--dot-pink)" aria-hidden="true" />
            <RecordLink
              to="student"
              id={student._id}
              name={student.name || student.email}
              className={styles.strong}
              opensRow
            />
            <Text span variant="meta">
              turns {student.turns}
            </Text>
            <span data-figures>{formatPhone(student) || '–'}</span>
          </li>
        ))}
      </RowList>
      {more > 0 && <MoreRows rows={birthdaysToday}>{formatCount(more, 'more student')}</MoreRows>}
    </HomePart>
  );
};
