import {
  IconAntennaBars5,
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
import type { ScreenRoute } from '@staffroom/contract/domains/identity/permissions.ts';

export type MenuEntry = {
  label: string;
  to: ScreenRoute;
  /** Pressed one after the other: "g o". */
  keys: string;
  /** Beta or deprecated. */
  note?: string;
};

export type IconEntry = MenuEntry & { icon: Icon };

export type MenuGroup =
  | { kind: 'entries'; entries: readonly IconEntry[] }
  /** Opens on its `to`, and is open while the path contains its `marker`. */
  | {
      kind: 'tree';
      label: string;
      icon: Icon;
      marker: string;
      to: ScreenRoute;
      entries: readonly MenuEntry[];
    };

/** The side menu (part 2 §2, Navigation shell); a hairline stands between the groups. */
export const menuGroups: readonly MenuGroup[] = [
  {
    kind: 'entries',
    entries: [
      { label: 'Stats', to: '/dashboard', keys: 'g s', icon: IconAntennaBars5 },
      { label: 'Sales Report', to: '/report', keys: 'g r', icon: IconClipboardText },
    ],
  },
  {
    kind: 'entries',
    entries: [
      { label: 'User', to: '/user', keys: 'g u', icon: IconUsers },
      { label: 'Online Class', to: '/course', keys: 'g c', icon: IconChalkboard },
      { label: 'Lesson', to: '/lessons', keys: 'g l', icon: IconCalendarEvent },
    ],
  },
  {
    kind: 'entries',
    entries: [
      { label: 'Order', to: '/orders', keys: 'g o', icon: IconReceipt },
      { label: 'Discount Code', to: '/discountcode', keys: 'g d', icon: IconRosetteDiscount },
      { label: 'Tutor Payment', to: '/tutor-payments', keys: 'g p', icon: IconWallet },
    ],
  },
  {
    kind: 'tree',
    label: 'Tickets',
    icon: IconTicket,
    marker: 'tickets',
    to: '/tickets/trial',
    entries: [
      { label: 'Overall Stat', to: '/tickets/stat', keys: 'g a' },
      { label: 'Trial', to: '/tickets/trial', keys: 'g t' },
      { label: 'Renewal', to: '/tickets/renewal', keys: 'g n' },
    ],
  },
  {
    kind: 'entries',
    entries: [
      { label: 'Feedback', to: '/feedback', keys: 'g f', icon: IconMessageStar },
      { label: 'Question Bank', to: '/question-bank', keys: 'g q', note: 'Beta', icon: IconBooks },
      { label: 'Ops', to: '/ops', keys: 'g x', note: 'Beta', icon: IconTool },
      { label: 'TLS', to: '/tls', keys: 'g v', note: 'deprecated', icon: IconBroadcast },
    ],
  },
];
