import type { CockpitNeed } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { listEndedTrials, listEndingTrials, listPastDue } from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { listExceeded, listLicenseEndsAhead, listTokenEndsAhead } from '../../licensing/index.ts';

/** An account that needs somebody, before it is presented. */
interface Needing extends Pick<CockpitNeed, 'reason' | 'exceeded' | 'quantity'> {
  readonly accountId: number;
  readonly productId: string;
  /** The license that it is about; null for a product. */
  readonly number: string | null;
  readonly since: Date | null;
}

/** Days before the end of a license that nothing renews, and of a trial, which is short. */
const licenseDays = 30;
const trialDays = 7;
/** Days before the end of a token by which a product speaks to the portal. */
const tokenDays = 7;

/** The accounts that need somebody, what is worst first: what stopped, what is too small, what ends (OPR-6, EXP-7). */
export async function findNeeds(
  on: Queryable,
  now: Date,
  { recent, shown }: { readonly recent: Date; readonly shown: number },
): Promise<Needing[]> {
  const until = (days: number) => ({ from: now, until: new Date(now.getTime() + days * millisecondsInDay) });
  const [pastDue, exceeded, licenses, tokens, trials, ended] = await Promise.all([
    listPastDue(on, shown),
    listExceeded(on, shown),
    listLicenseEndsAhead(on, until(licenseDays), shown),
    listTokenEndsAhead(on, until(tokenDays), shown),
    listEndingTrials(on, until(trialDays), shown),
    listEndedTrials(on, recent, shown),
  ]);
  const none = { exceeded: 0, number: null, since: null };
  const needs = [
    ...pastDue.map((row) => ({ ...none, ...row, reason: 'pastDue' as const })),
    ...exceeded.map((row) => ({ ...none, ...row, productId: '', reason: 'overPlaces' as const })),
    ...licenses.map(({ accountId, productId, quantity, expiresAt }) => ({
      ...none,
      accountId,
      productId,
      quantity,
      since: expiresAt,
      reason: 'licenseEnds' as const,
    })),
    ...tokens.map(({ accountId, productId, expiresAt }) => ({
      ...none,
      accountId,
      productId,
      quantity: 0,
      since: expiresAt,
      reason: 'tokenEnds' as const,
    })),
    ...trials.map((row) => ({ ...none, ...row, since: row.endsAt, reason: 'trialEnds' as const })),
    ...ended.map((row) => ({ ...none, ...row, reason: 'trialEnded' as const })),
  ];
  return needs.slice(0, shown).map(({ accountId, productId, number, since, reason, exceeded: over, quantity }) => ({
    accountId,
    productId,
    number,
    since,
    reason,
    exceeded: over,
    quantity,
  }));
}
