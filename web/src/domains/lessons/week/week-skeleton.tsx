import { SkeletonBar } from '../../../ui/list-states.tsx';
import styles from './week.module.css';

/** A week without content. */
export const WeekSkeleton = () => (
  <div className={styles.skeleton}>
    {Array.from({ length: 7 }, (_, day) => (
      <div key={day} className={styles.skeletonDay}>
        <SkeletonBar width={50} height={14} />
        <SkeletonBar width={90} height={72} />
        <SkeletonBar width={90} height={day % 2 ? 72 : 108} />
      </div>
    ))}
  </div>
);
