import type { ManualOrder, ManualOrderDetails } from '@portico/contract';

/** The values of the form's fields. */
export interface OrderDraft {
  account: { id: number; name: string } | null;
  productId: string;
  planId: string;
  version: string;
  /** Null until entered. */
  quantity: number | null;
  hasUnlimitedDevices: boolean;
  domains: number | null;
  hasUnlimitedDomains: boolean;
  /** As typed. */
  price: string;
  number: string;
  /** A day, `2027-05-31`. */
  expirationDate: string;
  neverExpires: boolean;
  note: string;
}

export const emptyDraft: OrderDraft = {
  account: null,
  productId: '',
  planId: '',
  version: '',
  quantity: 1,
  hasUnlimitedDevices: false,
  domains: 1,
  hasUnlimitedDomains: true,
  price: '',
  number: '',
  expirationDate: '',
  neverExpires: false,
  note: '',
};

const isUnlimited = (quantity: number | null) => quantity === null || quantity === -1;

export function createOrderDraft(order: ManualOrder): OrderDraft {
  const [product] = order.products;
  const hasUnlimitedDevices = isUnlimited(order.hardwareIdNumber);
  const hasUnlimitedDomains = isUnlimited(order.domainsNumber);
  return {
    account: { id: order.accountId, name: order.accountName },
    productId: product?.productId ?? '',
    planId: product?.planId ?? '',
    version: order.version,
    quantity: hasUnlimitedDevices ? 1 : order.hardwareIdNumber,
    hasUnlimitedDevices,
    domains: hasUnlimitedDomains ? 1 : order.domainsNumber,
    hasUnlimitedDomains,
    price: (order.price / 100).toFixed(2),
    number: order.number,
    expirationDate: order.expirationDate ? toLocalDay(order.expirationDate) : '',
    neverExpires: order.expirationDate === null,
    note: order.note,
  };
}

/**
 * The request for the input. A day means its end in the operator's time zone.
 * @param before the stored order: an unchanged expiration date keeps its time
 */
export function toOrderDetails(draft: OrderDraft, before?: Pick<ManualOrder, 'expirationDate'>): ManualOrderDetails {
  const stored = before?.expirationDate ?? null;
  const isSameDay = stored !== null && toLocalDay(stored) === draft.expirationDate;
  return {
    productId: draft.productId,
    planId: draft.planId,
    version: draft.version,
    quantity: draft.hasUnlimitedDevices ? -1 : (draft.quantity ?? 0),
    domains: draft.hasUnlimitedDomains ? null : (draft.domains ?? 0),
    price: parseCents(draft.price) ?? 0,
    number: draft.number,
    expirationDate: draft.neverExpires ? null : isSameDay ? stored : endOfDay(draft.expirationDate),
    note: draft.note,
  };
}

/** `1 234,50` and `1234.5` are 123450 cents; null if the text is not an amount. */
export function parseCents(text: string): number | null {
  const amount = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s$]/g, ''));
  if (!amount) return null;
  const [, units, fraction = ''] = amount;
  return Number(units) * 100 + Number(fraction.padEnd(2, '0'));
}

function toLocalDay(moment: string): string {
  const date = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}
