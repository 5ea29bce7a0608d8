import { MantineProvider } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useHasToken } from '../lib/token.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Snackbars } from '../ui/snackbars.tsx';
import { cssVariablesResolver } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

// Lazy parts, so that the sign-in screen loads neither the app behind it nor the page of links.
const SignedInApp = lazyPart(async () => (await import('./signed-in-app.tsx')).SignedInApp);
const LoginScreen = lazyPart(
  async () => (await import('../domains/identity/login-screen.tsx')).LoginScreen,
);
const PasswordLinkScreen = lazyPart(
  async () => (await import('../domains/identity/password-link-screen.tsx')).PasswordLinkScreen,
);

/**
 * Shows the app if there is a stored token (part 1 §4, Session), otherwise /login. Signing in and out only store and
 * clear the token. The page of a link in an e-mail opens with and without a session: the link may be of another account.
 */
export const App = () => {
  const signedIn = useHasToken();
  const link = useSyncExternalStore(onHashChange, linkInAddress);
  const [email, setEmail] = useState<string>();
  if (signedIn && email !== undefined) setEmail(undefined);
  const leaveLink = (signInAs?: string) => {
    setEmail(signInAs);
    window.history.replaceState(null, '', signInAs === undefined ? '/dashboard' : '/login');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      {link !== null && <PasswordLinkScreen key={link} token={link} onDone={leaveLink} />}
      {link === null && (signedIn ? <SignedInApp /> : <LoginScreen email={email} />)}
      <Snackbars />
    </MantineProvider>
  );
};

const linkPath = '/password';

/** The token of a link in an e-mail: after #, so that no server or proxy logs it. Null at every other address. */
const linkInAddress = () =>
  window.location.pathname === linkPath ? window.location.hash.slice(1) : null;

const onHashChange = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};
