import { createRootRouteWithContext, Navigate, Outlet } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ConnectionBanner } from './connection-banner.tsx';
import { PageError } from './page-error.tsx';

const Root = () => (
  <>
    <ConnectionBanner />
    <Outlet />
  </>
);

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: PageError,
  notFoundComponent: () => <Navigate to="/" replace />,
});
