import { Box, Button, Group, PasswordInput, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  removeSecondFactor,
  renewRecoveryCodes,
} from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { password } from '../../kit/form/field.ts';
import { ActDialog, lazyForm } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { FactorDialog } from './account-address.ts';
import { secondFactorQuery } from './account.api.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const SecondFactorDialog = lazyForm(
  async () => (await import('./second-factor-dialog.tsx')).SecondFactorDialog,
);

/** With so few recovery codes left, new ones are needed soon. */
const few = 2;

type Props = {
  opened: FactorDialog | undefined;
  onOpen: (dialog: FactorDialog | undefined) => void;
};

/** The own second factor: set up, change the app, new recovery codes, turn off. */
export const SecondFactorPanel = ({ opened, onOpen }: Props) => {
  const { data } = useQuery(secondFactorQuery).data ?? {};
  const { longDay } = useFormats();
  const isNarrow = useNarrow();
  const close = () => onOpen(undefined);
  const isOn = data !== undefined && data.on_since !== null;
  const left = data?.recovery_codes_left ?? 0;
  return (
    <Group gap="md" wrap={isNarrow ? 'wrap' : 'nowrap'} align="flex-start">
      <IconShieldCheck size={18} stroke={1.7} aria-hidden="true" />
      <Box flex={1} miw={0}>
        <Group gap="sm">
          <Text component="h3" variant="strong" c="bright">
            Two-factor
          </Text>
          {data && <StatusChip tone={isOn ? 'green' : 'grey'}>{isOn ? 'On' : 'Off'}</StatusChip>}
        </Group>
        <Text variant="meta" c="secondary">
          {data ? '' : '\u00a0'}
          {data?.on_since ? `Authenticator app since ${longDay(data.on_since)}. ` : ''}
          {data && !isOn ? 'With it, a sign-in also needs 6 digits of your phone. ' : ''}
          {data?.is_required && 'Required for Admins.'}
        </Text>
        {isOn && (
          <Text variant="meta" c={left <= few ? 'warning' : 'secondary'}>
            {left} of 10 recovery codes left
          </Text>
        )}
      </Box>
      <Group gap="sm" justify={isNarrow ? 'flex-start' : 'flex-end'} wrap="wrap">
        {isOn && <Button onClick={() => onOpen('recovery-codes')}>Recovery codes</Button>}
        {data && (
          <Button variant={isOn ? 'default' : 'filled'} onClick={() => onOpen('two-factor')}>
            {isOn ? 'Change app' : 'Set up'}
          </Button>
        )}
        {isOn && !data.is_required && (
          <Button onClick={() => onOpen('two-factor-off')}>Turn off</Button>
        )}
      </Group>
      <SecondFactorDialog
        open={opened === 'two-factor' ? true : null}
        isChange={isOn}
        onClose={close}
      />
      <NewCodes opened={opened === 'recovery-codes'} left={left} onClose={close} />
      <TurnOff opened={opened === 'two-factor-off'} onClose={close} />
    </Group>
  );
};

const passwordField = { password: password({ label: 'Password', required: true, current: true }) };

const newCodesForm = defineForm({
  noun: 'recovery codes',
  create: renewRecoveryCodes,
  refreshes: ['identity'],
  fields: passwordField,
});

type DialogProps = { opened: boolean; onClose: () => void };

/** Makes new recovery codes, by the password, and then shows them once. */
const NewCodes = ({ opened, ...props }: DialogProps & { left: number }) => (
  <FreshForm record={opened ? 'codes' : null}>
    {(_record, isOpen) => <NewCodesForm {...props} opened={isOpen} />}
  </FreshForm>
);

const NewCodesForm = ({ left, ...dialog }: DialogProps & { left: number }) => {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useFormState(newCodesForm, {
    ...dialog,
    done: '',
    onSaved: (saved) => setCodes(saved.recovery_codes),
    staysOpen: true,
  });
  if (codes) return <RecoveryCodesDialog codes={codes} isNew onClose={dialog.onClose} />;
  return (
    <ActDialog
      title="New recovery codes"
      form={form}
      actLabel="Make new codes"
      about={<Text mb="md">The {left} unused codes stop working.</Text>}
    >
      <PasswordInput {...form.field('password')} withAsterisk={false} />
    </ActDialog>
  );
};

const turnOffForm = defineForm({
  noun: 'two-factor',
  create: removeSecondFactor,
  refreshes: ['identity'],
  fields: passwordField,
});

const TurnOff = ({ opened, onClose }: DialogProps) => (
  <FreshForm record={opened ? 'off' : null}>
    {(_record, isOpen) => <TurnOffForm opened={isOpen} onClose={onClose} />}
  </FreshForm>
);

const TurnOffForm = (dialog: DialogProps) => {
  const form = useFormState(turnOffForm, { ...dialog, done: 'Two-factor is off' });
  return (
    <ActDialog
      title="Turn two-factor off?"
      form={form}
      actLabel="Turn off"
      danger
      about={
        <Text mb="md">
          A sign-in then needs the password alone. The recovery codes stop working.
        </Text>
      }
    >
      <PasswordInput {...form.field('password')} withAsterisk={false} />
    </ActDialog>
  );
};
