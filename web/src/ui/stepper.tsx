import { IconCheck } from '@tabler/icons-react';
import styles from './stepper.module.css';

/** Numbered steps with a check on completed ones. On phones only the current one shows its label. */
export const Stepper = ({ steps, current }: { steps: readonly string[]; current: number }) => (
  <ol className={styles.steps} aria-label="Steps">
    {steps.map((step, index) => (
      <li
        key={step}
        className={styles.step}
        data-state={index < current ? 'done' : index === current ? 'current' : 'later'}
        aria-current={index === current ? 'step' : undefined}
      >
        <span className={styles.number}>
          {index < current ? <IconCheck size={13} stroke={2.4} aria-label="Done:" /> : index + 1}
        </span>
        <span className={styles.name}>{step}</span>
      </li>
    ))}
  </ol>
);
