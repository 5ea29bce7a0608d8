/** True if every registered list, form and record is walked in full (`npm run test:long`), not only a few. */
export const walksAll = process.env['WALK'] === 'all';
