import { SkeletonBar } from '../../ui/list-states.tsx';
import styles from './order-card.module.css';

/** Cards of the real shape without content, while the first page loads. */
export const OrderSkeletons = ({ count = 6 }: { count?: number }) =>
  Array.from({ length: count }, (_, card) => (
    <div key={card} className={styles.card}>
      <div className={styles.heading}>
        <Bars widths={[34 + ((card * 7) % 12)]} />
      </div>
      <div className={styles.identity}>
        <Bars widths={[82 - ((card * 11) % 20), 54, 70]} />
      </div>
      <div className={styles.lessons}>
        <Bars widths={[92, 86, 90]} />
        <Bars widths={[88, 92]} />
        <Bars widths={[90]} />
      </div>
      <div className={styles.money}>
        <Bars widths={[100, 80, 90]} />
      </div>
    </div>
  ));

const Bars = ({ widths }: { widths: readonly number[] }) => (
  <div className={styles.skeleton} style={{ flex: 1 }}>
    {widths.map((width, index) => (
      <SkeletonBar key={index} width={width} />
    ))}
  </div>
);
