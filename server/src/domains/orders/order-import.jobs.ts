import type { JobDefinition } from '../../platform/jobs.ts';
import { runOrderImportJob } from './import/run-order-import.job.ts';

/** The jobs of this domain that a worker does. */
export const orderImportJobs = [runOrderImportJob] as unknown as readonly JobDefinition[];
