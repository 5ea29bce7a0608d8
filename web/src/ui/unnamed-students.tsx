import { formatCount } from '../lib/formats.ts';
import styles from './unnamed-students.module.css';

/** Below the students of a list: how many more there are whom this person may only count. */
export const UnnamedStudents = ({ count }: { count: number | undefined }) =>
  count !== undefined &&
  count > 0 && (
    <p className={styles.unnamed}>
      And {formatCount(count, 'student')} whom you may not see by name.
    </p>
  );
