import { answerInThread } from '../../platform/answer-in-thread.ts';
import { readQuestionFile } from './read-question-file.ts';

answerInThread(readQuestionFile);
