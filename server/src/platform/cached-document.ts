import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Serves a JSON document that is built, hashed and compressed once, on the first request. */
export const cachedDocument = (make: () => object) => {
  let made: ReturnType<typeof prepare> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= prepare(make());
    const document = await made;
    const isCompressed = takesGzip(request.headers['accept-encoding']);
    const { bytes, etag } = isCompressed ? document.compressed : document.plain;
    void reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (has(request.headers['if-none-match'], etag)) return reply.status(304).send();
    if (isCompressed) void reply.header('content-encoding', 'gzip');
    return reply.type('application/json; charset=utf-8').send(bytes);
  };
};

const prepare = async (document: object) => {
  const plain = Buffer.from(JSON.stringify(document));
  const hash = createHash('sha256').update(plain).digest('base64url');
  const compressed = await promisify(gzip)(plain, { level: 9 });
  return {
    plain: { bytes: plain, etag: `"${hash}"` },
    compressed: { bytes: compressed, etag: `"${hash}-gzip"` },
  };
};

const takesGzip = (accepted: string | undefined) =>
  (accepted ?? '').split(',').some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim());
    return name === 'gzip' && !/^q=0(\.0*)?$/.test(weight ?? '');
  });

/** Returns true if the tag is in the header. Weak tags match too, by RFC 9110. */
const has = (named: string | undefined, etag: string) =>
  (named ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
