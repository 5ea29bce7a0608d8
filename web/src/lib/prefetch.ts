import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { settingsQuery, untilAnswered, type ClientSettings } from './settings.ts';

/** Query options, whatever they answer. */
type FirstQuery = { queryKey: QueryKey };

/** What a screen's first queries are made of. A route names the parts it reads, with its own types. */
type Address = { params: unknown; search: unknown; settings: ClientSettings };

/** What the router knows of a screen that an address shows. */
type Screen = {
  params: unknown;
  search: unknown;
  cause: 'preload' | 'enter' | 'stay';
  staticData: { prefetch?: Prefetch };
};

/**
 * The queries that a screen asks for at once, made as its components make them: `({ search }: { search: ClassSearch })
 * => [classListQuery(search)]`. Only such as everybody may ask for to whom the screen is open. A promise of them comes
 * from code that only this screen loads, which is asked for at once with all of its files.
 */
// `never` takes a function of any part of the address: the router validates it by the route's own schema.
type Prefetch = (address: never) => FirstQueries | Promise<FirstQueries>;
type FirstQueries = readonly FirstQuery[];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    prefetch?: Prefetch;
  }
}

/**
 * Asks for the first data of screens that are about to be shown, so that it is on its way before their code has run.
 * Screens that stay ask for themselves.
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
    // Without its code the screen shows what is wrong by itself.
    if ('then' in queries) void queries.then(ask, () => undefined);
    else ask(queries);
  }
};
