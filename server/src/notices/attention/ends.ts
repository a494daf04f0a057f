import { type AttentionItem, type attention, maxNoticeDays, type ResponseOf, type UsedEnd } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountSettings, findContact, listAdminRecipients } from '../../accounts/index.ts';
import { maxShownDays, nameProduct, type Product, selectNoticeDays } from '../../catalog/index.ts';
import { can } from '../../core/http/access.ts';
import { listEndingTokens } from '../../licensing/index.ts';
import type { End } from '../expiry-notices/expiry-notices.rules.ts';
import { listShownEnds } from '../expiry-notices/shown-ends.ts';
import type { Asking } from './attention.context.ts';

type Products = ReadonlyMap<string, Product>;

/** Ends that are shown at most. */
const mostItems = 20;
/** The owner and admins who are named. */
const mostNamed = 3;

/** Trials and licenses that end soon, for those who see how the account pays (ATT-10). What was canceled is an item of its own. */
export async function listEndings(context: Asking, products: Products): Promise<AttentionItem[]> {
  const { database, accountId, catalog, config, session } = context;
  const now = catalog.now();
  const [ends, contactUrl] = await Promise.all([
    listShownEnds(database.query, accountId, { products, now }),
    findContact(database.query, session.account.companyId, config),
  ]);
  return ends.flatMap((end) => presentEnding(end, { products, now, contactUrl, locale: context.locale }) ?? []);
}

interface Presented {
  readonly products: Products;
  readonly now: Date;
  readonly contactUrl: string | null;
  readonly locale: Asking['locale'];
}

function presentEnding(end: End, { products, now, contactUrl, locale }: Presented): AttentionItem | undefined {
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

/** Tokens that end so soon that the account or the product wants it told (EXP-6), for those who can replace them (ATT-8). */
export async function listTokensEnding(
  { database, accountId, catalog, session, locale }: Asking,
  products: Products,
): Promise<AttentionItem[]> {
  if (!can('productTokens.manage', session)) return [];
  const from = catalog.now();
  // A token works through its last day, which is counted from today's beginning.
  const within = (days: number) => new Date(from.getTime() + (days + 1) * millisecondsInDay);
  const [{ noticeDays }, tokens] = await Promise.all([
    findAccountSettings(database.query, accountId),
    listEndingTokens(database.query, accountId, { from, until: within(maxNoticeDays) }, mostItems),
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

/** What the account uses and what ends of it, without money, with the names of those who can act (ATT-9). */
export async function listUsedEnds(context: Asking): Promise<ResponseOf<typeof attention.listEnds>> {
  const { database, accountId, catalog, locale } = context;
  const now = catalog.now();
  const products = await catalog.findProducts();
  const ends = await listShownEnds(database.query, accountId, { products, now });
  const people = ends.length > 0 ? await listAdminRecipients(database.query, accountId) : [];
  const byOwner = people.toSorted((one, other) => Number(other.isOwner) - Number(one.isOwner));
  return {
    items: ends.slice(0, mostItems).map(
      ({ kind, productId, at, amount }): UsedEnd => ({
        kind: kind === 'license' ? 'license' : kind === 'trial' ? 'trial' : 'canceled',
        productId,
        productName: nameProduct(products, productId, locale),
        endsAt: at.toISOString(),
        hasEnded: at <= now,
        goesOn: kind === 'trial' && amount !== null,
      }),
    ),
    ask: byOwner.slice(0, mostNamed).map(({ name, login }) => name || login),
  };
}
