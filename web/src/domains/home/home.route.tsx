import { IconUserCircle } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { addressOfScreen, isOpenTo } from '../../app/shell/screens.ts';
import { visibleMenu } from '../../app/shell/visible-menu.ts';
import { formatLongDay } from '../../lib/formats.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import styles from './home.module.css';

const HomeScreen = () => {
  const user = useSessionUser();
  const { business_day: today, business_time_zone: zone } = useSettings();
  const { hour } = Temporal.Now.zonedDateTimeISO(zone);
  return (
    <Page title={user.name ? `${greetingAt(hour)}, ${user.name}` : greetingAt(hour)}>
      <p className={styles.day}>
        <time dateTime={today}>{formatLongDay(today)}</time>
      </p>
      <ScreenLinks />
      <p className={styles.hint}>
        Press <KeyHint keys="?" /> for the keyboard shortcuts.
      </p>
    </Page>
  );
};

/** The screens that this person may open. */
const ScreenLinks = () => {
  const rights = rightsOf(useSessionUser());
  const groups = visibleMenu((route) => isOpenTo(rights, route));
  return (
    <div className={styles.panel}>
      <Panel>
        <PanelHeader>
          <h2 className={styles.heading}>Your screens</h2>
        </PanelHeader>
        <ul className={styles.links}>
          {groups.flatMap((group) =>
            group.entries.map((entry) => (
              <li key={entry.to}>
                <Link to={addressOfScreen(entry.to)} className={styles.link}>
                  {'icon' in entry ? (
                    <entry.icon size={17} stroke={1.7} aria-hidden="true" />
                  ) : undefined}
                  <span className={styles.label}>{entry.label}</span>
                  <KeyHint keys={entry.keys.toUpperCase()} plain />
                </Link>
              </li>
            )),
          )}
          <li>
            <Link to="/profile" className={styles.link}>
              <IconUserCircle size={17} stroke={1.7} aria-hidden="true" />
              <span className={styles.label}>Profile</span>
            </Link>
          </li>
        </ul>
      </Panel>
    </div>
  );
};

/** The greeting of an hour of the business day, 0 to 23. */
const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/** Home: open to all who are signed in (part 1 §6). */
export const Route = createFileRoute('/_signed-in/')({ component: HomeScreen });
