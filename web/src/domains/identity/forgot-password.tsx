import { Button, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { sentenceOf } from '../../lib/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { WordButton } from '../../ui/word-button.tsx';
import { askForLink } from './password-links.ts';
import styles from './signed-out-page.module.css';

/** Asks for a link to a new password; the answer is the same for every e-mail. */
export const ForgotPassword = ({ onBack }: { onBack: () => void }) => {
  const [email, setEmail] = useState('');
  const [pending, setPending] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async () => {
    setPending(true);
    setFailure(null);
    try {
      await askForLink(email);
      setAsked(true);
    } catch (error) {
      setFailure(sentenceOf(error));
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
        if (pending) return;
        if (email.trim() === '') setFailure('Fill in your e-mail');
        else void submit();
      }}
    >
      {failure !== null && <Banner tone="negative" title={failure} />}
      {isAsked ? (
        <LinkOnItsWay />
      ) : (
        <>
          <p>We send you a link to set a new password.</p>
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            ref={focusAtFirst}
          />
          <Button variant="filled" type="submit" loading={pending} mt="sm">
            Send link
          </Button>
        </>
      )}
      <Text component="div" c="accent" ta="center">
        <WordButton onClick={onBack}>Back to login</WordButton>
      </Text>
    </form>
  );
};

/** The same for every e-mail and every old link, so that it does not say who has an account. */
export const LinkOnItsWay = () => (
  <Banner tone="positive" title="If this account exists, a link is on its way.">
    <p>Look in your e-mail, also under spam. The link works once.</p>
  </Banner>
);

const focusAtFirst = (box: HTMLInputElement | null) => box?.focus();
