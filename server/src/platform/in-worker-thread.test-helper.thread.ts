import { answerInThread } from './answer-in-thread.ts';
import { refusal } from './errors.ts';

export type Task = 'answer' | 'refuse' | 'fail' | 'fill the heap' | 'never end' | 'exit';

export const doTask = (task: Task): string => {
  if (task === 'refuse') throw refusal('question_file', { field: 'content' });
  if (task === 'fail') throw new Error('A fault in the program');
  if (task === 'exit') process.exit(3);
  const kept: number[][] = [];
  while (task === 'fill the heap') kept.push(Array.from({ length: 1000 }, (_, index) => index));
  while (task === 'never end') kept.length = 0;
  return 'done';
};

answerInThread(doTask);
