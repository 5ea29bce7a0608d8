import { Loader } from '@mantine/core';
import styles from './shell.module.css';

export const ShellLoading = () => (
  <main className={styles.loading} aria-busy="true">
    <Loader role="status" aria-label="Loading" />
  </main>
);
