import type { ProductToken } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import type { Browser } from '../../../test/browser.ts';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { findNamedUsers } from '../../accounts/index.ts';
import { startUsers } from '../../accounts/users/users.test-support.ts';
import { createCatalog, type HeldSubscription } from '../../catalog/index.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';
import { productTokensModule } from './product-tokens.routes.ts';

/** The UTC day (`YYYY-MM-DD`) that is `days` from now. */
export const dayIn = (days: number) => new Date(Date.now() + days * millisecondsInDay).toISOString().slice(0, 10);

/** The demonstration's people with the calls for tokens. Every account has subscribed to `scan`, and to no other product. */
export async function startProductTokens() {
  let context: ProductTokensContext | undefined;
  const started = await startUsers((parts) => {
    context = {
      ...parts,
      mail: parts.mail as Mail,
      catalog: createCatalog({ database: parts.database }),
      holdings: {
        forProducts: async (_, ids) =>
          new Map(
            ids.filter((id) => id === 'scan').map((id) => [id, { subscriptions: [{ status: 4 } as HeldSubscription] }]),
          ),
      },
      findNamedUsers,
    };
    return [productTokensModule(context)];
  });
  closeAfterTests(() => started.app.close());
  const { sql, signIn } = started;
  const owner = await signIn('owner@acme.example');
  await sql(
    "insert into account_features (account_id, feature) select id, 'customerAdmin' from accounts on conflict do nothing",
  );
  const base = (productId = 'scan') => `/api/ProductsDashboard/${productId}`;
  const call = (method: 'PUT' | 'DELETE' | 'POST', what: string, body?: object, by: Browser = owner) =>
    by.send(method, `${base()}/${what}`, body && { payload: body });
  return {
    ...started,
    owner,
    base,
    call,
    context: context as unknown as ProductTokensContext,
    /** Creates a token. @returns the answer, with the whole token */
    async add(change: object = {}, by: Browser = owner): Promise<ProductToken> {
      const body = { expirationDate: '9999-01-01', tokenType: 'Secret', name: 'Nightly export', ...change };
      const added = await by.post(`${base()}/AddToken`, body);
      if (added.statusCode !== 200) throw new Error(added.body);
      return added.json();
    },
    list: async (by: Browser = owner, query: Record<string, string> = {}) =>
      (await by.get(`${base()}/GetTokens`, { query })).json(),
    /** Deletes tokens, limits and mail to restore the initial state. */
    async clear() {
      await sql('delete from product_tokens');
      await sql('delete from rate_limits');
      await sql('delete from mail_messages');
    },
  };
}
