import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { meQuery, rightsOf } from '../../lib/session.ts';
import { settingsQuery } from '../../lib/settings.ts';
import { clearToken } from '../../lib/token.ts';
import { screenOf } from './screens.ts';

/**
 * Loads the user and the settings, once; a failure removes the token, which leads to /login (part 1 §4). A screen that
 * the user may not open redirects home. The screen's first data is prefetched in parallel while the user is unknown;
 * later only for allowed screens.
 */
export const loadSession = async (
  queryClient: QueryClient,
  pathname: string,
  prefetchScreens: () => void,
): Promise<void> => {
  const isKnown = queryClient.getQueryData(meQuery.queryKey) !== undefined;
  if (!isKnown) prefetchScreens();
  const [me] = await Promise.all([
    queryClient.ensureQueryData(meQuery).catch((error: unknown) => {
      clearToken();
      throw error;
    }),
    // Without settings the defaults of settings.ts apply; they are refetched later.
    queryClient.ensureQueryData(settingsQuery).catch(() => undefined),
  ]);
  const screen = screenOf(pathname);
  if (screen && !mayOpen(rightsOf(me.data), screen)) throw redirect({ to: '/', replace: true });
  if (isKnown) prefetchScreens();
};
