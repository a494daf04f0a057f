import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { DeliveryError } from './delivery-error.ts';
import type { RenderedMail } from './render/render.ts';

interface Address {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail extends RenderedMail {
  /** The same for every try, so that a mailbox that gets it twice can tell. */
  readonly messageId: string;
  readonly from: Address;
  readonly to: Address;
  readonly replyTo: Address | null;
  /** The PDF that travels with it; null for none. */
  readonly pdf: { readonly fileName: string; readonly content: Buffer } | null;
}

export interface SmtpOptions {
  /** The server with its log-in: `smtps://` begins with TLS, `smtp://` turns to it. */
  readonly url: string;
  /** The name by which the portal greets the server. */
  readonly ownName: string;
  /** Certificates of the server's own authority, in PEM. Those of the system and of NODE_EXTRA_CA_CERTS are known without. */
  readonly authority?: string;
}

export interface Smtp {
  /** @throws DeliveryError */
  send(mail: OutgoingMail): Promise<void>;
}

/** Milliseconds for each step of a delivery, and for all of it. */
const stepLimit = 15_000;
const deliveryLimit = 60_000;

/** Connections of one process. Each message is a job, and no more jobs of this kind run at once. */
const connections = 4;

/**
 * Sends mail by SMTP. A log-in is sent by TLS only, save to this machine (MAIL-2). Nothing is repeated here: a delivery that broke off may have
 * succeeded, and the job decides.
 */
export function createSmtp({ url, ownName, authority }: SmtpOptions): Smtp {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isThisMachine = host === 'localhost' || host === '127.0.0.1' || host === '::1';
  const transport = createTransport({
    pool: true,
    host,
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && username !== '' && !isThisMachine,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(authority !== undefined && { tls: { ca: authority } }),
    name: ownName,
    maxConnections: connections,
    maxRequeues: 0,
    idleTimeout: 5_000,
    connectionTimeout: stepLimit,
    greetingTimeout: stepLimit,
    socketTimeout: stepLimit,
    dnsTimeout: stepLimit,
  });
  return {
    async send(mail) {
      const limit = new AbortController();
      // Unlike AbortSignal.timeout it ends with the delivery, and costs nothing a minute later.
      const timer = setTimeout(() => limit.abort(new Error('The delivery took too long')), deliveryLimit);
      try {
        const message = new MailComposer(contentOf(mail)).compile();
        // As one piece: the library would write what it makes in many small ones, each a call of the system.
        const raw = await message.build();
        await transport.sendMail({
          envelope: message.getEnvelope(),
          raw,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: limit.signal,
        });
      } catch (error) {
        throw deliveryErrorOf(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function contentOf({
  messageId,
  from,
  to,
  replyTo,
  subject,
  html,
  text,
  attachments,
  leaveAtOnceUrl,
  pdf,
}: OutgoingMail) {
  const pictures = attachments.map(({ cid, contentType, content }) => ({
    cid,
    contentType,
    content,
    contentDisposition: 'inline' as const,
  }));
  return {
    messageId,
    from,
    to,
    ...(replyTo && { replyTo }),
    subject,
    html,
    text,
    attachments: pdf
      ? [...pictures, { filename: pdf.fileName, contentType: 'application/pdf', content: pdf.content }]
      : pictures,
    // Keeps holiday notices and the like from answering.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(leaveAtOnceUrl !== undefined && {
        // Mail programs leave for their users by one POST (REC-5).
        'List-Unsubscribe': `<${leaveAtOnceUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Commands whose refusal is about the message. That of others is about the connection or the log-in, which the vendor can mend. */
const messageCommands = /^(?:MAIL FROM|RCPT TO|DATA|BDAT)/;

/** Replies that ask for a log-in or for TLS, whatever was to be sent. */
const wantsLogIn = new Set([530, 534, 535, 538]);

/** 5xx to the message is final, and so is an address that no server can be told. Everything else may go better later (MAIL-3). */
function deliveryErrorOf(error: unknown): DeliveryError {
  const { message, code, command, responseCode, permanent } = error as {
    message: string;
    code?: string;
    command?: string;
    responseCode?: number;
    permanent?: boolean;
  };
  const isAboutMessage = messageCommands.test(command ?? '') && !wantsLogIn.has(responseCode ?? 0);
  const isImpossible = code === 'EENVELOPE' && responseCode === undefined;
  return new DeliveryError(message, (permanent === true && isAboutMessage) || isImpossible, error);
}
