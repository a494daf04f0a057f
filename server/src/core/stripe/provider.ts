import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { InstallationError } from '../db/installation.ts';
import { createStripeClient, isLiveKey, stripeOrigin } from './client.ts';
import { type Provider, providerQueries as queries } from './provider.queries.ts';

/** Milliseconds to wait for the account. A portal also starts without Stripe, and then compares only the mode. */
const accountTimeout = 3_000;

/**
 * Binds a database to the provider whose ids it contains, so that ids of two providers never mix (RUN-4). A database
 * without ids may change its provider.
 * @param readAccount asks the provider for its account; null if unknown.
 * @throws InstallationError if the settings name another provider than the bound one.
 */
export async function claimProvider(
  database: Database,
  stripe: Config['stripe'],
  readAccount: (stripe: Config['stripe']) => Promise<string | null> = readStripeAccount,
): Promise<void> {
  const given: Provider = { mode: providerMode(stripe), account: await readAccount(stripe) };
  await database.transaction(async (transaction) => {
    const known = await queries.claim(transaction, given);
    const isSameMode = known.mode === given.mode;
    if (isSameMode && (known.account === given.account || given.account === null)) return;
    if (isSameMode && known.account === null) return queries.replace(transaction, given);
    if (await queries.holdsIds(transaction)) throw new InstallationError(describeRefusal(known, given));
    await queries.replace(transaction, given);
    await queries.beginMirrorAnew(transaction);
  });
}

function providerMode(stripe: Config['stripe']): Provider['mode'] {
  if (stripe.kind === 'sandbox') return 'sandbox';
  return isLiveKey(stripe.secretKey) ? 'live' : 'test';
}

/** Only Stripe's own accounts have ids. The ids of fake servers mean nothing. */
async function readStripeAccount(stripe: Config['stripe']): Promise<string | null> {
  if (stripe.kind !== 'stripe') return null;
  const { secretKey, apiBase } = stripe;
  if (apiBase !== undefined && new URL(apiBase).origin !== stripeOrigin) return null;
  try {
    const client = await createStripeClient({ secretKey, apiBase, timeout: accountTimeout })();
    return (await client.accounts.retrieveCurrent({}, { maxNetworkRetries: 0 })).id;
  } catch {
    // A restricted key may not read it, and Stripe may not answer now.
    return null;
  }
}

function describe({ mode, account }: Provider): string {
  if (mode === 'sandbox') return 'the sandbox';
  return `${account === null ? 'a Stripe account' : `the Stripe account ${account}`} in ${mode} mode`;
}

function describeRefusal(known: Provider, given: Provider): string {
  return `This database has customers, prices or payments of ${describe(known)}, and the settings name ${describe(given)}.
Ids of the two would mix. Give the portal another database with DATABASE_URL, or without it another folder with DATA_DIR; or go back to the
settings that it had. See docs/operations.md, 'Going to production'.`;
}
