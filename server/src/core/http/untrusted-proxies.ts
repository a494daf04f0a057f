import type { FastifyInstance } from 'fastify';
import { plainAddress } from './address.ts';

/** Maximum number of neighbors that are reported, because anybody can send the header. */
const maxNeighbors = 20;
/** Milliseconds after which a neighbor is reported again, so that its record stays within a day. */
const reportInterval = 12 * 3_600_000;

/**
 * Reports each neighbor that forwards requests and is not one of TRUSTED_PROXIES: its visitors share one address in
 * limits and the audit log (RUN-18).
 * @param record stores the neighbor for the health page
 */
export function watchForUntrustedProxies(app: FastifyInstance, record: (neighbor: string) => Promise<void>): void {
  const reported = new Map<string, number>();
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    // With a trusted neighbor, `ips` has further addresses.
    if (request.headers['x-forwarded-for'] === undefined || (request.ips?.length ?? 1) > 1) return;
    const neighbor = plainAddress(request.socket.remoteAddress);
    if (neighbor === null || performance.now() - (reported.get(neighbor) ?? -reportInterval) < reportInterval) return;
    if (reported.size >= maxNeighbors && !reported.has(neighbor)) return;
    reported.set(neighbor, performance.now());
    app.log.warn(
      { neighbor },
      `${neighbor} forwards requests but is not in TRUSTED_PROXIES. Its visitors share one address.`,
    );
    record(neighbor).catch((err) => app.log.warn({ err }, 'an untrusted proxy was not recorded'));
  });
}
