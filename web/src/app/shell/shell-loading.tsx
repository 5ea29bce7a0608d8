import { Loader } from '@mantine/core';
import styles from './shell.module.css';

/** While the session is being loaded. */
export const ShellLoading = () => (
  <main className={styles.loading} aria-busy="true">
    <Loader aria-label="Loading" />
  </main>
);
