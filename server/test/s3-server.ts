import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const s3Keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

type Signed = {
  method: string;
  path: string;
  /** The raw query string, without the question mark. */
  query: string;
  headers: Record<string, string | string[] | undefined>;
};

/** Returns whether exactly this request is signed with the secret (AWS Signature Version 4). */
export const isSigned = ({ method, path, query, headers }: Signed, secret: string): boolean => {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const found = pattern.exec(String(headers['authorization']));
  if (!found) return false;
  const [, account, scope = '', names = '', signature] = found;
  const signed = names.split(';');
  if (account !== s3Keys.accessKeyId || !signed.includes('host')) return false;
  // Headers that affect the answer must be signed.
  const decisive = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  if (decisive.some((name) => !signed.includes(name))) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const mac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<string | Buffer>(mac, `AWS4${secret}`);
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  return mac(key, toSign).toString('hex') === signature;
};

type S3Options = {
  bucket: string;
  /** Key → content. */
  objects: Record<string, string | Buffer>;
  pageSize?: number;
  /** Listings have URL-encoded keys, as requested; false as of servers that do not support it. */
  encodesKeys?: boolean;
};

/**
 * A minimal S3 server for one bucket: ListObjectsV2, GetObject, PutObject, DeleteObject and uploads in parts, signed.
 * `failures` are returned first; `uploads` are those that were begun and not ended.
 */
export const startS3Server = async ({
  bucket,
  objects,
  pageSize = 1000,
  encodesKeys = true,
}: S3Options) => {
  const asked: string[] = [];
  const failures: number[] = [];
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    void buffer(request).then((content) => answer(request, response, content));
  });
  const answer = (request: IncomingMessage, response: ServerResponse, content: Buffer) => {
    asked.push(request.url ?? '');
    const failure = failures.shift();
    if (failure !== undefined) return refuse(response, failure, 'SlowDown');
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const signed = { method: request.method ?? '', path, query, headers: request.headers };
    if (!isSigned(signed, s3Keys.secretAccessKey) || !isRecent(request))
      return refuse(response, 403, 'SignatureDoesNotMatch');
    if (path === `/${bucket}`) return list(response, new URLSearchParams(query));
    const search = new URLSearchParams(query);
    const key = decodeURIComponent(path.slice(bucket.length + 2));
    const uploadId = search.get('uploadId');
    if (request.method === 'PUT' || request.method === 'POST') {
      const digest = createHash('sha256').update(content).digest('hex');
      if (request.headers['x-amz-content-sha256'] !== digest)
        return refuse(response, 400, 'XAmzContentSHA256Mismatch');
      if (search.has('uploads')) return begin(response);
      if (uploadId !== null && request.method === 'POST')
        return end(response, key, uploadId, content);
      if (uploadId !== null)
        return takePart(response, uploadId, Number(search.get('partNumber')), content);
      objects[key] = content;
      response.writeHead(200).end();
      return;
    }
    if (request.method === 'DELETE') {
      if (uploadId === null) delete objects[key];
      else uploads.delete(uploadId);
      response.writeHead(204).end();
      return;
    }
    const object = objects[key];
    if (!path.startsWith(`/${bucket}/`) || object === undefined)
      return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': Buffer.byteLength(object) }).end(object);
  };
  const begin = (response: ServerResponse) => {
    const uploadId = `upload ${uploads.size + 1} +/&`;
    uploads.set(uploadId, new Map());
    const text = uploadId.replaceAll('&', '&amp;');
    response
      .writeHead(200)
      .end(
        `<InitiateMultipartUploadResult><UploadId>${text}</UploadId></InitiateMultipartUploadResult>`,
      );
  };
  const takePart = (response: ServerResponse, uploadId: string, part: number, content: Buffer) => {
    const parts = uploads.get(uploadId);
    if (!parts) return refuse(response, 404, 'NoSuchUpload');
    parts.set(part, content);
    return response.writeHead(200, { etag: etagOf(content) }).end();
  };
  const end = (response: ServerResponse, key: string, uploadId: string, content: Buffer) => {
    const parts = uploads.get(uploadId);
    if (!parts) return refuse(response, 404, 'NoSuchUpload');
    const named = [
      ...content.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g),
    ];
    const isWhole = named.every(([, number, etag]) => {
      const part = parts.get(Number(number));
      return part && etagOf(part) === etag?.replaceAll('&quot;', '"');
    });
    if (!isWhole || named.length !== parts.size) return refuse(response, 400, 'InvalidPart');
    objects[key] = Buffer.concat(
      named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0)),
    );
    uploads.delete(uploadId);
    return response.writeHead(200).end('<CompleteMultipartUploadResult/>');
  };
  const written = (key: string) =>
    encodesKeys
      ? encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/')
      : key.replaceAll(/[&<>'"]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`);
  const list = (response: ServerResponse, query: URLSearchParams) => {
    const keys = Object.keys(objects)
      .filter((key) => key.startsWith(query.get('prefix') ?? ''))
      .toSorted();
    const start = Number(query.get('continuation-token') ?? 0);
    const page = keys.slice(start, start + pageSize);
    const end = start + page.length;
    const contents = page.map((key) => {
      const size = Buffer.byteLength(objects[key] ?? '');
      return `<Contents><Key>${written(key)}</Key><ETag>&quot;x&quot;</ETag><Size>${size}</Size></Contents>`;
    });
    const prefix = query.get('prefix') ?? '';
    const inFolders = page.filter((key) => key.slice(prefix.length).includes('/'));
    const names = new Set(inFolders.map((key) => key.slice(prefix.length).split('/')[0] ?? ''));
    const folders = [...(query.get('delimiter') === '/' ? names : [])]
      .map(
        (name) =>
          `<CommonPrefixes><Prefix>${written(`${prefix}${name}/`)}</Prefix></CommonPrefixes>`,
      )
      .join('');
    const next = `<NextContinuationToken>${end}</NextContinuationToken>`;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult>${encodesKeys ? '<EncodingType>url</EncodingType>' : ''}${contents.join('')}${folders}${end < keys.length ? next : ''}</ListBucketResult>`,
      );
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, asked, failures, uploads, server };
};

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

const isRecent = ({ headers }: IncomingMessage) => {
  const time = String(headers['x-amz-date']).replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  );
  return Math.abs(Date.now() - Date.parse(time)) < 15 * 60_000;
};

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
