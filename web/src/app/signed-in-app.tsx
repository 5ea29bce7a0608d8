import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createAppRouter } from './router.ts';

/** Everything behind sign-in. Each session has a router and a cache of its own: nothing is left over. */
export const SignedInApp = () => {
  const [{ router, queryClient }] = useState(createAppRouter);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};
