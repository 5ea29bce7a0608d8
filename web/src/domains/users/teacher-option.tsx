import { IconCheck, IconClock } from '@tabler/icons-react';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import styles from './teacher-option.module.css';
import { aboutTeacher } from './teacher-words.ts';

type Props = {
  /** Text shown if the teacher's record is not loaded, for example a selected one. */
  label: string;
  teacher: Pick<UserSummary, 'email' | 'subject'> | undefined;
  /** "Busy 16:00–17:30 Sec 2 Math", null if free; undefined if unknown. */
  busy?: string | null | undefined;
};

/** A tutor or TA as a search result: name, availability at the lesson's time, and subjects. */
export const TeacherOption = ({ label, teacher, busy }: Props) => (
  <span className={styles.option}>
    <span>{label}</span>
    {busy !== undefined && (
      <span className={styles.state} data-free={busy === null || undefined}>
        {busy === null ? (
          <IconCheck size={14} stroke={2} aria-hidden="true" />
        ) : (
          <IconClock size={14} stroke={1.7} aria-hidden="true" />
        )}
        <span>{busy ?? 'Free'}</span>
      </span>
    )}
    {teacher && <span className={styles.about}>{aboutTeacher(teacher)}</span>}
  </span>
);
