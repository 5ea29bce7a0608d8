import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  liveSessionSchema,
  type LiveSession,
} from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import type { Actor } from '../../platform/context.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { LiveSessionCard } from './live-sessions.queries.ts';

const recordedSchema = liveSessionSchema.omit({ attendee_count: true, abilities: true });

/** The audit snapshot of a session (ADR 11). */
export const recordedLiveSession = ({ row, host }: LiveSessionCard) =>
  presentColumns(recordedSchema, row, {
    desc: row.description,
    meta: {
      level: row.level,
      subject: row.subject,
      keywords: row.keywords,
      series:
        row.seriesName === null || row.seriesOrder === null
          ? null
          : { name: row.seriesName, order: row.seriesOrder },
    },
    host_by: host,
    hosting_platform: 'Zoom',
    hosting_type: 'webinar',
  });

/** A session in its list and its form. */
export const presentLiveSession = (card: LiveSessionCard, actor: Actor): LiveSession => ({
  ...recordedLiveSession(card),
  attendee_count: card.attendees,
  abilities: { update: can(actor, 'tls.canUpdate'), delete: can(actor, 'tls.canDelete') },
});
