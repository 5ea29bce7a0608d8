import type { ListState } from '../../ui/list-states.tsx';

/** The state of a table whose rows are part of a loaded answer. */
export const ready: ListState = {
  status: 'ready',
  refetching: false,
  error: null,
  retry: () => undefined,
};
