import { createFileRoute } from '@tanstack/react-router';
import { prefetchScreens } from '../../lib/prefetch.ts';
import { loadSession } from './load-session.ts';
import { ShellLoading } from './shell-loading.tsx';
import { Shell } from './shell.tsx';

/** The layout of every screen (part 1 §4, Session; part 2 §2, Navigation shell): loads the user, then guards. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context: { queryClient }, location, matches }) =>
    loadSession(queryClient, location.pathname, () => prefetchScreens(queryClient, matches)),
  component: Shell,
  pendingComponent: ShellLoading,
  pendingMs: 300,
});
