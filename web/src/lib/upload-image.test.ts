import { expect, test } from 'vitest';
import { imageProblem } from './upload-image.ts';

const fileOf = (size: number) => ({ size }) as File;

test('an image has at most 10 MB and is not empty', () => {
  const most = 10 * 1024 * 1024;
  expect(imageProblem(fileOf(0))).toBe('This file is empty.');
  expect(imageProblem(fileOf(1))).toBeUndefined();
  expect(imageProblem(fileOf(most))).toBeUndefined();
  expect(imageProblem(fileOf(most + 1))).toBe(
    'This image has 11 MB. An image may have at most 10 MB.',
  );
});
