import type { Logger } from 'pino';

/** How a job left this worker, apart from a failure: `postponed` comes again at a time that the job named. */
export type JobOutcome = 'done' | 'postponed' | 'handed back';

type TakenJob = { name: string; id: string; retryCount: number; data: { requestId: string } };

/**
 * Performs a job and writes one line at info when it has ended: name, id, attempt, outcome and duration, no payload. A
 * failure is passed on.
 */
export const logJobEnd = async (
  logger: Pick<Logger, 'info'>,
  { name, id, retryCount, data }: TakenJob,
  perform: () => Promise<JobOutcome>,
): Promise<void> => {
  const begun = performance.now();
  let outcome: JobOutcome | 'failed' = 'failed';
  try {
    outcome = await perform();
  } finally {
    logger.info(
      {
        job: name,
        jobId: id,
        attempt: retryCount + 1,
        outcome,
        ms: Math.round(performance.now() - begun),
        requestId: data.requestId,
      },
      'job ended',
    );
  }
};
