import { type AttentionItem, type attention, maxNoticeDays, type ResponseOf, type UsedEnd } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountSettings, findContact, listAdminRecipients } from '../../accounts/index.ts';
import { maxShownDays, nameProduct, type Product, selectNoticeDays } from '../../catalog/index.ts';
import { can } from '../../core/http/access.ts';
import { listEndingTokens } from '../../licensing/index.ts';
import type { Expiry } from '../expiry-notices/expiry-notices.rules.ts';
import { listShownExpiries } from '../expiry-notices/shown-ends.ts';
import type { AttentionRequestContext } from './attention.context.ts';

type Products = ReadonlyMap<string, Product>;

/** The maximum number of ends that are shown. */
const maxItems = 20;
/** The maximum number of admins that are named. */
const maxNamed = 3;

/** Trials and licenses that end soon, for users who may see the account's billing (ATT-10). Canceled subscriptions have their own items. */
export async function listTrialAndLicenseEnds(
  context: AttentionRequestContext,
  products: Products,
): Promise<AttentionItem[]> {
  const { database, accountId, catalog, config, session } = context;
  const now = catalog.now();
  const [ends, contactUrl] = await Promise.all([
    listShownExpiries(database.query, accountId, { products, now }),
    findContact(database.query, session.account.companyId, config),
  ]);
  return ends.flatMap((end) => presentEnd(end, { products, now, contactUrl, locale: context.locale }) ?? []);
}

interface PresentOptions {
  readonly products: Products;
  readonly now: Date;
  readonly contactUrl: string | null;
  readonly locale: AttentionRequestContext['locale'];
}

function presentEnd(end: Expiry, { products, now, contactUrl, locale }: PresentOptions): AttentionItem | undefined {
  const { kind, at, productId, subjectId, amount: renewalAmount, currency, licenseNumber } = end;
  const about = { productId, productName: nameProduct(products, productId, locale), endsAt: at.toISOString() };
  switch (kind) {
    case 'trial':
      return { kind: 'trialEnding', ...about, subscriptionId: subjectId, renewalAmount, currency };
    case 'license':
      return {
        kind: 'licenseEnding',
        ...about,
        licenseId: subjectId,
        licenseNumber: licenseNumber ?? '',
        hasEnded: at <= now,
        contactUrl,
      };
    default:
      return undefined;
  }
}

/** Tokens that expire within the notice days of the account or the product (EXP-6), for users who can replace them (ATT-8). */
export async function listExpiringTokens(
  { database, accountId, catalog, session, locale }: AttentionRequestContext,
  products: Products,
): Promise<AttentionItem[]> {
  if (!can('productTokens.manage', session)) return [];
  const from = catalog.now();
  // A token works through its last day.
  const within = (days: number) => new Date(from.getTime() + (days + 1) * millisecondsInDay);
  const [{ noticeDays }, tokens] = await Promise.all([
    findAccountSettings(database.query, accountId),
    listEndingTokens(database.query, accountId, { from, until: within(maxNoticeDays) }, maxItems),
  ]);
  const isShown = (expiresAt: Date, productId: string) =>
    expiresAt <= within(maxShownDays(selectNoticeDays(noticeDays, products.get(productId))));
  return tokens.flatMap(({ id, name, productId, expiresAt }): AttentionItem[] =>
    expiresAt && isShown(expiresAt, productId)
      ? [
          {
            kind: 'tokenEnding',
            tokenId: id,
            tokenName: name,
            productId,
            productName: nameProduct(products, productId, locale),
            endsAt: expiresAt.toISOString(),
          },
        ]
      : [],
  );
}

/** The ends of the account's products, without amounts, with the names of admins who can act (ATT-9). */
export async function listEndsForUsers(
  context: AttentionRequestContext,
): Promise<ResponseOf<typeof attention.listEnds>> {
  const { database, accountId, catalog, locale } = context;
  const now = catalog.now();
  const products = await catalog.findProducts();
  const ends = await listShownExpiries(database.query, accountId, { products, now });
  const admins = ends.length > 0 ? await listAdminRecipients(database.query, accountId) : [];
  const byOwner = admins.toSorted((one, other) => Number(other.isOwner) - Number(one.isOwner));
  return {
    items: ends.slice(0, maxItems).map(
      ({ kind, productId, at, amount }): UsedEnd => ({
        kind: kind === 'license' ? 'license' : kind === 'trial' ? 'trial' : 'canceled',
        productId,
        productName: nameProduct(products, productId, locale),
        endsAt: at.toISOString(),
        hasEnded: at <= now,
        goesOn: kind === 'trial' && amount !== null,
      }),
    ),
    ask: byOwner.slice(0, maxNamed).map(({ name, login }) => name || login),
  };
}
