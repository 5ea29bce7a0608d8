import {
  IconAntennaBars5,
  IconHeartRateMonitor,
  IconHistory,
  IconBroadcast,
  IconBooks,
  IconCalendarEvent,
  IconClipboardText,
  IconChalkboard,
  IconMessageStar,
  IconReceipt,
  IconRosetteDiscount,
  IconTicket,
  IconTool,
  IconUsers,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import type { ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import { screenNames } from '../../domains/identity/screen-names.ts';

export type MenuEntry = {
  label: string;
  to: ScreenRoute;
  /** Shortcut sequence: "g o". */
  keys: string;
  /** Beta or deprecated. */
  note?: string;
};

export type IconEntry = MenuEntry & { icon: Icon };

export type MenuGroup =
  | { kind: 'entries'; entries: readonly IconEntry[] }
  /** A group: links to `to`, and is expanded while the path contains its `marker`. */
  | {
      kind: 'tree';
      label: string;
      icon: Icon;
      marker: string;
      to: ScreenRoute;
      entries: readonly MenuEntry[];
    };

const entry = <Entry extends Omit<MenuEntry, 'label'>>(values: Entry) => ({
  ...values,
  label: screenNames[values.to],
});

/** The side menu (part 2 §2, Navigation shell); groups are separated by a hairline. */
export const menuGroups: readonly MenuGroup[] = [
  {
    kind: 'entries',
    entries: [
      entry({ to: '/dashboard', keys: 'g s', icon: IconAntennaBars5 }),
      entry({ to: '/report', keys: 'g r', icon: IconClipboardText }),
    ],
  },
  {
    kind: 'entries',
    entries: [
      entry({ to: '/user', keys: 'g u', icon: IconUsers }),
      entry({ to: '/course', keys: 'g c', icon: IconChalkboard }),
      entry({ to: '/lessons', keys: 'g l', icon: IconCalendarEvent }),
    ],
  },
  {
    kind: 'entries',
    entries: [
      entry({ to: '/orders', keys: 'g o', icon: IconReceipt }),
      entry({ to: '/discountcode', keys: 'g d', icon: IconRosetteDiscount }),
      entry({ to: '/tutor-payments', keys: 'g p', icon: IconWallet }),
    ],
  },
  {
    kind: 'tree',
    label: 'Tickets',
    icon: IconTicket,
    marker: 'tickets',
    to: '/tickets/trial',
    entries: [
      entry({ to: '/tickets/stat', keys: 'g a' }),
      entry({ to: '/tickets/trial', keys: 'g t' }),
      entry({ to: '/tickets/renewal', keys: 'g n' }),
    ],
  },
  {
    kind: 'entries',
    entries: [
      entry({ to: '/feedback', keys: 'g f', icon: IconMessageStar }),
      entry({ to: '/question-bank', keys: 'g q', note: 'Beta', icon: IconBooks }),
      entry({ to: '/ops', keys: 'g x', note: 'Beta', icon: IconTool }),
      entry({ to: '/tls', keys: 'g v', note: 'deprecated', icon: IconBroadcast }),
    ],
  },
  {
    kind: 'entries',
    entries: [
      entry({ to: '/admin/system', keys: 'g y', icon: IconHeartRateMonitor }),
      entry({ to: '/admin/audit', keys: 'g z', icon: IconHistory }),
    ],
  },
];
