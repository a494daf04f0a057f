import type { FastifyInstance } from 'fastify';
import type { Database, Queryable } from '../../db/database.ts';
import { ProviderRefusedError } from '../errors.ts';
import { recordIssues } from './issues.queries.ts';

/** The subject of the issue that Stripe does not sell a price. It is one issue, however many customers meet it. */
export const soldPricesSubject = 'prices on sale';

/** Shows operators why Stripe refused what a customer wanted to do (OPR-12). Other errors are ignored. */
export async function recordRefusal(on: Queryable, error: unknown, accountId: number | null): Promise<void> {
  if (!(error instanceof ProviderRefusedError)) return;
  const { issue, param, providerCode, reason } = error;
  if (error.code === 'NotForSale')
    return void (await recordIssues(on, [{ kind: issue, subject: soldPricesSubject, accountId: null, reason }]));
  const subject = [accountId, issue === 'refused' ? (param ?? providerCode) : null].filter((part) => part != null);
  await recordIssues(on, [{ kind: issue, subject: subject.join(' '), accountId, reason }]);
}

/**
 * Records the refusals that requests are answered with.
 * @param compare finds out which prices Stripe does not sell
 */
export function installRefusalReports(
  app: FastifyInstance,
  { query }: Pick<Database, 'query'>,
  compare: (on: Queryable) => Promise<void>,
): void {
  app.addHook('onError', async (request, _reply, error) => {
    try {
      if (!(error instanceof ProviderRefusedError)) return;
      await recordRefusal(query, error, request.session?.account.id ?? null);
      if (error.code === 'NotForSale') await compare(query);
    } catch (failure) {
      request.log.error({ err: failure }, 'a refusal by Stripe could not be recorded');
    }
  });
}
