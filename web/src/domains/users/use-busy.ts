import { skipToken, useQuery, type QueryKey } from '@tanstack/react-query';

/** Query for the busy teachers at a time: "Busy 16:00–17:30 Sec 2 Math" by id. */
export type BusyQuery = (ids: readonly string[]) => {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<ReadonlyMap<string, string>>;
};

/** Busy texts by teacher id; undefined while unknown. */
export const useBusy = (busy: BusyQuery | undefined, ids: readonly string[]) => {
  const asked = ids.length > 0 ? busy?.(ids) : undefined;
  // Other users save lessons while the form is open.
  const { data } = useQuery({
    queryKey: asked?.queryKey ?? ['lessons', 'no time'],
    queryFn: asked?.queryFn ?? skipToken,
    staleTime: 0,
  });
  return asked && data;
};
