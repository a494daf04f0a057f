import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientAddress, keyOfAddress } from '../../core/http/address.ts';
import { AppError } from '../../core/http/app-error.ts';
import { realAuthor } from '../../core/http/request-context.ts';
import type { Audit } from './audit.service.ts';

const kinds = { Forbidden: 'forbidden', AntiForgery: 'antiForgery' } as const;

/**
 * Records requests that were refused for a missing permission or anti-forgery token. Each process records at most 60
 * per address (IPv6 by /64) in 15 minutes (AUD-5), because refusals cost the caller nothing and the log cannot shrink.
 */
export function installRefusalAudit(app: FastifyInstance, audit: Audit): void {
  const limit = new RateLimiterMemory({ points: 60, duration: 15 * 60 });
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || !(error.code in kinds)) return;
    const address = clientAddress(request);
    const { session } = request;
    try {
      await limit.consume(keyOfAddress(address));
    } catch {
      return;
    }
    try {
      await audit.record({
        kind: kinds[error.code as keyof typeof kinds],
        accountId: session?.account.id,
        userId: session?.user.id,
        ...(session && realAuthor(session)),
        detail: { method: request.method, path: request.routeOptions.url ?? '' },
        address,
        requestId: request.id,
      });
    } catch (failure) {
      request.log.error({ err: failure }, 'a refusal could not be recorded');
    }
  });
}
