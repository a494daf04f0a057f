import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request that was refused under load. @param reason groups similar refusals. */
    countRefusal: (reason: string, requestId: string) => void;
  }
}

/** Milliseconds between two lines. */
const interval = 1_000;

/**
 * Summarizes refusals, of which there are thousands under load. One line a second contains the number for each reason,
 * with one request id as an example.
 */
export function installRefusalLog(app: FastifyInstance): void {
  const counted = new Map<string, { count: number; reqId: string }>();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    timer = undefined;
    for (const [reason, about] of counted) app.log.warn({ reason, ...about }, 'requests refused');
    counted.clear();
  };
  app.decorate('countRefusal', (reason: string, requestId: string) => {
    counted.set(reason, { count: (counted.get(reason)?.count ?? 0) + 1, reqId: requestId });
    timer ??= setTimeout(write, interval).unref();
  });
  app.addHook('onClose', () => {
    clearTimeout(timer);
    write();
  });
}
