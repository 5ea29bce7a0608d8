import { answerInThread } from '../../../platform/answer-in-thread.ts';
import { readPreviewFile } from './read-preview-file.ts';

answerInThread(readPreviewFile);
