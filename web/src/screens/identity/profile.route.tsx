import { Box, Button, Divider, Flex, Group, Stack, Text } from '@mantine/core';
import { IconLock, IconLogout } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { accountSearchSchema, factorDialogOf } from '../../domains/identity/account-address.ts';
import { MySessions } from '../../domains/identity/my-sessions.tsx';
import { PasskeysPanel } from '../../domains/identity/passkeys-panel.tsx';
import { ProviderLinks } from '../../domains/identity/provider-links.tsx';
import { RecentSignIns } from '../../domains/identity/recent-sign-ins.tsx';
import { SecondFactorPanel } from '../../domains/identity/second-factor-panel.tsx';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { logout } from '../../lib/logout.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useStacked } from '../../ui/use-narrow.ts';

const ChangePasswordDialog = lazyForm(
  async () =>
    (await import('../../domains/identity/change-password-dialog.tsx')).ChangePasswordDialog,
);

/** The user's own account: password, two-factor, passkeys and sessions (part 2 §2, Profile). Open to all roles. */
const AccountScreen = () => {
  const user = useSessionUser();
  const isStacked = useStacked();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const show = (dialog: typeof search.dialog) =>
    void navigate({ search: { dialog }, replace: dialog === undefined });
  return (
    <Page
      title="My account"
      secondary={
        <Button leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void logout()}>
          Logout
        </Button>
      }
    >
      <Flex direction={isStacked ? 'column' : 'row'} align="stretch" gap="lg">
        <Stack flex={1} miw={0} gap="lg">
          <Panel>
            <PanelHead title="Sign-in" />
            <PanelBody>
              <Group gap="md" wrap="nowrap" align="flex-start">
                <IconLock size={18} stroke={1.7} aria-hidden="true" />
                <Box flex={1} miw={0}>
                  <Text component="h3" variant="strong" c="bright">
                    Password
                  </Text>
                  <Text variant="meta" c="secondary">
                    A new one ends your other sessions.
                  </Text>
                </Box>
                <Button onClick={() => show('password')}>Change password</Button>
              </Group>
              <Divider my="lg" mx={-16} />
              <SecondFactorPanel opened={factorDialogOf(search.dialog)} onOpen={show} />
              <Divider my="lg" mx={-16} />
              <PasskeysPanel
                opened={search.dialog === 'passkey'}
                onOpen={(opened) => show(opened ? 'passkey' : undefined)}
              />
              <ProviderLinks />
            </PanelBody>
          </Panel>
          <MySessions />
        </Stack>
        <Stack w={isStacked ? '100%' : 372} gap="lg">
          <Panel label="Account">
            <PanelBody>
              <Group gap="md" wrap="nowrap" mb="lg">
                <Avatar name={user.name || user.email} />
                <Text component="h2" variant="title" c="bright" flex={1} miw={0}>
                  {user.name || '–'}
                </Text>
                <Tag>{user._type}</Tag>
              </Group>
              <Facts>
                <Fact label="E-mail">{user.email}</Fact>
                <Fact label="Role">{user._type}</Fact>
              </Facts>
            </PanelBody>
          </Panel>
          <RecentSignIns />
        </Stack>
      </Flex>
      <ChangePasswordDialog
        open={search.dialog === 'password' ? true : null}
        onClose={() => show(undefined)}
      />
    </Page>
  );
};

export const Route = createFileRoute('/_signed-in/profile')({
  validateSearch: accountSearchSchema,
  staticData: {
    prefetch: async () => (await import('../../domains/identity/account.api.ts')).firstAccount(),
  },
  component: AccountScreen,
});
