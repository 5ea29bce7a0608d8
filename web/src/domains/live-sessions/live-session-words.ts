import type { LiveSession } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { formatCount } from '../../lib/formats.ts';

export const audienceWords: Record<LiveSession['target_audience'], string> = {
  student: 'Students',
  parent: 'Parents',
};

/** "PSLE in 20 minutes, episode 3", or the keywords; '' without both. */
export const seriesOrKeywords = ({ series, keywords }: LiveSession['meta']): string =>
  series ? `${series.name}, episode ${series.order}` : keywords.join(', ');

/** Visibility of the session: listed in the student app, viewable without an account. */
export const flagWords = ({
  is_listed,
  is_public_viewable,
}: Pick<LiveSession, 'is_listed' | 'is_public_viewable'>): string[] => [
  ...(is_listed ? ['Listed'] : []),
  ...(is_public_viewable ? ['Public'] : []),
];

/** "3 others signed up too": attendees whose names are hidden from this user. */
export const othersWords = (count: number): string =>
  `${formatCount(count, 'other', 'others')} signed up too`;
