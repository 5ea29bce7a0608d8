import { formatCount } from '../lib/formats.ts';
import styles from './unnamed-students.module.css';

/** Below a list of students: the number of further ones that this user may count but not see. */
export const UnnamedStudents = ({ count }: { count: number | undefined }) =>
  count !== undefined &&
  count > 0 && (
    <p className={styles.unnamed}>
      And {formatCount(count, 'student')} whose names are hidden for your role.
    </p>
  );
