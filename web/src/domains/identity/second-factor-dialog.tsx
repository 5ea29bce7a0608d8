import {
  Box,
  Button,
  Flex,
  Group,
  Paper,
  PasswordInput,
  PinInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FocusEvent } from 'react';
import {
  confirmSecondFactor,
  startSecondFactor,
} from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { callOperation } from '../../lib/api-client.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatWait } from '../../lib/formats.ts';
import { logout } from '../../lib/logout.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { useStacked } from '../../ui/use-narrow.ts';
import { qrCode } from './qr-code.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Props = {
  /** null while the dialog is closed. */
  open: true | null;
  onClose: () => void;
  /** A setting requires it: the dialog has no Cancel until it is on. */
  isRequired?: boolean;
  /** Two-factor is on: a new app replaces the old one, by the password. */
  isChange?: boolean;
};

const steps = ['Scan', 'Enter the code', 'Save recovery codes'];
const digits = 6;

/** Sets up an authenticator app: scan, confirm its first code, save the recovery codes. */
export const SecondFactorDialog = ({ open, ...props }: Props) =>
  open && <SetUp key="set up" {...props} />;

const SetUp = ({ onClose, isRequired = false, isChange = false }: Omit<Props, 'open'>) => {
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  const start = useMutation({ mutationFn: () => callOperation(startSecondFactor, {}) });
  const confirm = useOperation(confirmSecondFactor, {
    refreshes: ['identity'],
    onSuccess: ({ data }) => setCodes(data.recovery_codes),
    onError: () => setCode(''),
  });
  const { mutate: begin } = start;
  useEffect(() => begin(), [begin]);
  const [password, setPassword] = useState('');
  const isWhole = code.length === digits && (!isChange || password !== '');
  const turnOn = () => {
    if (isWhole && !confirm.isPending)
      confirm.mutate({ body: { code, ...(isChange && { password }) } });
  };
  const made = start.data?.data;
  if (codes) return <RecoveryCodesDialog codes={codes} isNew={false} onClose={onClose} />;
  return (
    <FullScreenDialog
      title={isChange ? 'Change app' : 'Set up two-factor'}
      opened
      onClose={() => {
        if (!isRequired) onClose();
      }}
      dirty={false}
      busy={confirm.isPending}
      onSubmit={turnOn}
      stepper={<Stepper steps={steps} current={made ? 1 : 0} />}
      aside={<Effects isRequired={isRequired} />}
      asideSummary="What changes"
      footerStart="Nothing changes until you turn it on."
      stays={isRequired}
      actions={
        <>
          {isRequired && <Button onClick={() => void logout()}>Logout</Button>}
          <PrimaryButton keys="Ctrl ↵" busy={confirm.isPending} disabled={!isWhole}>
            Turn on
          </PrimaryButton>
        </>
      }
    >
      <Stack maw={820} mx="auto" gap="xl">
        {start.error && (
          <Banner
            tone="negative"
            title={sentenceOf(start.error)}
            action={<Button onClick={() => begin()}>Try again</Button>}
          />
        )}
        <Scan made={made} />
        <section>
          <Text component="h3" variant="title" c="bright">
            2. Enter the 6 digits the app shows
          </Text>
          <Text c="secondary" mb="md">
            The app shows a new code every 30 seconds. If it does not match, set your phone’s clock
            to automatic.
          </Text>
          {confirm.error && <FormProblem text={problemOf(confirm.error)} />}
          <PinInput
            length={digits}
            type="number"
            oneTimeCode
            aria-label="Code"
            value={code}
            onChange={setCode}
            error={confirm.error !== null && code === ''}
            placeholder=""
            getInputProps={(index) => ({ 'data-autofocus': index === 0 || undefined })}
            size="lg"
            mt="sm"
          />
        </section>
        {isChange && (
          <section>
            <Text component="h3" variant="title" c="bright" mb="sm">
              3. Enter your password
            </Text>
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              maw={320}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          </section>
        )}
      </Stack>
    </FullScreenDialog>
  );
};

const problemOf = (error: unknown) =>
  error instanceof ApiError && error.has('second_factor_locked') && error.retryAfter
    ? `Too many wrong codes. Please wait ${formatWait(error.retryAfter)}.`
    : sentenceOf(error);

type Made = { secret: string; uri: string };

const Scan = ({ made }: { made: Made | undefined }) => {
  const { email } = useSessionUser();
  const { product_name: product } = useSettings();
  const isStacked = useStacked();
  const key = made?.secret.match(/.{1,4}/g)?.join(' ') ?? '';
  const keyField = {
    label: 'No camera? Enter this key in the app',
    readOnly: true,
    value: key,
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      event.currentTarget.select(),
  };
  return (
    <section>
      <Text component="h3" variant="title" c="bright">
        1. Scan this code with your authenticator app
      </Text>
      <Text c="secondary" mb="md">
        Google Authenticator, Microsoft Authenticator, 1Password and other apps work.
      </Text>
      <Flex direction={isStacked ? 'column' : 'row'} gap="xl">
        <Paper withBorder bg="#fff" p="sm" w={211} h={211} flex="none">
          {made && <QrPicture text={made.uri} size={185} label="QR code for your app" />}
        </Paper>
        <Stack flex={1} miw={0} gap="md">
          {isStacked && made && <a href={made.uri}>Open in app</a>}
          <Group align="flex-end" gap="sm" wrap={isStacked ? 'wrap' : 'nowrap'}>
            {isStacked ? (
              <Textarea miw="100%" rows={2} {...keyField} />
            ) : (
              <TextInput flex={1} {...keyField} />
            )}
            <Button
              leftSection={<IconCopy size={16} stroke={1.7} />}
              disabled={!made}
              onClick={() => void copyText('Key', made?.secret ?? '')}
            >
              Copy
            </Button>
          </Group>
          <Facts>
            <Fact label="Account">{email}</Fact>
            <Fact label="Issuer">{product}</Fact>
            <Fact label="Type">time-based, 6 digits, 30 s</Fact>
          </Facts>
        </Stack>
      </Flex>
    </section>
  );
};

const Effects = ({ isRequired }: { isRequired: boolean }) => (
  <Stack gap="lg" c="secondary">
    {isRequired && (
      <Banner tone="warning" title="Required for Admins">
        <p>Set it up to go on.</p>
      </Banner>
    )}
    <section>
      <Text component="h3" variant="title" c="bright" mb="sm">
        When you turn it on
      </Text>
      <Stack component="ul" gap="xs">
        <li>Each sign-in asks for 6 digits.</li>
        <li>Your other sessions end. This one goes on.</li>
        <li>The change is in the audit trail.</li>
      </Stack>
    </section>
    <Box component="section">
      <Text component="h3" variant="title" c="bright" mb="sm">
        If you lose your phone
      </Text>
      <Stack component="ul" gap="xs">
        <li>Sign in with a recovery code.</li>
        <li>Without one, an Admin resets it.</li>
      </Stack>
    </Box>
  </Stack>
);

/** Light modules around a QR code, which readers need. */
const margin = 4;

/** A QR code as a picture; its ground stays white in dark, as readers need. */
const QrPicture = ({ text, size, label }: { text: string; size: number; label: string }) => {
  const code = qrCode(text);
  const side = code.length + 2 * margin;
  const path = code
    .flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? `M${x + margin} ${y + margin}h1v1h-1z` : [])),
    )
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#191a21" />
    </svg>
  );
};
