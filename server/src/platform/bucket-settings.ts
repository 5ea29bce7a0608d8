import { refuse, url, type Environment } from './environment.ts';

/** A bucket of S3, or of a compatible service with its own endpoint. */
export type BucketSettings = {
  name: string;
  region: string;
  endpoint: string | undefined;
  /** Prefix of the keys in the bucket: empty, or ending with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
};

/** Format of an S3 bucket name. */
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

export const isBucketName = (text: string) => bucketName.test(text);

type Named = Pick<BucketSettings, 'name' | 'prefix' | 'endpoint'> & { of: string };

/** An address of a server in a setting of an endpoint. */
export const endpointExample = 'https://minio.example:9000';

/** The bucket that the setting `of` names, with the key of the account. Throws SettingsError. */
export const bucketOf = (
  env: Environment,
  { name, prefix, of, endpoint }: Named,
): BucketSettings => {
  const region = env['AWS_REGION'] || 'ap-southeast-1';
  if (!/^[a-z0-9-]+$/.test(region)) refuse('AWS_REGION', 'the name of a region', 'ap-southeast-1');
  const needed = (key: string, example: string) =>
    env[key] || refuse(key, `set if ${of} is set`, example);
  const path = prefix.replaceAll(/^\/+|\/+$/g, '');
  return {
    name,
    region,
    endpoint,
    prefix: path === '' ? '' : `${path}/`,
    accessKeyId: needed('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG'),
    sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
  };
};

const exampleAddress = 's3://staffroom-backups/nightly';

/**
 * The bucket of `s3://bucket/prefix`, for backups; undefined for a folder. Throws SettingsError for any other address.
 * `of` is the setting or option that has it.
 */
export const backupBucketOf = (
  env: Environment,
  address: string,
  of = 'BACKUP_TO',
): BucketSettings | undefined => {
  if (!/^[a-z][a-z0-9+.-]*:\/{1,2}/i.test(address)) return undefined;
  const [, name = '', prefix = ''] = /^s3:\/\/([^/]*)(\/.*)?$/.exec(address) ?? [];
  const parts = prefix.split('/').filter((part) => part !== '');
  const isPlain = parts.every((part) => /^[\w.=+ -]+$/.test(part) && part !== '.' && part !== '..');
  if (!isBucketName(name) || !isPlain)
    // The address is not repeated: it may contain a key by mistake.
    refuse(of, 'a folder, or s3:// with the name of a bucket and a place in it', exampleAddress);
  const endpoint = url(env, 'BACKUP_ENDPOINT', ['http:', 'https:'], endpointExample);
  return bucketOf(env, { name, prefix: parts.join('/'), of, endpoint });
};
