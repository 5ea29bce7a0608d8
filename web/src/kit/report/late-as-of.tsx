import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './as-of.module.css';

/**
 * "as of 14:05" of an open report, which keeps it current. Loaded after the report; its space is reserved until then.
 */
export const LateAsOf = lazyPart(async () => (await import('./as-of.tsx')).AsOf, {
  waiting: (
    <span className={styles.asOf} data-unknown>
      as of 00:00
    </span>
  ),
  missing: () => null,
});
