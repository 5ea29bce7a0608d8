import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keepPlace, onSessionExpired } from '../lib/session-end.ts';
import { meQuery } from '../lib/session.ts';
import { createAppRouter } from './router.ts';

/** The app behind sign-in. Each session has its own router and cache, so that no data is left over. */
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
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};
