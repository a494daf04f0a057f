import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName } from '../../core/http/cookie-name.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import type { ProviderRegistry } from './providers.ts';

/** Why a visit to a provider failed, with the message for the user. */
const failures = {
  gone: 'externalLogins.gone',
  canceled: 'externalLogins.canceled',
  away: 'externalLogins.away',
  refused: 'externalLogins.refused',
  unknown: 'externalLogins.unknown',
  unverified: 'externalLogins.unverified',
  taken: 'externalLogins.taken',
  hasAnother: 'externalLogins.hasAnother',
  signedOut: 'externalLogins.signedOut',
  lastWayIn: 'waysIn.last',
  confirm: 'problem.confirmationRequired',
  antiForgery: 'problem.antiForgery',
} as const satisfies Record<string, MessageKey>;
export type FailureReason = keyof typeof failures;

/** A visit to a provider that failed. A page shows it as model state (EXT-8). */
export class ExternalLoginFailure extends Error {
  override name = 'ExternalLoginFailure';
  readonly reason: FailureReason;
  readonly provider: string;
  /** The target of the sign-in, kept for the next try. */
  returnUrl = '/';
  /** The page that shows the failure, if it is not the sign-in page. */
  leadsTo: string | undefined;

  constructor(reason: FailureReason, provider: string, cause?: unknown) {
    super(`${provider}: ${reason}`, { cause });
    this.reason = reason;
    this.provider = provider;
  }
}

const secondsKept = 120;

export interface Notices {
  leave(reply: FastifyReply, failure: Pick<ExternalLoginFailure, 'reason' | 'provider'>): void;
  /** Reads and clears the failure that was stored for the next page, as its model state. */
  take(request: FastifyRequest, reply: FastifyReply): Readonly<Record<string, string[]>>;
}

/** Carries failures in a cookie to the page that shows them. The cookie grants nothing: it only selects one of the messages above. */
export function createNotices({ publicUrl, providers }: { publicUrl: string; providers: ProviderRegistry }): Notices {
  const secure = publicUrl.startsWith('https:');
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure } as const;
  const cookie = cookieName('portico_notice', secure);
  return {
    leave(reply, { reason, provider }) {
      reply.setCookie(cookie, `${reason}.${provider}`, { ...options, maxAge: secondsKept });
    },
    take(request, reply): Record<string, string[]> {
      const left = request.cookies[cookie];
      if (left === undefined) return {};
      reply.clearCookie(cookie, options);
      const [reason = '', name = ''] = left.split('.');
      if (!Object.hasOwn(failures, reason)) return {};
      const provider = providers.find(name)?.displayName ?? '';
      return { '': [translate(request.locale, failures[reason as FailureReason], { provider })] };
    },
  };
}
