import { announcementJobs } from './domains/announcements/deliver-announcement.job.ts';
import { uploadMaterialsJob } from './domains/homework/materials/upload-materials.job.ts';
import { sendSecurityNoticeJob } from './domains/identity/send-security-notice.job.ts';
import { sendPasswordLinkJob } from './domains/identity/send-password-link.job.ts';
import { keepZoomRoomJob } from './domains/lessons/zoom/keep-zoom-room.job.ts';
import { orderJobs } from './domains/orders/orders.jobs.ts';
import { copyQuestionPicturesJob } from './domains/question-bank/copy-question-pictures.job.ts';
import { sendTestMessageJob } from './domains/system/send-test-message.job.ts';
import type { JobDefinition } from './platform/jobs.ts';

/** All jobs of a worker. */
export const allJobs: readonly JobDefinition[] = [
  ...orderJobs,
  ...announcementJobs,
  uploadMaterialsJob,
  keepZoomRoomJob,
  sendPasswordLinkJob,
  sendSecurityNoticeJob,
  copyQuestionPicturesJob,
  sendTestMessageJob,
];
