import { createHash, createHmac } from 'node:crypto';
import type { BucketSettings } from './bucket-settings.ts';

type Request = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  key?: string | undefined;
  query?: Record<string, string> | undefined;
  /** The bytes of a PUT or POST. */
  content?: Buffer | undefined;
  at: Date;
};

/** Signs a request with S3 signature version 4; a custom endpoint has the bucket in the path, as MinIO (ADR 18). */
export const signS3Request = (
  bucket: BucketSettings,
  { method, key, query = {}, content, at }: Request,
) => {
  const contentHash = sha256(content ?? '');
  const endpoint = new URL(
    bucket.endpoint ?? `https://${bucket.name}.s3.${bucket.region}.amazonaws.com`,
  );
  const inPath = bucket.endpoint === undefined ? [] : [bucket.name];
  const path = `/${[...inPath, ...(key === undefined ? [] : key.split('/'))].map(encode).join('/')}`;
  const search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const signed: Record<string, string> = {
    host: endpoint.host,
    'x-amz-content-sha256': contentHash,
    'x-amz-date': time,
    ...(bucket.sessionToken !== undefined && { 'x-amz-security-token': bucket.sessionToken }),
  };
  const names = Object.keys(signed).toSorted();
  const canonical = [
    method,
    path,
    search,
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    contentHash,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${bucket.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey(bucket, time.slice(0, 8)), toSign).toString('hex');
  const { host: _host, ...headers } = signed;
  return {
    method,
    url: `${endpoint.origin}${path}${search && `?${search}`}`,
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${bucket.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    },
  };
};

const signingKey = ({ secretAccessKey, region }: BucketSettings, day: string) =>
  [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);

/** Encodes everything but letters, digits and `-._~`, as S3 signatures require. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
