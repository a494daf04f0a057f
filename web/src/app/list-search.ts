import { couponCodePattern } from '@portico/contract/browser';
import type { SearchMiddleware, SearchSchemaInput } from '@tanstack/react-router';
import { extendSearch, filteredListSearch, type ListSearch, listSearch } from '../ui/data-table/search.ts';

/** 10 rows a page, newest first (UI-16, INV-4). */
export const invoiceSearch = listSearch(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});

/** 10 rows a page, newest first (PAY-1). */
export const paymentSearch = listSearch(['created', 'amount', 'status', 'description'], {
  sortField: 'created',
  order: 'desc',
});

/** A coupon that a link brings along (CPN-14). */
export function couponSearch(search: { coupon?: string | undefined } & SearchSchemaInput): { coupon?: string } {
  const { coupon } = search;
  return typeof coupon === 'string' && couponCodePattern.test(coupon) ? { coupon } : {};
}

/** The plans of a product, the newest first (CAT-50). */
export const planSearch = listSearch(['created', 'name', 'type', 'featuredText', 'amountPerMonth', 'description'], {
  sortField: 'created',
  order: 'desc',
});

export const subscriptionSearch = listSearch(['startDate', 'productName', 'status', 'expirationDate'], {
  sortField: 'startDate',
  order: 'desc',
});

const userStatuses = ['active', 'inactive'] as const;
const userRoles = ['owner', 'admin', 'user', 'readOnly'] as const;

/** The place in the list of users, with its filters (USR-7). `m=a` opens the dialog that adds a user. */
export const userListSearch = extendSearch(
  filteredListSearch(['login', 'email', 'firstName', 'lastName', 'lastLoginDate'], {
    sortField: 'login',
    order: 'asc',
  }),
  (search) => ({
    status: userStatuses.find((status) => status === search.status),
    role: userRoles.find((role) => role === search.role),
    m: search.m === 'a' ? ('a' as const) : undefined,
  }),
);

const settingsSections = ['locations', 'permissions', 'notifications'] as const;

/** The tab of a user's page that is open; none is the first one. */
export function userSearch(search: { tab?: string | undefined } & SearchSchemaInput) {
  return { tab: settingsSections.find((section) => section === search.tab) };
}

/** The newest first. */
export const invitationSearch = listSearch(['sent'], { sortField: 'sent', order: 'desc' });

const oneOf =
  <const Values extends readonly number[]>(values: Values) =>
  (value: unknown): Values[number] | undefined =>
    values.find((known) => String(known) === String(value));
/** The status of an order that an address names. */
export const readOrderStatus = oneOf([0, 1, 2]);

export const orderSearch = extendSearch(
  listSearch(['date', 'number', 'status', 'paymentStatus'], { sortField: 'date', order: 'desc' }),
  (search) => ({ status: readOrderStatus(search.status) }),
);

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A range of dates; half a one is none. Whether it is one, its screen decides, whose code no other page loads. */
function rangeSearch(search: Record<string, unknown>) {
  const [from, to] = [text(search.from), text(search.to)];
  return { from: to && from, to: from && to };
}

/** 5 tokens a page, the newest first (TOK-1), the server gives 100 at most; and the range of what is counted, ISO 8601 (DASH-3). */
export const productDashboardSearch = extendSearch(
  listSearch(['created'], { sortField: 'created', order: 'desc', pageSize: 5, sizes: [5, 10, 20, 100] }),
  rangeSearch,
);

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** The list of all invoices: those with a text, a status, a product, and those of a range of dates, in ISO 8601. */
export const allInvoicesSearch = extendSearch(invoiceSearch, (search) => {
  return {
    text: text(search.text)?.trim().slice(0, 100) || undefined,
    status: invoiceStatuses.find((status) => status === search.status),
    productId: text(search.productId),
    ...rangeSearch(search),
  };
});

/** The page of the upcoming invoices; none is the first one. */
export function upcomingInvoiceSearch(search: { page?: number | undefined } & SearchSchemaInput) {
  const page = Number(search.page);
  return { page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : undefined };
}

/** Drafts and open invoices, the newest first. */
export const pendingInvoiceSearch = listSearch(['created'], { sortField: 'created', order: 'desc' });

/** The product that a page's address names: whose trial it is about, whose plans it compares. */
export function productSearch(search: { product?: string | undefined } & SearchSchemaInput) {
  return { product: text(search.product) };
}

/** What an order's address says besides the order: the license that one came from, and the product that is looked at. */
export function orderPlace(
  search: { licenseId?: string | undefined; productId?: string | undefined } & SearchSchemaInput,
) {
  return { licenseId: text(search.licenseId), productId: text(search.productId) };
}

const readLicenseStatus = oneOf([1, 2, 3]);
const readDeviceStatus = oneOf([0, 1, 2, 3, 4, 5]);

export const licenseSearch = extendSearch(
  listSearch(['created', 'number', 'expirationDate', 'status'], { sortField: 'created', order: 'desc' }),
  (search) => ({ status: readLicenseStatus(search.status), productId: text(search.productId) }),
);

/** `m=a` opens the dialog that adds a device. */
export const deviceSearch = extendSearch(
  filteredListSearch(['assigned', 'name', 'status', 'lastActivity', 'updated'], {
    sortField: 'assigned',
    order: 'desc',
  }),
  (search) => ({
    status: readDeviceStatus(search.status),
    productId: text(search.productId),
    m: search.m === 'a' ? ('a' as const) : undefined,
  }),
);

/** The devices of a license, those that need something first; `productId` is the product that is looked at. */
export const licenseDeviceSearch = extendSearch(
  filteredListSearch(['assigned', 'name', 'status', 'lastActivity'], { sortField: 'status', order: 'desc' }),
  (search) => ({ status: readDeviceStatus(search.status), productId: text(search.productId) }),
);

const auditFilters = ['userId', 'group', 'kind', 'from', 'to'] as const;

/** The account's audit log. What of its filters is known, its own code decides, which no other page loads. */
export const auditSearch = extendSearch(
  listSearch(['at'], { sortField: 'at', order: 'desc', pageSize: 20 }),
  (search) =>
    Object.fromEntries(auditFilters.map((name) => [name, text(search[name])])) as Record<
      (typeof auditFilters)[number],
      string | undefined
    >,
);

/** What stands in the address of a list: only what differs from the defaults. */
export function withoutDefaults<Search extends ListSearch>(
  read: (search: Record<string, unknown>) => Search,
): { middlewares: SearchMiddleware<Search>[] } {
  const defaults = new Map<string, unknown>(Object.entries(read({})));
  return {
    middlewares: [
      ({ search, next }) =>
        Object.fromEntries(
          Object.entries(next(search)).filter(([name, value]) => value !== defaults.get(name)),
        ) as unknown as Search,
    ],
  };
}
