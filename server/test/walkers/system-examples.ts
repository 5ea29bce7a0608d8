import { aFailedJob } from '../factories/job.factory.ts';
import type { MakeExample } from './example.ts';

export const systemExamples: Record<string, MakeExample> = {
  getSystem: async () => ({}),
  getAuditRetention: async () => ({}),
  sendTestMessage: async () => ({ body: { way: 'email' } }),
  retryJob: async (app) => ({ params: { id: await aFailedJob(app) } }),
};
