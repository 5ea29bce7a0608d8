import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readToken } from '../lib/token.ts';
import { createAppRouter } from './router.ts';

/** Everything behind sign-in. Each session has a router and a cache of its own: nothing is left over. */
export const SignedInApp = () => {
  const [{ router, queryClient }] = useState(createAppRouter);
  useEffect(
    () => () => {
      // Signed out: else this session's router would hear the next one's history too.
      if (readToken() === null) router.history.destroy();
    },
    [router],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};
