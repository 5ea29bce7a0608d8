import type { BucketSettings } from '../src/platform/bucket-settings.ts';
import { s3Keys, startS3Server } from './s3-server.ts';

/** An empty bucket for backups on a server of the test, with its objects and failures. */
export const aBucket = async ({ pageSize = 1000 }: { pageSize?: number } = {}) => {
  const name = 'staffroom-backups';
  const objects: Record<string, string | Buffer> = {};
  const s3 = await startS3Server({ bucket: name, objects, pageSize });
  const bucket: BucketSettings = {
    ...s3Keys,
    name,
    region: 'ap-southeast-1',
    endpoint: s3.endpoint,
    prefix: 'nightly/',
    sessionToken: undefined,
  };
  return { ...s3, objects, bucket };
};
