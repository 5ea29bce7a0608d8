import {
  Box,
  Button,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { linkPasswordRules } from 'staffroom-contract/domains/identity/password.rules.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatDateTime, formatTime } from '../../lib/formats.ts';
import { servedProductName, servedTimeZone } from '../../lib/served-page.ts';
import { storeToken } from '../../lib/token.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Clip } from '../../ui/clip.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { LinkOnItsWay } from './forgot-password.tsx';
import { passkeyObstacle } from './passkey-support.ts';
import { readLink, renewLink, setPassword, type PasswordLink } from './password-links.ts';
import { signInWith } from './sign-in.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import styles from './signed-out-page.module.css';

const FirstPasskey = lazyPart(async () => (await import('./first-passkey.tsx')).FirstPasskey);

type Props = {
  /** The part of the address after #. */
  token: string;
  /** The password is set; with an e-mail, the account could not be signed in. */
  onDone: (signInAs?: string) => void;
};

type State = { link?: PasswordLink; failure?: unknown };

/** The page of a link in an e-mail: an invitation, or a new password. Used, expired and unknown links show the same. */
export const PasswordLinkScreen = ({ token, onDone }: Props) => {
  const [state, setState] = useState<State>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const show = (next: State) => {
      if (!isLeft) setState(next);
    };
    readLink(token).then(
      (link) => show({ link }),
      (failure: unknown) => show({ failure }),
    );
    return () => {
      isLeft = true;
    };
  }, [token, tries]);
  const readAgain = () => {
    setState({});
    setTries(tries + 1);
  };
  const { link, failure } = state;
  const isOver = failure instanceof ApiError && failure.status < 500;
  const onOver = useCallback((error: unknown) => setState({ failure: error }), []);
  if (link) return <ValidLink {...{ token, link, onDone, onOver }} />;
  if (isOver) return <OldLink token={token} />;
  return (
    <SignedOutPage name="Password" heading="Password" wide>
      {failure !== undefined && (
        <Banner
          tone="negative"
          title={sentenceOf(failure)}
          action={<Button onClick={readAgain}>Try again</Button>}
        />
      )}
    </SignedOutPage>
  );
};

/** Asks for a new link, which goes to the address of the old one. */
const OldLink = ({ token }: { token: string }) => {
  const [pending, setPending] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ask = async () => {
    setPending(true);
    setFailure(null);
    try {
      await renewLink(token);
      setAsked(true);
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <SignedOutPage name="Password" heading="This link no longer works" wide>
      <Stack className={styles.form}>
        {failure !== null && <Banner tone="negative" title={failure} />}
        {isAsked ? (
          <LinkOnItsWay />
        ) : (
          <>
            <p>Ask for a new one.</p>
            <Button variant="filled" loading={pending} onClick={() => void ask()}>
              Request a new link
            </Button>
          </>
        )}
        <Text c="accent" ta="center">
          <a href="/login">Back to login</a>
        </Text>
      </Stack>
    </SignedOutPage>
  );
};

type ValidProps = Props & { link: PasswordLink; onOver: (error: unknown) => void };

const ValidLink = ({ link, ...props }: ValidProps) => {
  const product = servedProductName();
  const isInvited = link.kind === 'invitation';
  const [password, setPassword] = useState<string>();
  return (
    <SignedOutPage
      name="Password"
      heading={isInvited ? `Welcome, ${link.name || link.email}` : 'New password'}
      wide
      footerEnd={
        password === undefined
          ? 'Not you? Close this page.'
          : `Signed in as ${link.name || link.email}`
      }
    >
      <Stack gap="lg">
        <Text inherit c="secondary" mt={-12}>
          {password !== undefined && 'Your password is set and you are signed in.'}
          {password === undefined && isInvited && (
            <>
              {link.invited_by || 'Your company'} invited you to {product}.
              <br />
            </>
          )}
          {password === undefined && `This link works once, until ${untilWords(link.expires_on)}.`}
        </Text>
        <Paper withBorder p="md">
          <Group gap="md" wrap="nowrap">
            <Avatar name={link.name || link.email} />
            <Box flex={1} miw={0}>
              <Text variant="strong" c="bright">
                {link.name || '–'}
              </Text>
              <Clip display="block">{link.email}</Clip>
            </Box>
            <Tag>{link.role}</Tag>
          </Group>
        </Paper>
        {password === undefined ? (
          <PasswordForm {...props} link={link} product={product} onSignedIn={setPassword} />
        ) : (
          <FirstPasskey password={password} onDone={() => props.onDone()} />
        )}
      </Stack>
    </SignedOutPage>
  );
};

/** "17:38" today, otherwise with the day, in the business time zone. */
const untilWords = (instant: string) => {
  const zone = servedTimeZone();
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).toPlainDate();
  const isToday = dayOf(Temporal.Instant.from(instant)).equals(dayOf(Temporal.Now.instant()));
  return isToday ? formatTime(instant, zone) : formatDateTime(instant, zone);
};

type FormProps = ValidProps & {
  product: string;
  /** The password is set and signs in: a passkey can follow. */
  onSignedIn: (password: string) => void;
};

/** The new password with its rules, answered while typing; a rule turns red only when it refuses a try. */
const PasswordForm = ({ token, link, product, onDone, onOver, onSignedIn }: FormProps) => {
  const [password, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const rulesId = useId();
  const rules = linkPasswordRules(password, { ...link, product });
  const isMet = rules.every((rule) => rule.isMet);

  const submit = async () => {
    setTried(true);
    setFailure(null);
    if (!isMet) return box.current?.focus();
    setPending(true);
    try {
      const email = await setPassword({ token, password });
      const { token: session } = await signInWith({ email, password }).catch(() => ({ token: '' }));
      if (session) {
        storeToken(session);
        // A forgotten password has one step.
        const isOffered = link.kind === 'invitation' && passkeyObstacle() === undefined;
        if (isOffered) onSignedIn(password);
        else onDone();
      } else onDone(email);
    } catch (error) {
      if (error instanceof ApiError && error.has('link_not_valid')) return onOver(error);
      setFailure(sentenceOf(error));
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
      <Text component="h2" variant="title" c="bright">
        Choose a password
      </Text>
      {failure !== null && <Banner tone="negative" title={failure} />}
      {/* Shows password managers the account. */}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <PasswordInput
        label="New password"
        name="password"
        autoComplete="new-password"
        maxLength={200}
        value={password}
        error={isTried && !isMet}
        aria-describedby={rulesId}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setTried(false);
        }}
        ref={box}
        visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
      />
      <Stack component="ul" id={rulesId} gap="sm">
        {rules.map((rule) => (
          <li
            key={rule.rule}
            className={styles.rule}
            data-met={rule.isMet || undefined}
            data-refused={(isTried && !rule.isMet) || undefined}
          >
            {rule.isMet ? (
              <IconCircleCheckFilled size={17} aria-hidden="true" />
            ) : (
              <IconCircle size={17} stroke={1.7} aria-hidden="true" />
            )}
            <span>
              {rule.words}
              <VisuallyHidden>{rule.isMet ? ', met' : ', not met yet'}</VisuallyHidden>
            </span>
          </li>
        ))}
      </Stack>
      <Button variant="filled" type="submit" loading={pending} mt="sm">
        Set password
      </Button>
    </form>
  );
};
