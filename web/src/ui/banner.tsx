import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

const icons = {
  negative: IconAlertCircle,
  warning: IconAlertTriangle,
  positive: IconCircleCheck,
};

type Props = {
  tone: keyof typeof icons;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

/** A prominent message: an error, a warning, a success. Announced when it appears. */
export const Banner = ({ tone, title, children, action }: Props) => {
  const Icon = icons[tone];
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'negative' ? 'alert' : 'status'}>
      <Icon className={styles.icon} size={17} stroke={1.7} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      {action}
    </div>
  );
};
