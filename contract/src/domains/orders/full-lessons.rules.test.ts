import { expect, test } from 'vitest';
import { fullLessonsQuestion } from './full-lessons.rules.ts';

const lesson = { term: 1, index: 5, day: '2026-04-04', seats: 20 };

test('the message states the full lessons, then asks the question', () => {
  expect(fullLessonsQuestion([], 20)).toBeUndefined();
  expect(fullLessonsQuestion([lesson], 20)).toBe(
    'T1 L5 on Sat 4 Apr 2026: This lesson is full (20 of 20). Add anyway?',
  );
  expect(fullLessonsQuestion([lesson, lesson], 20)).toBe(
    'T1 L5 on Sat 4 Apr 2026 is full (20 of 20), and so is 1 more lesson. Add anyway?',
  );
  expect(fullLessonsQuestion([lesson, lesson, lesson], 20)).toBe(
    'T1 L5 on Sat 4 Apr 2026 is full (20 of 20), and so are 2 more lessons. Add anyway?',
  );
});
