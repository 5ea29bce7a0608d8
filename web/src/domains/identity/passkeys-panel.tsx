import { Box, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  addPasskey,
  mostPasskeys,
  removePasskey,
  startPasskey,
  type CreationOptions,
  type Passkey,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { password } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import rows from '../../ui/rows.module.css';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { passkeysQuery, secondFactorQuery } from './account.api.ts';
import { makePasskey, notMadeSentence } from './passkey-browser.ts';
import { passkeyObstacle } from './passkey-support.ts';

type Props = {
  /** The dialog that adds a passkey is open. */
  opened: boolean;
  onOpen: (opened: boolean) => void;
};

/** The own passkeys: add one, remove one. */
export const PasskeysPanel = ({ opened, onOpen }: Props) => {
  const passkeys = useQuery(passkeysQuery);
  const factor = useQuery(secondFactorQuery).data?.data;
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const isNarrow = useNarrow();
  const { data: list = [], count = 0 } = passkeys.data ?? {};
  const obstacle =
    passkeyObstacle() ??
    (count >= mostPasskeys ? `An account has at most ${mostPasskeys} passkeys.` : undefined);
  // The page has one filled button: setting up two-factor comes first.
  const isMain = factor !== undefined && factor.on_since !== null;
  return (
    <>
      <Group gap="md" wrap={isNarrow ? 'wrap' : 'nowrap'} align="flex-start">
        <IconFingerprint size={18} stroke={1.7} aria-hidden="true" />
        <Box flex={1} miw={0}>
          <Group gap="sm">
            <Text component="h3" variant="strong" c="bright">
              Passkeys
            </Text>
            {count > 0 && <CountPill count={count} />}
          </Group>
          <Text variant="meta" c="secondary">
            Sign in with your fingerprint, face or screen lock. No password, no code.
          </Text>
          {obstacle !== undefined && (
            <Text id="passkey-obstacle" variant="meta" c="secondary">
              {obstacle}
            </Text>
          )}
        </Box>
        {passkeys.data && (
          <Button
            variant={isMain ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} stroke={1.7} />}
            disabled={obstacle !== undefined}
            aria-describedby={obstacle === undefined ? undefined : 'passkey-obstacle'}
            onClick={() => onOpen(true)}
          >
            Add passkey
          </Button>
        )}
      </Group>
      {passkeys.error && (
        <Box mt="md">
          <Banner
            tone="negative"
            title="The passkeys could not be loaded"
            action={<Button onClick={() => void passkeys.refetch()}>Try again</Button>}
          >
            {sentenceOf(passkeys.error)}
          </Banner>
        </Box>
      )}
      {count > 0 && (
        <Stack
          component="ul"
          aria-label="Passkeys"
          className={rows.rows}
          gap={0}
          mt="md"
          ml={isNarrow ? 0 : 30}
        >
          {list.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </Stack>
      )}
      <FreshForm record={opened ? 'passkey' : null}>
        {(_record, isOpen) => <Add opened={isOpen} onClose={() => onOpen(false)} />}
      </FreshForm>
      <FreshForm record={removed}>
        {(passkey, isOpen) => (
          <Remove passkey={passkey} opened={isOpen} onClose={() => setRemoved(null)} />
        )}
      </FreshForm>
    </>
  );
};

const Row = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const { longDay, dateTime } = useFormats();
  const { name, added_on: added, last_used_on: used } = passkey;
  return (
    <Group component="li" gap="md" wrap="nowrap" py="sm">
      <IconKey size={16} stroke={1.7} aria-hidden="true" />
      <Box flex={1} miw={0}>
        <Text variant="strong" c="bright">
          {name}
        </Text>
        <Text variant="meta" c="secondary">
          added {longDay(added)}, {used ? `last used ${dateTime(used)}` : 'never used'}
        </Text>
      </Box>
      <Button size="xs" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </Group>
  );
};

type DialogProps = { opened: boolean; onClose: () => void };

const passwordField = { password: password({ label: 'Password', required: true, current: true }) };

const addForm = defineForm({
  noun: 'passkey',
  create: startPasskey,
  refreshes: [],
  fields: passwordField,
});

/** Asks for the password, then lets the browser make the passkey. */
const Add = (dialog: DialogProps) => {
  const [options, setOptions] = useState<CreationOptions>();
  if (options) return <Make {...dialog} options={options} onAgain={() => setOptions(undefined)} />;
  return <AskPassword {...dialog} onSaved={setOptions} />;
};

const AskPassword = ({
  onSaved,
  ...dialog
}: DialogProps & { onSaved: (options: CreationOptions) => void }) => {
  const form = useFormState(addForm, { ...dialog, done: '', onSaved, staysOpen: true });
  return (
    <ActDialog
      title="Add passkey"
      form={form}
      actLabel="Continue"
      about={<Text mb="md">Your password first, so that only you can add one.</Text>}
    >
      <PasswordInput {...form.field('password')} withAsterisk={false} />
    </ActDialog>
  );
};

type MakeProps = DialogProps & {
  options: CreationOptions;
  /** Asks for the password again, because the challenge was used or is too old. */
  onAgain: () => void;
};

/** Waits for the browser's own dialog. A cancelled one can be opened again with the same challenge. */
const Make = ({ options, opened, onClose, onAgain }: MakeProps) => {
  const [tries, setTries] = useState(1);
  const save = useOperation(addPasskey, {
    refreshes: ['identity'],
    onSuccess: () => {
      showSnackbar('Passkey added');
      onClose();
    },
  });
  const make = useMutation({
    mutationFn: (signal: AbortSignal) => makePasskey(options, signal),
    onSuccess: (credential) => save.mutate({ body: { credential } }),
  });
  const { mutate: begin } = make;
  useEffect(() => {
    const left = new AbortController();
    begin(left.signal);
    return () => left.abort();
  }, [begin, tries]);
  const isBusy = make.isPending || save.isPending;
  const problem = make.error ?? save.error;
  return (
    <Dialog
      title="Add passkey"
      opened={opened}
      onClose={onClose}
      busy={save.isPending}
      onSubmit={() => {
        if (isBusy) return;
        if (save.error) onAgain();
        else setTries(tries + 1);
      }}
      primary={<PrimaryButton busy={isBusy}>Try again</PrimaryButton>}
    >
      {problem && <FormProblem text={notMadeSentence(problem)} />}
      <Text mt={problem ? 'md' : 0}>
        Confirm in your browser with your fingerprint, face or screen lock.
      </Text>
    </Dialog>
  );
};

const removeForm = defineForm({
  noun: 'passkey',
  create: removePasskey,
  refreshes: ['identity'],
  fields: passwordField,
});

const Remove = ({ passkey, ...dialog }: DialogProps & { passkey: Passkey }) => {
  const form = useFormState(removeForm, {
    ...dialog,
    params: { id: passkey._id },
    done: 'Passkey removed',
  });
  return (
    <ActDialog
      title="Remove this passkey?"
      form={form}
      actLabel="Remove"
      danger
      about={
        <Text mb="md">
          {passkey.name} no longer signs you in; your password still does. Delete it in the device’s
          password manager too.
        </Text>
      }
    >
      <PasswordInput {...form.field('password')} withAsterisk={false} />
    </ActDialog>
  );
};
