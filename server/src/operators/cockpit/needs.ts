import type { CockpitNeed } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { listEndedTrials, listEndingTrials, listPastDue } from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { listOpenIssues, type OpenStripeIssue } from '../../core/stripe/index.ts';
import { listExceeded, listLicenseEndsAhead, listTokenEndsAhead } from '../../licensing/index.ts';

/** An account that needs attention, before it is presented. */
export interface AccountNeed extends Pick<CockpitNeed, 'reason' | 'exceeded' | 'quantity'> {
  /** Null for an issue at Stripe that concerns no single account. */
  readonly accountId: number | null;
  readonly productId: string;
  /** The number of the license concerned; null if a product is. */
  readonly number: string | null;
  readonly since: Date | null;
  readonly issue?: OpenStripeIssue;
}

/** Days before the end of a non-renewing license, and of a trial, at which they are listed. Trials are short. */
const licenseDays = 30;
const trialDays = 7;
/** Days before the expiry of a product token at which it is listed. */
const tokenDays = 7;

/** Issues at Stripe and accounts that need attention, most urgent first: issues, past due or exceeded, then ending (OPR-6, OPR-12, EXP-7). */
export async function findNeeds(
  on: Queryable,
  now: Date,
  { recent, maxRows }: { readonly recent: Date; readonly maxRows: number },
): Promise<AccountNeed[]> {
  const until = (days: number) => ({ from: now, until: new Date(now.getTime() + days * millisecondsInDay) });
  const [issues, pastDue, exceeded, licenses, tokens, trials, ended] = await Promise.all([
    listOpenIssues(on, maxRows),
    listPastDue(on, maxRows),
    listExceeded(on, maxRows),
    listLicenseEndsAhead(on, until(licenseDays), maxRows),
    listTokenEndsAhead(on, until(tokenDays), maxRows),
    listEndingTrials(on, until(trialDays), maxRows),
    listEndedTrials(on, recent, maxRows),
  ]);
  const none = { exceeded: 0, number: null, since: null };
  const needs: AccountNeed[] = [
    ...issues.map((issue) => ({
      ...none,
      accountId: issue.accountId,
      productId: issue.productId ?? '',
      quantity: 0,
      since: issue.foundAt,
      reason: issue.kind,
      issue,
    })),
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
  return needs.slice(0, maxRows);
}
