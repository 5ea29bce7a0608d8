import { IconCake } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatPhone } from '../../lib/formats.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import type { Home } from './home.api.ts';
import { HomePart } from './home-part.tsx';
import styles from './home-lists.module.css';

/** Whose birthday it is, and how to reach them. */
export const BirthdaysToday = ({ birthdays }: { birthdays: NonNullable<Home['birthdays']> }) => {
  const all = useMayOpen()('/ops');
  const more = birthdays.count - birthdays.data.length;
  return (
    <HomePart
      title="Birthdays today"
      count={birthdays.count}
      about={
        all && (
          <Link to="/ops" search={{ tab: 'birthdays' }}>
            Ops
          </Link>
        )
      }
    >
      <ul className={styles.rows}>
        {birthdays.data.map((student) => (
          <li key={student._id} className={styles.birthday} data-row tabIndex={-1}>
            <IconCake size={16} stroke={1.7} aria-hidden="true" />
            <RecordLink
              to="student"
              id={student._id}
              name={student.name || student.email}
              className={styles.strong}
              opensRow
            />
            <span>turns {student.turns}</span>
            <span className={styles.phone}>{formatPhone(student) || '–'}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.rest}>{`and ${formatCount(more, 'more student')}`}</p>}
    </HomePart>
  );
};
