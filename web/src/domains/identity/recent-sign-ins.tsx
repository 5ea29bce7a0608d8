import { Box, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  recentDays,
  type RecentSignIn,
} from 'staffroom-contract/domains/identity/recent-sign-ins.contract.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { ListStates, listStateOf, SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { recentSignInsQuery } from './account.api.ts';
import { signInDetail, signInWords } from './session-words.ts';

const mostShown = 7;

/** The own sign-ins and failed ones; warns of a suspicious one. */
export const RecentSignIns = () => {
  const query = useQuery(recentSignInsQuery);
  const { data = [] } = query.data ?? {};
  const suspicious = data.find((signIn) => signIn.is_suspicious);
  return (
    <Panel>
      <PanelHead title="Recent sign-ins">
        <Text variant="meta" c="secondary">
          last {recentDays} days
        </Text>
      </PanelHead>
      <PanelBody>
        <ListStates
          state={listStateOf(query)}
          noun="sign-ins"
          isEmpty={data.length === 0}
          empty={<Text c="secondary">No sign-ins in these days.</Text>}
          skeleton={<SkeletonBar width={80} />}
        >
          <Stack component="ul" aria-label="Recent sign-ins" gap="md">
            {data.slice(0, mostShown).map((signIn) => (
              <Row key={signIn._id} signIn={signIn} />
            ))}
          </Stack>
          {suspicious && <NotYou signIn={suspicious} />}
        </ListStates>
      </PanelBody>
    </Panel>
  );
};

const Row = ({ signIn }: { signIn: RecentSignIn }) => {
  const hasFailed = signIn.outcome !== 'signed_in';
  return (
    <Group component="li" gap="md" wrap="nowrap" align="flex-start">
      <Text span inherit>
        <Dot tone={hasFailed ? 'orange' : 'green'} />
      </Text>
      <Box flex={1} miw={0}>
        <Group justify="space-between" gap="sm">
          <Text variant="strong" c={hasFailed ? 'warning' : 'bright'}>
            {signInWords(signIn)}
          </Text>
          <Text variant="meta" c="secondary">
            <Moment at={signIn.at} />
          </Text>
        </Group>
        <Text variant="meta" c="secondary">
          {signInDetail(signIn)}
        </Text>
      </Box>
    </Group>
  );
};

const NotYou = ({ signIn }: { signIn: RecentSignIn }) => {
  const { dateTime } = useFormats();
  return (
    <Box mt="lg">
      <Banner tone="warning" title={`Not you on ${dateTime(signIn.at)}?`}>
        <Text inherit>
          <Link to="/profile" search={{ dialog: 'password' }}>
            Change password
          </Link>{' '}
          and end all other sessions.
        </Text>
      </Banner>
    </Box>
  );
};
