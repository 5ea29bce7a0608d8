import { reportsId } from 'staffroom-contract/shared/live.ts';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';

const screens = ['/dashboard', '/report', '/ops', '/tickets/stat'] as const;

/** Users with access to a report are notified that report data changed, without details. */
export const hearsReports = async (
  { actor }: { actor: Actor },
  ids: string[],
): Promise<string[]> =>
  screens.some((screen) => mayOpen(actor, screen)) ? ids.filter((id) => id === reportsId) : [];
