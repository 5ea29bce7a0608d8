import { createBrowserHistory, createRouter } from '@tanstack/react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { ScreenError } from './page-error.tsx';
import { routeTree } from './route-tree.gen.ts';

// Of the page, not of a session: each history that is made listens to the browser until the page is loaded again.
const history = createBrowserHistory();

/** A router over the list of screens, with the cache that its screens read from. */
export const createAppRouter = () => {
  // Sign-in writes its address by itself; an entry without a key would not be found again with its place on the page.
  if (!window.history.state) history.replace(history.location.href);
  const queryClient = createQueryClient();
  // Another screen begins at its top; another tab or page of the same one stays where it is.
  let isOtherScreen = false;
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    // The query client knows how fresh its data are; the router must not keep its own idea of it.
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
