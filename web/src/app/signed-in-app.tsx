import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { keepPlace, onSessionExpired } from '../lib/session-end.ts';
import { meQuery } from '../lib/session.ts';
import { hideSnackbars } from '../ui/snackbars.tsx';
import { createAppRouter } from './router.ts';

/**
 * The app behind sign-in. Each session has its own router and cache, and its snackbars end with it, so that no data is left
 * over.
 */
export const SignedInApp = () => {
  const [{ router, queryClient }] = useState(createAppRouter);
  useEffect(
    () =>
      onSessionExpired(() => {
        const me = queryClient.getQueryData(meQuery.queryKey);
        if (me) keepPlace(me.data._id);
      }),
    [queryClient],
  );
  useLayoutEffect(() => hideSnackbars, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};
