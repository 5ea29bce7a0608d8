import type { JobDefinition } from '../../platform/jobs.ts';
import { runOrderImportJob } from './order-import/run-order-import.job.ts';
import { processPaidOrderJob } from './process-paid-order.job.ts';

/** The worker jobs of this domain. */
export const orderJobs = [
  runOrderImportJob,
  processPaidOrderJob,
] as unknown as readonly JobDefinition[];
