import { answerInThread } from './answer-in-thread.ts';
import { diffsOf } from './record-diff.ts';

answerInThread(diffsOf);
