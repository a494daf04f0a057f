import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { closeAfterTests } from './clean-up.ts';
import { smtpCertificate } from './smtp-certificate.ts';

/** A mail as the server received it. */
export interface ReceivedMail extends Email {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** Whether it came over TLS, and with which login. */
  readonly secure: boolean;
  readonly user: string | undefined;
  /** The source. */
  readonly raw: string;
}

/** The server's reply to a recipient or a mail; undefined accepts it. */
export type Reply = { readonly code: number; readonly text: string } | undefined;

export interface SmtpServerOptions {
  /** Uses TLS from the start. */
  readonly secure?: boolean;
  /** Offers STARTTLS. */
  readonly startTls?: boolean;
  /** The only valid credentials. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Called with the source of each mail, which is then neither parsed nor stored; for measurements. */
  readonly onSource?: (source: Buffer) => void;
  readonly onRecipient?: (address: string) => Reply;
  /** Called for each mail before the reply. 'drop' closes the connection without a reply. */
  readonly onMail?: (mail: ReceivedMail) => Reply | 'drop' | Promise<Reply | 'drop'>;
}

/** A real mail server on loopback that stores the received mails. */
export async function startSmtpServer(
  options: SmtpServerOptions = {},
): Promise<{ url: string; taken: ReceivedMail[] }> {
  const { secure = false, startTls = false, login, onRecipient, onMail, onSource } = options;
  const taken: ReceivedMail[] = [];
  const server = new SMTPServer({
    secure,
    ...smtpCertificate,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    // The test would notice a portal that sends its password without TLS.
    allowInsecureAuth: true,
    authOptional: login === undefined,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : toSmtpError({ code: 535, text: 'Wrong log-in' }), isRight ? { user: username } : undefined);
    },
    onRcptTo: ({ address }, _session, done) => {
      const reply = onRecipient?.(address);
      done(reply ? toSmtpError(reply) : null);
    },
    onData: async (stream, session, done) => {
      const raw = await buffer(stream);
      if (onSource) {
        onSource(raw);
        done();
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      const mail: ReceivedMail = {
        ...(await PostalMime.parse(raw)),
        envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
        secure: session.secure,
        user: session.user as string | undefined,
        raw: raw.toString(),
      };
      const reply = await onMail?.(mail);
      if (reply === 'drop') {
        taken.push(mail);
        for (const connection of server.connections) connection._socket?.destroy();
        return;
      }
      if (!reply) taken.push(mail);
      done(reply ? toSmtpError(reply) : null);
    },
  });
  // Connections that are dropped on purpose.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closeAfterTests(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listening.address() as AddressInfo;
  const account = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return { url: `${secure ? 'smtps' : 'smtp'}://${account}127.0.0.1:${port}`, taken };
}

function toSmtpError({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
