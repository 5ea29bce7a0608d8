import { createBrowserHistory, createRouter } from '@tanstack/react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { ScreenError } from './page-error.tsx';
import { routeTree } from './route-tree.gen.ts';

// One per page, not per session: every history listens to the browser until the page is reloaded.
const history = createBrowserHistory();

/** Creates a router over all screens, with its query cache. */
export const createAppRouter = () => {
  // Sign-in changes the address by itself; an entry without a key would lose its scroll position.
  if (!window.history.state) history.replace(history.location.href);
  const queryClient = createQueryClient();
  // Another screen starts at its top; another tab or page of the same screen keeps its scroll position.
  let isOtherScreen = false;
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    // The query client decides on freshness; the router must not cache by itself.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    scrollToTopSelectors: [() => (isOtherScreen ? document.getElementById('content') : null)],
  });
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    isOtherScreen = pathChanged;
  });
  return { router, queryClient };
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>['router'];
  }
}
