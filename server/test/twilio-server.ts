import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const twilioAccount = {
  accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: 'the token of the account',
  from: '+6560000100',
};

type Answer = { status: number; code?: number; message?: string } | 'drop' | undefined;

/**
 * Twilio's Messages call on loopback, as documented: a form is posted to the account's address with HTTP Basic, `To` in
 * E.164, `From` or `MessagingServiceSid`, and a `Body` of at most 1,600 characters. Errors are those of Twilio.
 */
export const startTwilioServer = async (answerTo: (to: string) => Answer = () => undefined) => {
  const taken: { to: string; body: string; sender: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      const say = (status: number, body: object) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      const { accountSid, authToken } = twilioAccount;
      const known = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
      if (request.headers.authorization !== known)
        return say(401, { code: 20003, message: 'Authenticate', status: 401 });
      if (
        request.method !== 'POST' ||
        request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json` ||
        !request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      )
        return say(404, { code: 20404, message: 'Not found', status: 404 });
      const to = form.get('To') ?? '';
      const body = form.get('Body') ?? '';
      const sender = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
      if (!/^\+[1-9]\d{6,14}$/.test(to))
        return say(400, { code: 21211, message: `Invalid 'To' Phone Number: ${to}`, status: 400 });
      if (sender === '')
        return say(400, { code: 21603, message: "A 'From' is required", status: 400 });
      if (body === '')
        return say(400, { code: 21602, message: 'Message body is required', status: 400 });
      if (body.length > 1600) return say(400, { code: 21617, message: 'Too long', status: 400 });
      const answer = answerTo(to);
      if (answer === 'drop') {
        taken.push({ to, body, sender });
        return request.socket.destroy();
      }
      if (answer) return say(answer.status, answer);
      taken.push({ to, body, sender });
      return say(201, {
        sid: `SM${'0'.repeat(32)}`,
        status: 'queued',
        to,
        body,
        num_segments: '1',
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { settings: { ...twilioAccount, apiUrl: `http://127.0.0.1:${port}` }, taken, close };
};
