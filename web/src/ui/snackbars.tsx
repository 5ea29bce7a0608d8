import { Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import styles from './snackbars.module.css';

/** Milliseconds until a snackbar hides (part 1 §9). */
const snackbarTime = 3000;

type Snackbar = { id: number; text: string };

let shown: readonly Snackbar[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

const set = (next: readonly Snackbar[]) => {
  shown = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a short confirmation that hides by itself and is announced. */
export const showSnackbar = (text: string): void => {
  const id = nextId++;
  set([...shown.slice(-2), { id, text }]);
  setTimeout(() => set(shown.filter((snackbar) => snackbar.id !== id)), snackbarTime);
};

/** Hides all snackbars, because the next session must not see what the last one did. */
export const hideSnackbars = (): void => set([]);

/** The area of the snackbars. The live region is always mounted, so that screen readers announce changes. */
export const Snackbars = () => {
  const snackbars = useSyncExternalStore(subscribe, () => shown);
  return (
    <Stack
      className={styles.region}
      gap="sm"
      align="center"
      px="md"
      role="status"
      aria-live="polite"
    >
      {snackbars.map((snackbar) => (
        <Text
          key={snackbar.id}
          className={styles.snackbar}
          component="div"
          maw={480}
          py={9}
          px="lg"
          variant="strong"
        >
          {snackbar.text}
        </Text>
      ))}
    </Stack>
  );
};
