import { cancellationReasons } from '../../lib/cancellation-reasons.ts';
import { readDays } from '../../onboarding/sign-up/operator/search.ts';
import { extendSearch, filteredListSearch, isOn, listSearch, positive } from '../../ui/data-table/search.ts';
import { readOrderStatus } from '../list-search.ts';

/** The manual orders of all accounts. */
export const manualOrderSearch = extendSearch(
  filteredListSearch(['date', 'number', 'status', 'paymentStatus'], { sortField: 'date', order: 'desc' }),
  (search) => ({ status: readOrderStatus(search.status) }),
);

/** The licenses of all accounts. */
export const operatorLicenseSearch = filteredListSearch(['created'], { sortField: 'created', order: 'desc' });

/** What customers said when they canceled. */
export const cancellationSearch = extendSearch(
  listSearch(['decided'], { sortField: 'decided', order: 'desc' }),
  (search) => ({
    productId: readProductId(search.productId),
    month: readMonth(search.month),
    reason: cancellationReasons.find((reason) => reason === search.reason),
    withComment: isOn(search.withComment) ? (true as const) : undefined,
  }),
);

/** The first day of a month; anything else is none. */
function readMonth(given: unknown): string | undefined {
  return typeof given === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-01$/.test(given) ? given : undefined;
}

/** The funnel of the sign-up. */
export const signUpFunnelSearch = extendSearch(
  listSearch(['day'], { sortField: 'day', order: 'desc' }),
  ({ from, to, companyId, productId }) => {
    const days = readDays(from, to);
    return {
      from: days?.from,
      to: days?.to,
      companyId: positive(companyId) ?? undefined,
      productId: readProductId(productId),
    };
  },
);

/** The tokens that were reported, the latest first. */
export const leakedTokenSearch = listSearch(['disabled'], { sortField: 'disabled', order: 'desc' });

/** The late payments of all accounts. */
export const latePaymentSearch = listSearch(['amount'], { sortField: 'amount', order: 'desc' });

/** All accounts. */
export const operatorAccountSearch = filteredListSearch(['name', 'createdAt'], { sortField: 'name', order: 'asc' });

/** The vendor's brands. */
export const companySearch = filteredListSearch(['name'], { sortField: 'name', order: 'asc' });

/** The products or coupons of the catalog. */
export const catalogSearch = extendSearch(
  filteredListSearch(['position'], { sortField: 'position', order: 'asc' }),
  ({ list, show }) => ({
    list: list === 'coupons' ? ('coupons' as const) : undefined,
    show: show === 'retired' ? ('retired' as const) : undefined,
  }),
);

/** The versions of the catalog. */
export const catalogVersionSearch = listSearch(['id'], { sortField: 'id', order: 'desc' });

/** The operators. */
export const operatorListSearch = filteredListSearch(['email', 'lastLoginDate'], { sortField: 'email', order: 'asc' });

/** The users of an account. */
export const accountUserSearch = filteredListSearch(['login', 'lastLoginDate'], { sortField: 'login', order: 'asc' });

const messageStates = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;

/** Mail and text messages, those of all accounts and the outbox's. */
export const messageSearch = extendSearch(
  filteredListSearch(['queued'], { sortField: 'queued', order: 'desc' }),
  (search) => ({ state: messageStates.find((state) => state === search.state) }),
);

/** Undefined for what cannot be a product's id. */
function readProductId(given: unknown): string | undefined {
  return typeof given === 'string' && /^[a-z0-9][a-z0-9-]{0,62}$/.test(given) ? given : undefined;
}
