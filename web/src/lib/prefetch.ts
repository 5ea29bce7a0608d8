import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { settingsQuery, untilAnswered, type ClientSettings } from './settings.ts';

/** Query options with any response. */
type FirstQuery = { queryKey: QueryKey };

/** Input of a screen's first queries. A route names the parts that it reads, with its own types. */
type Address = { params: unknown; search: unknown; settings: ClientSettings };

/** The router's match of a screen. */
type Screen = {
  params: unknown;
  search: unknown;
  cause: 'preload' | 'enter' | 'stay';
  staticData: { prefetch?: Prefetch };
};

/**
 * The first queries of a screen, built as its components build them: `({ search }: { search: ClassSearch }) =>
 * [classListQuery(search)]`. Only queries that every user of the screen may run. A promise is for code that only this
 * screen loads, which is requested immediately.
 */
// `never` accepts functions of any part of the address; the router validates it with the route's own schema.
type Prefetch = (address: never) => FirstQueries | Promise<FirstQueries>;
type FirstQueries = readonly FirstQuery[];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    prefetch?: Prefetch;
  }
}

/**
 * Prefetches the first data of screens that are about to be shown, in parallel with their code. Screens that stay
 * mounted fetch by themselves.
 */
export const prefetchScreens = (queryClient: QueryClient, screens: readonly Screen[]): void => {
  const settings = queryClient.getQueryData(settingsQuery.queryKey)?.data ?? untilAnswered();
  for (const { params, search, cause, staticData } of screens) {
    if (cause === 'stay') continue;
    const address: Address = { params, search, settings };
    const ask = (queries: FirstQueries) => {
      for (const query of queries) void queryClient.prefetchQuery(query);
    };
    const queries = staticData.prefetch?.(address as never) ?? [];
    // If the code fails to load, the screen shows the error itself.
    if ('then' in queries) void queries.then(ask, () => undefined);
    else ask(queries);
  }
};
