import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { storeToken } from '../../lib/token.ts';
import { Banner } from '../../ui/banner.tsx';
import { signInFailure } from './sign-in-failure.ts';
import styles from './login-form.module.css';

/** Kept out of the first load, where the screen must be quick; asked for at the first key. */
const loadSignIn = () => import('./sign-in.ts');

/** E-mail and password, sent as typed (part 2 §5, Login); a failure stands in the banner. */
export const LoginForm = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const passwordBox = useRef<HTMLInputElement>(null);

  const submit = async () => {
    setPending(true);
    try {
      const { signInWith } = await loadSignIn();
      const token = await signInWith({ email, password });
      onSignedIn();
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
      <TextInput
        label="Email"
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
