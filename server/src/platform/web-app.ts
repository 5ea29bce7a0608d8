import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refusal } from './errors.ts';
import type { Settings } from './settings.ts';

const builtApp = join(import.meta.dirname, '../../../web/dist');
const page = join(builtApp, 'index.html');

/** Serves the built web app; every path that is neither a file nor an API call opens the app. */
export const registerWebApp = async (app: FastifyInstance, settings: Settings) => {
  const html = existsSync(page) ? filledIn(readFileSync(page, 'utf8'), settings) : undefined;
  if (html !== undefined) {
    await app.register(fastifyStatic, {
      root: builtApp,
      wildcard: false,
      index: false,
      globIgnore: ['index.html*', '.*'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        void reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // A missing script must not be answered with the page: a browser would refuse it without an error message.
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets)([/?]|$)/.test(request.url);
    if (html === undefined || !isPage) throw refusal('not_found');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
};

/** The page with the settings that the app needs before its first API response. */
const filledIn = (html: string, settings: Settings) => {
  const { productName, businessTimeZone, publicUrl, signInProviders } = settings;
  const values = {
    'application-name': productName,
    'business-time-zone': businessTimeZone,
    'public-address': publicUrl === undefined ? '' : new URL(publicUrl).origin,
    'sign-in-providers': new URLSearchParams(
      signInProviders.map(({ name, label }) => [name, label]),
    ).toString(),
  };
  return Object.entries(values).reduce(
    (page, [name, value]) =>
      page.replace(
        new RegExp(`(name="${name}"\\s+content=")[^"]*`),
        (_match, before: string) => before + escaped(value),
      ),
    html.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(productName)}</title>`),
  );
};

const escaped = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
