import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { can, mayOpen, type ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import { visibleMenu } from '../../app/shell/visible-menu.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { Figures } from '../../domains/home/figures.tsx';
import { HomeColumns } from '../../domains/home/home-columns.tsx';
import { homeEntries, type Day } from '../../domains/home/home-entries.tsx';
import { homeQuery, useHomePart } from '../../domains/home/home.api.ts';
import styles from '../../domains/home/home.module.css';

/** The signed-in user's day: work to do and lessons, as far as permitted. Each panel loads by itself. */
const HomeScreen = () => {
  const user = useSessionUser();
  const { business_time_zone: zone } = useSettings();
  const now = useNow();
  const day = useDay();
  const { hour } = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
  const { work, facts } = homeEntries(day, now);
  const isQuiet = [...work, ...facts].every(({ panel }) => panel === null);
  const keys = useRowKeys<HTMLDivElement>(!isQuiet);
  return (
    <Page
      title={user.name ? `${greetingAt(hour)}, ${user.name}` : greetingAt(hour)}
      beside={
        <Text span variant="body" c="secondary">
          <Moment at={now} />
        </Text>
      }
      secondary={!isQuiet && <Keys />}
    >
      {isQuiet ? (
        <ScreenLinks />
      ) : (
        <Stack ref={keys} data-rows>
          {!day.tutor.isShown && (
            <Figures
              followUps={day.followUps}
              lessons={day.lessons}
              orders={day.orders}
              attendance={day.attendance}
              now={now}
            />
          )}
          <HomeColumns work={work} facts={facts} />
        </Stack>
      )}
    </Page>
  );
};

/** The parts of the day; those that the role lacks are not requested. */
const useDay = (): Day => {
  const rights = rightsOf(useSessionUser());
  const opens = (route: ScreenRoute) => mayOpen(rights, route);
  return {
    followUps: useHomePart(
      'follow_ups',
      opens('/tickets/trial') ||
        opens('/tickets/renewal') ||
        (opens('/feedback') && can(rights, 'feedback.canFollowUp')),
    ),
    lessons: useHomePart('lessons', opens('/lessons')),
    orders: useHomePart('orders', opens('/orders')),
    attendance: useHomePart('attendance', opens('/lessons')),
    birthdays: useHomePart('birthdays', opens('/user')),
    tutor: useHomePart('tutor', rights.role === 'Tutor'),
    jobs: useHomePart('quarantined_jobs', rights.role === 'Admin'),
    backup: useHomePart('backup', rights.role === 'Admin'),
  };
};

const Keys = () => (
  <Group
    component="p"
    mih="var(--control-height)"
    variant="meta"
    c="dimmed"
    visibleFrom="sm"
    aria-hidden="true"
  >
    <KeyHint keys="J" /> <KeyHint keys="K" /> move <KeyHint keys="↵" /> open
  </Group>
);

/** Greeting for an hour of the business day, 0 to 23. */
const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/** Links to the user's screens, for a day without content. */
const ScreenLinks = () => {
  const rights = rightsOf(useSessionUser());
  const groups = visibleMenu((route) => mayOpen(rights, route));
  return (
    <Stack maw={480}>
      <Panel>
        <PanelHeader>
          <Flex component="h2" gap="sm" align="center" variant="title">
            Your screens
          </Flex>
        </PanelHeader>
        <Box component="ul" p="sm">
          {groups.flatMap((group) =>
            group.entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} className={styles.screen}>
                  {'icon' in entry ? (
                    <entry.icon size={17} stroke={1.7} aria-hidden="true" />
                  ) : undefined}
                  <Box component="span" flex={1}>
                    {entry.label}
                  </Box>
                  <KeyHint keys={entry.keys.toUpperCase()} plain />
                </Link>
              </li>
            )),
          )}
          <li>
            <Link to="/profile" className={styles.screen}>
              <IconUserCircle size={17} stroke={1.7} aria-hidden="true" />
              <Box component="span" flex={1}>
                Profile
              </Box>
            </Link>
          </li>
        </Box>
      </Panel>
      <Text variant="meta" c="dimmed" visibleFrom="sm">
        Press <KeyHint keys="?" /> for the keyboard shortcuts.
      </Text>
    </Stack>
  );
};

/** Few enough to leave connections for the session and the code. */
const firstParts = ['follow_ups', 'lessons', 'orders'] as const;

/** Home: open to all who are signed in (part 1 §6). */
export const Route = createFileRoute('/_signed-in/')({
  staticData: { prefetch: () => firstParts.map(homeQuery) },
  component: HomeScreen,
});
