import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import type { ProviderRegistry } from './providers.ts';

/** Why a visit to a provider did not end as wanted, with what people are told. */
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

/** A visit to a provider that ended otherwise. A page tells it, as model state (EXT-8). */
export class ExternalLoginFailure extends Error {
  override name = 'ExternalLoginFailure';
  readonly reason: FailureReason;
  readonly provider: string;
  /** Where the sign-in was to lead: the next try leads there too. */
  returnUrl = '/';
  /** The page that tells it, where it is not the sign-in page. */
  leadsTo: string | undefined;

  constructor(reason: FailureReason, provider: string, cause?: unknown) {
    super(`${provider}: ${reason}`, { cause });
    this.reason = reason;
    this.provider = provider;
  }
}

/** Carries a failure to the page that tells it. It has no authority: it chooses one of the sentences above. */
const noticeCookie = 'portico_notice';
const secondsKept = 120;

export interface Notices {
  leave(reply: FastifyReply, failure: Pick<ExternalLoginFailure, 'reason' | 'provider'>): void;
  /** Takes the failure that was left for the next page, as its model state. */
  take(request: FastifyRequest, reply: FastifyReply): Readonly<Record<string, string[]>>;
}

export function createNotices({ publicUrl, providers }: { publicUrl: string; providers: ProviderRegistry }): Notices {
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure: publicUrl.startsWith('https:') } as const;
  return {
    leave(reply, { reason, provider }) {
      reply.setCookie(noticeCookie, `${reason}.${provider}`, { ...options, maxAge: secondsKept });
    },
    take(request, reply): Record<string, string[]> {
      const left = request.cookies[noticeCookie];
      if (left === undefined) return {};
      reply.clearCookie(noticeCookie, options);
      const [reason = '', name = ''] = left.split('.');
      if (!Object.hasOwn(failures, reason)) return {};
      const provider = providers.find(name)?.displayName ?? '';
      return { '': [translate(request.locale, failures[reason as FailureReason], { provider })] };
    },
  };
}
