/** The parts of the product that Admins watch, in display order. */
export const partNames = [
  'api',
  'workers',
  'queue',
  'database',
  'email',
  'text',
  'zoom',
  'files',
  'backup',
  'disk',
] as const;
export type PartName = (typeof partNames)[number];

/** States of a part; `late` is of the backup. */
export const partStates = ['fine', 'slow', 'late', 'failing', 'unknown'] as const;
export type PartState = (typeof partStates)[number];

/** Roles of a process. */
export const processRoles = ['api', 'worker', 'all'] as const;

/** States of a failed job: `waiting` retries by itself, `failed` has no retries left. */
export const jobStates = ['waiting', 'running', 'failed', 'quarantined'] as const;

/** State of the disk by its used share, 0 to 1: slow above 80 %, failing above 92 %. */
export const diskState = (share: number): PartState =>
  share > 0.92 ? 'failing' : share > 0.8 ? 'slow' : 'fine';

/** State of the queue by the wait of its oldest job: slow above a minute, failing above 15 minutes. */
export const queueState = (oldestSeconds: number): PartState =>
  oldestSeconds > 15 * 60 ? 'failing' : oldestSeconds > 60 ? 'slow' : 'fine';

type Messages = {
  /** In the last hour. */
  sentLately: number;
  failedLately: number;
  /** Seconds since the oldest waiting message was due. */
  oldestSeconds: number;
};

/** Failures in an hour without a success, above which the way counts as failing and not the addresses. */
const mostFailures = 2;

/** State of e-mails or text messages: failing if an hour has failures only, or a message waits for an hour. */
export const messagesState = ({ sentLately, failedLately, oldestSeconds }: Messages): PartState => {
  const onlyFails = sentLately === 0 && failedLately > mostFailures;
  if (onlyFails || oldestSeconds > 3600) return 'failing';
  return oldestSeconds > 600 ? 'slow' : 'fine';
};
