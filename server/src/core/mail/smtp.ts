import type { Transporter } from 'nodemailer';
import { DeliveryError } from './delivery-error.ts';
import type { RenderedMail } from './render/render.ts';

interface Address {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail extends RenderedMail {
  /** The same for every try, so that a mailbox can detect duplicates. */
  readonly messageId: string;
  readonly from: Address;
  readonly to: Address;
  readonly replyTo: Address | null;
  /** The attached PDF; null for none. */
  readonly pdf: { readonly fileName: string; readonly content: Buffer } | null;
}

export interface SmtpOptions {
  /** The server with its credentials: `smtps://` starts with TLS, `smtp://` upgrades to it. */
  readonly url: string;
  /** The host name that the portal announces to the server. */
  readonly ownName: string;
  /**
   * Certificates of the server's own certificate authority, in PEM. Those of the system and of NODE_EXTRA_CA_CERTS are
   * known anyway.
   */
  readonly authority?: string;
}

export interface Smtp {
  /** @throws DeliveryError */
  send(mail: OutgoingMail): Promise<void>;
}

/** Maximum milliseconds for each step of a delivery, and for the whole delivery. */
const stepLimit = 15_000;
const deliveryLimit = 60_000;

/** Maximum number of connections of one process. Each message is a job, and no more jobs of this kind run at once. */
const connections = 4;

/** Loaded with the first mail, because it is large. */
async function loadLibrary() {
  const [{ createTransport }, { default: MailComposer }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/mail-composer'),
  ]);
  return { createTransport, MailComposer };
}

/**
 * Sends mail by SMTP. Credentials are sent only over TLS, except to this machine (MAIL-2). It does not retry: an
 * interrupted delivery may have succeeded, so the job decides.
 */
export function createSmtp({ url, ownName, authority }: SmtpOptions): Smtp {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isThisMachine = host === 'localhost' || host === '127.0.0.1' || host === '::1';
  const options = {
    pool: true as const,
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
  };
  let transport: Transporter | undefined;
  return {
    async send(mail) {
      const limit = new AbortController();
      // Unlike AbortSignal.timeout, this timer ends with the delivery, so that none remains.
      const timer = setTimeout(() => limit.abort(new Error('The delivery took too long')), deliveryLimit);
      try {
        const { createTransport, MailComposer } = await loadLibrary();
        transport ??= createTransport(options);
        const message = new MailComposer(composeMessage(mail)).compile();
        // Sent in one piece, because the library would stream many small chunks, each with a system call.
        const raw = await message.build();
        await transport.sendMail({
          envelope: message.getEnvelope(),
          raw,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: limit.signal,
        });
      } catch (error) {
        throw toDeliveryError(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function composeMessage({
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
    // Prevents automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(leaveAtOnceUrl !== undefined && {
        // Mail programs unsubscribe for their users with one POST (REC-5).
        'List-Unsubscribe': `<${leaveAtOnceUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Commands whose refusal is about the message. A refusal of other commands is about the connection or the credentials,
 * which the vendor can fix.
 */
const messageCommands = /^(?:MAIL FROM|RCPT TO|DATA|BDAT)/;

/** Replies that demand credentials or TLS, whatever was to be sent. */
const wantsLogIn = new Set([530, 534, 535, 538]);

/**
 * A 5xx reply to the message is final, as is an address that cannot be given to any server. Everything else may
 * succeed later (MAIL-3).
 */
function toDeliveryError(error: unknown): DeliveryError {
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
