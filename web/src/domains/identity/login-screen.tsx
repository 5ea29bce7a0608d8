import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Brand } from '../../app/shell/brand.tsx';
import { Copyright } from '../../app/shell/copyright.tsx';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatWait } from '../../lib/formats.ts';
import { servedProductName } from '../../lib/served-page.ts';
import { hasEndedSession, placeToReturn } from '../../lib/session-end.ts';
import { storeToken } from '../../lib/token.ts';
import { Banner } from '../../ui/banner.tsx';
import { WeekPicture } from './week-picture.tsx';
import styles from './login-screen.module.css';

/**
 * The sign-in path, and the target after signing in, which redirects to / if the role may not open it. After a session
 * has expired, the user returns to the former page.
 */
const ownPath = '/login';
const afterSignIn = '/dashboard';

const showPath = (path: string) => window.history.replaceState(null, '', path);

/**
 * Sign-in (part 1 §2, Login), shown at any URL. Must not import the contract's schemas or the router: they load while
 * the user fills in the form.
 */
export const LoginScreen = () => {
  const product = servedProductName();
  const today = Temporal.Now.plainDateISO().toString();
  useEffect(() => {
    document.title = `Login · ${product}`;
    if (window.location.pathname !== ownPath) showPath(ownPath);
  }, [product]);
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <Brand product={product} />
        </header>
        <main className={styles.main}>
          <h1 className={styles.heading}>Login</h1>
          <LoginForm onSignedIn={(userId) => showPath(placeToReturn(userId) ?? afterSignIn)} />
        </main>
        <footer className={styles.footer}>
          <Copyright product={product} today={today} />
        </footer>
      </div>
      <WeekPicture />
    </div>
  );
};

/** Not in the initial bundle, which must be small; loaded at the first key press. */
const loadSignIn = () => import('./sign-in.ts');

/** E-mail and password, sent as typed (part 2 §5, Login); errors are shown in the banner. */
const LoginForm = ({ onSignedIn }: { onSignedIn: (userId: string) => void }) => {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBack] = useState(hasEndedSession);
  const passwordBox = useRef<HTMLInputElement>(null);

  const submit = async () => {
    setPending(true);
    try {
      const { signInWith } = await loadSignIn();
      const { token, userId } = await signInWith({ email, password });
      onSignedIn(userId);
      storeToken(token);
    } catch (error) {
      setFailure(signInFailure(error));
      setPassword('');
      passwordBox.current?.focus();
    } finally {
      setPending(false);
    }
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!pending) void submit();
      }}
    >
      {failure !== null && <Banner tone="negative" title={failure} />}
      {failure === null && isBack && (
        <Banner tone="warning" title="Your session has ended. Please sign in again.">
          <p>You return to where you were; what was typed there is kept.</p>
        </Banner>
      )}
      <TextInput
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          loadSignIn().catch(() => undefined);
        }}
        ref={focusAtFirst}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        ref={passwordBox}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
      <Button variant="filled" type="submit" loading={pending} className={styles.submit}>
        Sign In
      </Button>
    </form>
  );
};

const focusAtFirst = (box: HTMLInputElement | null) => box?.focus();

/** The banner's text: the exact message for the code, with the waiting time after too many attempts. */
const signInFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.code === 'too_many_attempts' && error.retryAfter)
    return `Too many attempts. Please wait ${formatWait(error.retryAfter)}.`;
  return sentenceOf(error);
};
