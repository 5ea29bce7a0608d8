import { answerInThread } from '../../platform/answer-in-thread.ts';
import { readParticipants } from './read-participants.ts';

answerInThread(readParticipants);
