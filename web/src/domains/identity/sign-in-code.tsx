import { Button, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatWait } from '../../lib/formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { WordButton } from '../../ui/word-button.tsx';
import { signInByCode } from './sign-in.ts';
import styles from './signed-out-page.module.css';

type Props = {
  challenge: string;
  onSignedIn: (session: { token: string; userId: string }) => void;
  /** Back to the password; with a sentence if the sign-in is over. */
  onBack: (why?: string) => void;
};

/** The second step of a sign-in: 6 digits of the app, or a recovery code. */
export const SignInCode = ({ challenge, onSignedIn, onBack }: Props) => {
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => box.current?.focus(), []);

  const submit = async () => {
    setPending(true);
    try {
      onSignedIn(await signInByCode({ challenge, code }));
    } catch (error) {
      if (error instanceof ApiError && error.has('challenge_not_valid'))
        return onBack(sentenceOf(error));
      setFailure(failureOf(error));
      setCode('');
      box.current?.focus();
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
        if (!pending) void submit();
      }}
    >
      {failure !== null && <Banner tone="negative" title={failure} />}
      <TextInput
        label="Code"
        description="6 digits of your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        ref={box}
      />
      <Button variant="filled" type="submit" loading={pending} disabled={code === ''} mt="sm">
        Sign In
      </Button>
      <Text component="div" c="accent" ta="center">
        <WordButton onClick={() => onBack()}>Back to login</WordButton>
      </Text>
    </form>
  );
};

/** The banner's text, with the waiting time after too many wrong codes. */
const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.has('second_factor_locked') && error.retryAfter
    ? `Too many wrong codes. Please wait ${formatWait(error.retryAfter)}.`
    : sentenceOf(error);
