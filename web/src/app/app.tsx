import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useHasToken } from '../lib/token.ts';
import { Snackbars } from '../ui/snackbars.tsx';
import { cssVariablesResolver } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

// Apart from each other, so that the sign-in screen loads nothing of what stands behind it.
const SignedInApp = lazy(async () => ({
  default: (await import('./signed-in-app.tsx')).SignedInApp,
}));
const LoginScreen = lazy(async () => ({
  default: (await import('../domains/identity/login-screen.tsx')).LoginScreen,
}));

/**
 * The stored token decides what is shown (part 1 §4, Session): the app, or /login for everybody else.
 * Storing and clearing it is all that signing in and out have to do.
 */
export const App = () => {
  const signedIn = useHasToken();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <Suspense>{signedIn ? <SignedInApp /> : <LoginScreen />}</Suspense>
      <Snackbars />
    </MantineProvider>
  );
};
