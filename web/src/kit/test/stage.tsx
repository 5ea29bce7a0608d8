import '@mantine/core/styles.layer.css';
import '../../app/theme/tokens.css';
import '../../app/theme/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
  useSearch,
  type AnyRouter,
  type HistoryLocation,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';
import type { z } from 'zod';
import shell from '../../app/shell/shell.module.css';
import { cssVariablesResolver } from '../../app/theme/css-variables.ts';
import { theme } from '../../app/theme/theme.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { meQuery } from '../../lib/session.ts';
import { settingsQuery } from '../../lib/settings.ts';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { Shortcuts } from '../../ui/shortcuts.tsx';
import { Snackbars } from '../../ui/snackbars.tsx';
import type { FakeServer } from './fake-server.ts';

// The pages format dates and times by it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

/** A page of a test: its path, its component and its search parameters. */
export type TestScreen = {
  path: string;
  component: () => ReactNode;
  search?: z.ZodType;
};

/** A mounted app of a few screens. */
type Stage = {
  server: FakeServer;
  router: AnyRouter;
  /** The address as it would be in the browser. */
  address: () => string;
  goTo: (address: string) => Promise<void>;
  goBack: () => void;
  /** Mounts the app again at its address, without cached data. */
  reload: () => Promise<void>;
};

const browserFetch = window.fetch;
let mounted: { root: Root; history: RouterHistory } | undefined;

const close = () => {
  mounted?.root.unmount();
  mounted?.history.destroy();
  mounted = undefined;
};

afterEach(() => {
  close();
  window.fetch = browserFetch;
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

/** The frame of a signed-in screen without menu and header. */
const Frame = () => (
  <ConfirmProvider>
    <div className={shell.shell} style={{ gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)' }}>
      <main id="content" className={shell.main} tabIndex={-1}>
        <Outlet />
        <div id="floating" />
      </main>
    </div>
    <Shortcuts />
  </ConfirmProvider>
);

/** The browser's history, with the app's address in the hash: the test page keeps its own. */
const historyAt = (address: string) => {
  window.history.replaceState(null, '', `#${address}`);
  return createBrowserHistory({
    parseLocation: () => {
      const { hash: shown, origin } = window.location;
      const { pathname, search, hash } = new URL(shown.slice(1), origin);
      const state = window.history.state as HistoryLocation['state'];
      return { href: `${pathname}${search}${hash}`, pathname, search, hash, state };
    },
    createHref: (href: string) => `#${href}`,
  });
};

const routerOf = (screens: readonly TestScreen[], address: string) => {
  const queryClient = createQueryClient();
  const history = historyAt(address);
  const root = createRootRouteWithContext<object>()({ component: Frame });
  const router = createRouter({
    routeTree: root.addChildren(
      screens.map(({ path, component, search }) =>
        createRoute({
          getParentRoute: () => root,
          path,
          component,
          ...(search && { validateSearch: search as z.ZodType<object, object> }),
        }),
      ),
    ),
    history,
    context: { queryClient },
  });
  return { router: router as unknown as AnyRouter, history, queryClient };
};

/** Mounts the app of these screens at an address, signed in as an Admin, above a fake server. */
export const openApp = async (
  server: FakeServer,
  screens: readonly TestScreen[],
  address: string,
): Promise<Stage> => {
  window.fetch = server.fetch;
  localStorage.setItem('token', 'of-a-test');
  const open = async (at: string) => {
    close();
    document.body.replaceChildren();
    const { router, history, queryClient } = routerOf(screens, at);
    await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(settingsQuery),
    ]);
    await router.load();
    const box = document.createElement('div');
    box.id = 'root';
    document.body.append(box);
    const app = createRoot(box);
    mounted = { root: app, history };
    app.render(
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="light"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
        <Snackbars />
      </MantineProvider>,
    );
    stage.router = router;
  };
  const stage: Stage = {
    server,
    router: undefined as unknown as AnyRouter,
    address: () => stage.router.state.location.href,
    goTo: (to) => stage.router.navigate({ href: to }),
    goBack: () => window.history.back(),
    reload: () => open(stage.address()),
  };
  await open(address);
  return stage;
};

/** The search parameters of the open screen, and a function that changes them. */
export const useAddress = <Address extends object>() => {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as unknown as Address;
  const onAddress = (next: Address, step?: { replaces: boolean }) =>
    void navigate({ to: '.', search: next as never, replace: step?.replaces ?? false });
  return [address, onAddress] as const;
};
