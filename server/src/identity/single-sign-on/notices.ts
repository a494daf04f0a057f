import type { Locale, SsoFailure } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cookieName } from '../../core/http/cookie-name.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import { seal, unseal } from '../../core/secrets.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

const away = 'sso.away';
/** Messages on the sign-in page. Other failures are only for administrators, who find them in the provider's log. */
const sentences: Partial<Record<SsoFailure, MessageKey>> = {
  providerAway: away,
  providerTooSlow: away,
  canceled: 'sso.canceled',
  gone: 'sso.gone',
  stateWrong: 'sso.gone',
  visitExpired: 'sso.gone',
  providerDisabled: 'sso.gone',
  personRefused: 'sso.personRefused',
  emailMissing: 'sso.emailMissing',
  emailUnproved: 'sso.emailUnproved',
  emailOfOtherAccount: 'sso.emailOfOtherAccount',
  personKnownOtherwise: 'sso.personKnownOtherwise',
  personUnknown: 'sso.personUnknown',
  ownerUnconfirmed: 'sso.ownerUnconfirmed',
  personDisabled: 'sso.personDisabled',
};

/** Failures that another try may fix. */
const passing: ReadonlySet<SsoFailure> = new Set([
  'canceled',
  'gone',
  'stateWrong',
  'visitExpired',
  'providerDisabled',
]);

/** The failure, its provider, and whether single sign-on is required. */
export interface RefusalNotice {
  readonly failure: SsoFailure;
  readonly provider: string;
  readonly isRequired: boolean;
}

/** The messages for a failure: what happened, and what else is possible (SSO-32). */
export function failureSentences({ failure, provider, isRequired }: RefusalNotice, locale: Locale): string[] {
  const message = translate(locale, sentences[failure] ?? 'sso.refused', { provider });
  if (passing.has(failure)) return [message];
  return [message, translate(locale, isRequired ? 'sso.ownerCode' : 'sso.otherWays')];
}

const content = z.record(z.string().max(100), z.array(z.string().max(1000)));
const secondsKept = 120;
const sealScope = { purpose: 'single sign-on notice', owner: 'browser' };

export interface SsoNotices {
  leave(reply: FastifyReply, modelState: Readonly<Record<string, string[]>>): void;
  /** Reads and clears the notice for the next page, as its model state. */
  take(request: FastifyRequest, reply: FastifyReply): Readonly<Record<string, string[]>>;
}

/** Carries messages to the next page. They are sealed, so that no one else can write on the portal's pages. */
export function createSsoNotices({
  publicUrl,
  config,
}: {
  readonly publicUrl: string;
  readonly config: Pick<SingleSignOnContext['config'], 'appSecret'>;
}): SsoNotices {
  const secure = publicUrl.startsWith('https:');
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure } as const;
  const name = cookieName('portico_sso_notice', secure);
  return {
    leave(reply, modelState) {
      const sealed = seal(config.appSecret, sealScope, Buffer.from(JSON.stringify(modelState)));
      reply.setCookie(name, sealed.toString('base64url'), { ...options, maxAge: secondsKept });
    },
    take(request, reply) {
      const left = request.cookies[name];
      if (left === undefined) return {};
      reply.clearCookie(name, options);
      try {
        const opened = unseal(config.appSecret, sealScope, Buffer.from(left, 'base64url')).toString();
        return content.parse(JSON.parse(opened));
      } catch {
        return {};
      }
    },
  };
}
