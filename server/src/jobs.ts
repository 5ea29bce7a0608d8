import { announcementJobs } from './domains/announcements/deliver-announcement.job.ts';
import { uploadMaterialsJob } from './domains/homework/materials/upload-materials.job.ts';
import { orderImportJobs } from './domains/orders/order-import.jobs.ts';
import type { JobDefinition } from './platform/jobs.ts';

/** What a worker does. */
export const allJobs: readonly JobDefinition[] = [
  ...orderImportJobs,
  ...announcementJobs,
  uploadMaterialsJob,
];
