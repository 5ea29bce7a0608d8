import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any unknown path shows the home screen (part 1 §2). */
export const Route = createFileRoute('/_signed-in/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
