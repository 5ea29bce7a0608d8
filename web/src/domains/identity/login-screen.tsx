import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import {
  providerFragments,
  providerProblems,
} from 'staffroom-contract/domains/identity/provider-problems.ts';
import { apiRoot } from '../../lib/api-root.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatWait } from '../../lib/formats.ts';
import { hasEndedSession, placeToReturn } from '../../lib/session-end.ts';
import { servedAddress, servedProviders } from '../../lib/served-page.ts';
import { storeToken } from '../../lib/token.ts';
import { Banner } from '../../ui/banner.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WordButton } from '../../ui/word-button.tsx';
import { passkeyObstacle } from './passkey-support.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import styles from './signed-out-page.module.css';

/**
 * The sign-in path, and the target after signing in, which redirects to / if the role may not open it. After a session
 * has expired, the user returns to the former page.
 */
const ownPath = '/login';
const afterSignIn = '/dashboard';

const showPath = (path: string) => window.history.replaceState(null, '', path);

const ForgotPassword = lazyPart(async () => (await import('./forgot-password.tsx')).ForgotPassword);

const SignInCode = lazyPart(async () => (await import('./sign-in-code.tsx')).SignInCode);

const enter = ({ token, userId }: { token: string; userId: string }) => {
  showPath(placeToReturn(userId) ?? afterSignIn);
  storeToken(token);
};

type Props = {
  /** The account whose password was set by a link, but which could not be signed in. */
  email?: string | undefined;
};

/** Sign-in (part 1 §2, Login), shown at any URL, and the form for a forgotten password. */
export const LoginScreen = ({ email }: Props) => {
  const [isForgotten, setForgotten] = useState(false);
  const [challenge, setChallenge] = useState<string>();
  const [returned] = useState(returnedOutcome);
  const [isReturning, setReturning] = useState(returned !== undefined && 'code' in returned);
  const [problem, setProblem] = useState<string | null>(
    returned && 'problem' in returned ? returned.problem : null,
  );
  useEffect(() => {
    const outcome = returnedOutcome();
    if (window.location.pathname !== ownPath || outcome) showPath(ownPath);
    if (!outcome || !('code' in outcome)) return;
    // The code is out of the address by now, so a second run of this effect finds none.
    const exchange = async () => {
      try {
        const { signInByProvider } = await loadSignIn();
        enter(await signInByProvider(outcome.code));
      } catch (error) {
        if (error instanceof ApiError && error.challenge) setChallenge(error.challenge);
        else setProblem(signInFailure(error));
        setReturning(false);
      }
    };
    void exchange();
  }, []);
  if (isForgotten)
    return (
      <SignedOutPage name="Forgot password" heading="Forgot password">
        <ForgotPassword onBack={() => setForgotten(false)} />
      </SignedOutPage>
    );
  if (challenge !== undefined)
    return (
      <SignedOutPage name="Login" heading="Enter your code">
        <SignInCode
          challenge={challenge}
          onSignedIn={enter}
          onBack={(why) => {
            setProblem(why ?? null);
            setChallenge(undefined);
          }}
        />
      </SignedOutPage>
    );
  if (isReturning)
    return (
      <SignedOutPage name="Login" heading="Login">
        <p role="status">Signing in…</p>
      </SignedOutPage>
    );
  return (
    <SignedOutPage name="Login" heading="Login">
      <LoginForm
        emailAtFirst={email}
        problem={problem}
        onSignedIn={enter}
        onChallenge={setChallenge}
        onForgotten={() => setForgotten(true)}
      />
    </SignedOutPage>
  );
};

/** Not in the initial bundle, which must be small; loaded at the first key press, or near the button of passkeys. */
const loadSignIn = () => import('./sign-in.ts');
const loadPasskeySignIn = () => import('./passkey-sign-in.ts');

type FormProps = {
  emailAtFirst: string | undefined;
  /** Why the last sign-in did not end. */
  problem: string | null;
  onSignedIn: (session: { token: string; userId: string }) => void;
  onChallenge: (challenge: string) => void;
  onForgotten: () => void;
};

/** E-mail and password, sent as typed (part 2 §5, Login), or a passkey; errors are shown in the banner. */
const LoginForm = ({ emailAtFirst, problem, onSignedIn, onChallenge, onForgotten }: FormProps) => {
  const [email, setEmail] = useState(emailAtFirst ?? '');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(problem);
  const [isBack] = useState(hasEndedSession);
  const passwordBox = useRef<HTMLInputElement>(null);

  const byPassword = async () => {
    const { signInWith } = await loadSignIn();
    onSignedIn(await signInWith({ email, password }));
  };
  const byPasskey = async () => {
    const { signInByPasskey } = await loadPasskeySignIn();
    onSignedIn(await signInByPasskey());
  };
  const submit = async (way: 'password' | 'passkey') => {
    setPending(true);
    try {
      await (way === 'password' ? byPassword() : byPasskey());
    } catch (error) {
      if (error instanceof ApiError && error.challenge) return onChallenge(error.challenge);
      setFailure(signInFailure(error));
      if (way === 'password') {
        setPassword('');
        passwordBox.current?.focus();
      }
    } finally {
      setPending(false);
    }
    return undefined;
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!pending) void submit('password');
      }}
    >
      {failure !== null && <Banner tone="negative" title={failure} />}
      {failure === null && emailAtFirst !== undefined && (
        <Banner tone="positive" title="Your password is set. Sign in with it." />
      )}
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
      <Button variant="filled" type="submit" loading={pending} mt="sm">
        Sign In
      </Button>
      {passkeyObstacle() === undefined && (
        <Button
          leftSection={<IconFingerprint size={16} stroke={1.7} />}
          disabled={pending}
          onPointerEnter={() => {
            loadPasskeySignIn().catch(() => undefined);
          }}
          onClick={() => void submit('passkey')}
        >
          Sign in with a passkey
        </Button>
      )}
      {signInProviders().map(({ address, label }) => (
        <Button key={address} component="a" href={address}>
          Sign in with {label}
        </Button>
      ))}
      <Text component="div" c="accent" ta="center">
        <WordButton onClick={onForgotten}>Forgot password?</WordButton>
      </Text>
    </form>
  );
};

const focusAtFirst = (box: HTMLInputElement | null) => box?.focus();

/** The banner's text: the exact message for the code, with the waiting time after too many attempts. */
const signInFailure = (error: unknown): string => {
  if (error instanceof DOMException)
    return 'No passkey was used. It was cancelled, or took too long.';
  if (error instanceof ApiError && error.code === 'too_many_attempts' && error.retryAfter)
    return `Too many attempts. Please wait ${formatWait(error.retryAfter)}.`;
  return sentenceOf(error);
};

/** The services to sign in with, at the address that they know: where each begins, and its label. */
const signInProviders = (): { address: string; label: string }[] =>
  window.location.origin === servedAddress()
    ? servedProviders().map(([name, label]) => ({ address: `${apiRoot}/auth/oidc/${name}`, label }))
    : [];

/** The outcome with which a service led back, from the address; undefined if none did. */
const returnedOutcome = (): { code: string } | { problem: string } | undefined => {
  const fragment = window.location.hash.slice(1);
  if (fragment.startsWith(providerFragments.code))
    return { code: fragment.slice(providerFragments.code.length) };
  if (!fragment.startsWith(providerFragments.problem)) return undefined;
  const name = fragment.slice(providerFragments.problem.length);
  const known = Object.entries(providerProblems).find(([problem]) => problem === name);
  return { problem: known?.[1] ?? providerProblems.refused };
};
