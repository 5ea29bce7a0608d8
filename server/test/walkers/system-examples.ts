import { aFailedJob } from '../factories/job.factory.ts';
import type { MakeExample } from './example.ts';

export const systemExamples: Record<string, MakeExample> = {
  getSystem: async () => ({}),
  retryJob: async (app) => ({ params: { id: await aFailedJob(app) } }),
};
