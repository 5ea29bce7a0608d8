import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  providerFragments,
  type ProviderProblem,
} from 'staffroom-contract/domains/identity/provider-problems.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { publicAddress, type Settings } from '../../platform/settings.ts';
import { factsOf, problemOf, readProviderAccount, signInAddress } from './provider-client.ts';
import { browserCookie, browserSecretIn, newBrowserSecret } from './provider-cookie.ts';
import { acceptProviderAccount } from './provider-sign-in.service.ts';

/** Pages are not in the document of the API. */
const hidden = { schema: { hide: true } };

type Needs = { settings: Settings; contextOf: (request: FastifyRequest) => Context };

/**
 * Registers the two addresses that a browser visits for a sign-in with a service: one leads there, the other is where
 * the service leads back to. They answer with redirects, so they are no operations. The second one leads to the sign-in
 * screen with a code that works once, in this browser, for a minute; a token is never in an address.
 */
export const registerProviderPages = (app: FastifyInstance, { settings, contextOf }: Needs) => {
  app.get('/api/auth/oidc/:provider', hidden, async (request, reply) => {
    const asked = { ...askedOf(request, settings), secret: newBrowserSecret() };
    try {
      const address = await signInAddress(asked);
      void reply.header('set-cookie', browserCookie(asked.secret, settings));
      return await lead(reply, address.href);
    } catch (error) {
      return showProblem(request, reply, error);
    }
  });

  app.get('/api/auth/oidc/:provider/callback', hidden, async (request, reply) => {
    const secret = browserSecretIn(request.headers.cookie);
    const asked = { ...askedOf(request, settings), secret };
    // Begun in another browser, or too long ago.
    if (secret === '') return leadBack(reply, { problem: 'refused' });
    let account;
    try {
      account = await readProviderAccount(asked, request.url.split('?')[1] ?? '');
    } catch (error) {
      return showProblem(request, reply, error);
    }
    const { provider } = asked;
    return leadBack(
      reply,
      await acceptProviderAccount(contextOf(request), { provider, account, secret }),
    );
  });
};

const askedOf = (request: FastifyRequest, settings: Settings) => {
  const { provider: name } = request.params as { provider: string };
  const provider = settings.signInProviders.find((each) => each.name === name);
  if (!provider) throw notFound('provider');
  const callback = new URL(`/api/auth/oidc/${name}/callback`, publicAddress(settings)).href;
  return { provider, callback };
};

const showProblem = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  const problem = await problemOf(error);
  request.log.warn({ problem, ...factsOf(error) }, 'A sign-in with a service failed');
  return leadBack(reply, { problem });
};

/** To the sign-in screen. The part after # reaches no server, and no log. */
const leadBack = (reply: FastifyReply, outcome: { code: string } | { problem: ProviderProblem }) =>
  lead(
    reply,
    'code' in outcome
      ? `/login#${providerFragments.code}${outcome.code}`
      : `/login#${providerFragments.problem}${outcome.problem}`,
  );

const lead = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-store').redirect(address);
