import { MantineProvider } from '@mantine/core';
import { useHasToken } from '../lib/token.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Snackbars } from '../ui/snackbars.tsx';
import { cssVariablesResolver } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

// Two lazy parts, so that the sign-in screen does not load the app behind it.
const SignedInApp = lazyPart(async () => (await import('./signed-in-app.tsx')).SignedInApp);
const LoginScreen = lazyPart(
  async () => (await import('../domains/identity/login-screen.tsx')).LoginScreen,
);

/**
 * Shows the app if there is a stored token (part 1 §4, Session), otherwise /login. Signing in and out only store and
 * clear the token.
 */
export const App = () => {
  const signedIn = useHasToken();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      {signedIn ? <SignedInApp /> : <LoginScreen />}
      <Snackbars />
    </MantineProvider>
  );
};
