import type { LiveSession } from '@staffroom/contract/domains/live-sessions/live-sessions.contract.ts';
import { formatCount } from '../../lib/formats.ts';

export const audienceWords: Record<LiveSession['target_audience'], string> = {
  student: 'Students',
  parent: 'Parents',
};

/** "PSLE in 20 minutes, episode 3", else the keywords; '' where there is neither. */
export const seriesOrKeywords = ({ series, keywords }: LiveSession['meta']): string =>
  series ? `${series.name}, episode ${series.order}` : keywords.join(', ');

/** Who finds the session: the list of the student app, and people who have no account. */
export const flagWords = ({
  is_listed,
  is_public_viewable,
}: Pick<LiveSession, 'is_listed' | 'is_public_viewable'>): string[] => [
  ...(is_listed ? ['Listed'] : []),
  ...(is_public_viewable ? ['Public'] : []),
];

/** "3 others signed up too": attendees whom this person may not see by name. */
export const othersWords = (count: number): string =>
  `${formatCount(count, 'other', 'others')} signed up too`;
