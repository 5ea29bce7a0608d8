import { SkeletonBar } from '../../../ui/list-states.tsx';
import styles from './discount-form.module.css';

/** The form's shape while the code to duplicate loads. */
export const FormSkeleton = () => (
  <div className={styles.columns}>
    <div className={styles.fields}>
      {[70, 55, 90, 60, 75, 50].map((width) => (
        <div key={width} className={styles.half}>
          <SkeletonBar width={width} height={34} />
        </div>
      ))}
    </div>
    <SkeletonBar width={100} height={120} />
  </div>
);
