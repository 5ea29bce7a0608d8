import type { Logger } from 'pino';

/** How a job left this worker without failing; `postponed` jobs return at a time that the job chose. */
export type JobOutcome = 'done' | 'postponed' | 'handed back';

type TakenJob = { name: string; id: string; retryCount: number; data: { requestId: string } };

/** Performs a job and logs its end: name, id, attempt, outcome, duration, no payload. Rethrows a failure. */
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
