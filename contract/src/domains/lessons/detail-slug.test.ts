import { expect, test } from 'vitest';
import { detailSlugOf } from './lessons.rules.ts';

test('Zoom and the product’s own classroom have a page of the live lesson, other platforms do not', () => {
  expect(detailSlugOf('Zoom', 'Staffroom')).toBe('zoom');
  expect(detailSlugOf('Staffroom Classroom', 'Staffroom')).toBe('staffroom-classroom');
  expect(detailSlugOf('Bright Minds Classroom', 'Bright Minds')).toBe('bright-minds-classroom');
  expect(detailSlugOf('ClassIn', 'Staffroom')).toBeUndefined();
});
