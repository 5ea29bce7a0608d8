import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aFolder } from '../embedded-postgres/test-helpers.ts';
import { planRecovery } from './recover-copy.ts';
import { segmentName, sinceLine } from './wal-archive-files.ts';

const zone = 'Asia/Singapore';

/** An archive with a backup of 14:05 in segment 2 and one of 14:35 in segment 5; a restore at 14:40 went back to segment 4. */
const stage = () => {
  const archive = aFolder();
  const put = (name: string, text = '') => writeFileSync(join(archive, name), gzipSync(text));
  const backup = (number: number, time: string, label: string) =>
    put(
      `${segmentName(1, number)}.00000028.backup.gz`,
      `STOP WAL LOCATION: 0/${number}000158 (file …)\nLABEL: ${label}\nSTOP TIME: 2026-11-27 ${time} UTC\n`,
    );
  backup(2, '06:05:13', 'early');
  backup(5, '06:35:00', 'late');
  for (const number of [2, 3, 4, 5]) put(`${segmentName(1, number)}.gz`);
  const restored = sinceLine(2, new Date('2026-11-27T06:40:00Z'));
  put('00000002.history.gz', `1\t0/4000158\tbefore 2026-11-27 06:30:00+00\n${restored}`);
  const plan = (label: string, at: string) => {
    const folder = aFolder();
    writeFileSync(join(folder, 'backup_label'), `START TIMELINE: 1\nLABEL: ${label}\n`);
    const until = { at: at === 'latest' ? at : new Date(`2026-11-27T${at}+08:00`), zone } as const;
    return planRecovery(folder, { archive, until }).then(
      ({ settings }) => settings['recovery_target_timeline'],
      (error: Error) => error.message,
    );
  };
  return { plan };
};

test('a time is restored from the server that was in use then', async () => {
  const { plan } = stage();
  expect(await plan('early', '14:39:59')).toBe('1');
  expect(await plan('late', '14:39:59')).toBe('1');
  expect(await plan('early', '14:40:00')).toBe('2');
  expect(await plan('early', 'latest')).toBe('2');
});

test('a backup from after the point of a restore does not lead to what was saved after that restore', async () => {
  const { plan } = stage();
  for (const at of ['14:41', 'latest'])
    expect(await plan('late', at)).toBe(
      'The data in use at that time began with the restore of 2026-11-27 14:40:00, which went back to a time before this backup. ' +
        'Choose another backup, or a time before that restore (Asia/Singapore). Nothing was restored.',
    );
});

test('the refusal of a time before the backup names the range', async () => {
  expect(await stage().plan('early', '14:05:12')).toMatch(
    /^--until 2026-11-27 14:05:12 is before the end of this backup: choose an earlier one\. This backup can be restored to any time from 2026-11-27 14:05:13 to about /,
  );
});

test('a backup that the archive does not know is refused', async () => {
  expect(await stage().plan('of another server', '14:41')).toContain('has no log of this backup');
});
