import { desc, eq } from 'drizzle-orm';
import {
  forgotPassword,
  resetPassword,
} from 'staffroom-contract/domains/identity/password-links.contract.ts';
import type { AnyOperation, BodyInput } from 'staffroom-contract/shared/operation.ts';
import type { TestApp } from '../../../test/build-test-app.ts';
import { pathOf } from '../../../test/sign-in-as.ts';
import type { Mail, Outcome } from '../../platform/carriers/message.ts';
import type { JobContext } from '../../platform/jobs.ts';
import { passwordLinks } from './identity.schema.ts';
import { sendPasswordLinkJob } from './send-password-link.job.ts';
import { anAddress, tryToSignIn } from './sign-in.test-helper.ts';

/** A password that a link may set. */
export const newPassword = 'purple rhubarb walks';

/** The answer to every link that does not work. */
export const noLonger = {
  status: 410,
  body: {
    message: {
      errors: [
        { code: 'link_not_valid', message: 'This link no longer works. Ask for a new one.' },
      ],
    },
  },
};

/** Requests, sends and uses password links as browsers and a worker do. */
export const linksOf = (app: TestApp) => {
  /** Posts as a browser without a session, by default from a new address. */
  const post = async <O extends AnyOperation>(
    operation: O,
    body: BodyInput<O>,
    { address = anAddress(), headers = {} }: { address?: string; headers?: object } = {},
  ) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: pathOf(operation),
      payload: body as object,
      remoteAddress: address,
      headers: headers as Record<string, string>,
    });
    return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown };
  };
  const forgot = (email: string, from?: { address?: string; headers?: object }) =>
    post(forgotPassword, { email }, from);

  const linksTo = (email: string) =>
    app.database.db
      .select()
      .from(passwordLinks)
      .where(eq(passwordLinks.emailKey, email.toLowerCase()))
      .orderBy(desc(passwordLinks.id));

  /** Runs the job of a link as a worker would; returns the sent e-mails and the postponed next try. */
  const runJob = async (
    linkId: string,
    { outcome = { is: 'sent' }, tries = 0 }: { outcome?: Outcome; tries?: number } = {},
  ) => {
    const mails: Mail[] = [];
    const job = {
      db: app.database.db,
      clock: app.clock,
      settings: app.settings,
      jobId: linkId,
      carriers: {
        email: {
          slots: { take: async () => () => undefined },
          send: async (mail: Mail) => {
            mails.push(mail);
            return outcome;
          },
        },
      },
    } as unknown as JobContext;
    const again = await sendPasswordLinkJob.handler(
      job,
      { linkId, tries },
      new AbortController().signal,
    );
    return { mails, again };
  };

  const tokenIn = (mail: Mail | undefined) => /#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

  /** Sends the newest link to an e-mail; returns the token of the mail, or '' without a mail. */
  const deliverTo = async (email: string) => {
    const [link] = await linksTo(email);
    const { mails } = await runJob(link?.id ?? '');
    return tokenIn(mails[0]);
  };

  const set = (token: string, password = newPassword) => post(resetPassword, { token, password });
  const signsIn = async (email: string, password: string) =>
    (await tryToSignIn(app, { email, password })).status === 200;
  return { post, forgot, linksTo, runJob, tokenIn, deliverTo, set, signsIn };
};
