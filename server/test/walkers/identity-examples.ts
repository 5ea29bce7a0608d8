import { aPasskey, aPasskeyChallenge, exampleChallenge } from '../factories/passkey.factory.ts';
import { aProviderCode } from '../factories/provider-link.factory.ts';
import { aPasswordLink } from '../factories/password-link.factory.ts';
import { aChallenge, aSecondFactor, codeNow } from '../factories/second-factor.factory.ts';
import { examplePassword } from '../factories/service-token.factory.ts';
import { anAgent } from '../factories/user.factory.ts';
import { newAuthenticator } from '../software-authenticator.ts';
import { anEmail, type MakeExample } from './example.ts';

/** The examples of passwords, their links and sessions. */
export const identityExamples: Record<string, MakeExample> = {
  changePassword: async () => ({
    body: { password: 'AnotherRoom2027', old_password: examplePassword },
  }),
  inviteUser: async (app) => ({ params: { id: (await anAgent(app)).id } }),
  forgotPassword: async () => ({ body: anEmail() }),
  readPasswordLink: async (app) => ({ body: { token: (await aPasswordLink(app)).token } }),
  renewPasswordLink: async (app) => ({ body: { token: (await aPasswordLink(app)).token } }),
  resetPassword: async (app) => ({
    body: { token: (await aPasswordLink(app)).token, password: 'purple rhubarb walks' },
  }),
  listMySessions: async () => ({ query: { max: 5 } }),
  listRecentSignIns: async () => ({ query: { max: 5 } }),
  // A session that has ended already: no example knows the caller's own.
  endMySession: async () => ({ params: { id: crypto.randomUUID() } }),
  endOtherSessions: async () => ({}),
  getSecondFactor: async () => ({}),
  startSecondFactor: async () => ({}),
  confirmSecondFactor: async (app) => ({ body: { code: codeNow(app) } }),
  renewRecoveryCodes: async () => ({ body: { password: examplePassword } }),
  removeSecondFactor: async () => ({ body: { password: examplePassword } }),
  // Of a browser without a cookie, which no request of the tests has.
  signInWithProvider: async (app) => ({
    body: { code: await aProviderCode(app, (await anAgent(app)).id, '') },
  }),
  listProviderLinks: async () => ({}),
  // A link that is gone already: no example knows the caller's own.
  removeProviderLink: async () => ({ params: { id: crypto.randomUUID() } }),
  signInWithCode: async (app) => {
    const { id } = await anAgent(app);
    await aSecondFactor(app, id);
    return { body: { challenge: await aChallenge(app, id), code: codeNow(app) } };
  },
  listPasskeys: async () => ({}),
  startPasskey: async () => ({ body: { password: examplePassword } }),
  addPasskey: async () => ({ body: { credential: newAuthenticator().create(exampleChallenge) } }),
  // A passkey of another account: no example knows the caller's own.
  removePasskey: async (app) => {
    const { passkey } = await aPasskey(app, (await anAgent(app)).id);
    return { params: { id: passkey.id }, body: { password: examplePassword } };
  },
  startPasskeySignIn: async () => ({}),
  signInWithPasskey: async (app) => {
    const { id } = await anAgent(app);
    const { authenticator } = await aPasskey(app, id);
    return { body: { credential: authenticator.signIn(await aPasskeyChallenge(app, null), id) } };
  },
  resetSecondFactor: async (app) => {
    const { id } = await anAgent(app);
    await aSecondFactor(app, id);
    return { params: { id } };
  },
};
