import {
  getSystem,
  retryJob,
  sendTestMessage,
} from 'staffroom-contract/domains/system/system.contract.ts';
import { handle, type Route } from '../../platform/handle.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Settings } from '../../platform/settings.ts';
import { sendTest } from './send-test-message.ts';
import { openChecks } from './system-parts.ts';
import { readSystem, tryJobAgain } from './system.service.ts';

export const systemRoutes = (jobs: Jobs, settings: Settings): readonly Route[] => {
  const checks = openChecks(settings);
  return [
    handle(getSystem, (context) => readSystem(context, checks)),
    handle(retryJob, (context, { params }) => tryJobAgain(context, jobs, params.id)),
    handle(sendTestMessage, (context, { body }) => sendTest(context, jobs, body.way)),
  ];
};
