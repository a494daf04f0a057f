import type { CatalogChanges } from './apply-catalog.ts';
import type { Change } from './changes.ts';
import type { StripeEnding, StripeStep } from './stripe-plan.ts';

const signs = { added: '+', changed: '~', restored: '+', retired: '-' } as const;

/** A readable report of an apply, with a line for each entry and field. */
export function describeChanges({ changes, steps, endings }: CatalogChanges): string[] {
  const atStripe = [...steps.map(describeStep), ...endings.map(describeEnding)];
  if (changes.length === 0 && atStripe.length === 0) return ['Nothing differs.'];
  return [
    ...(changes.length > 0 ? ['Portal', ...changes.flatMap(describeChange)] : []),
    ...(atStripe.length > 0 ? ['Stripe', ...atStripe.map((line) => `  ${line}`)] : []),
    summary(changes, atStripe.length),
  ];
}

function describeChange({ entity, id, name, kind, fields }: Change): string[] {
  return [
    `  ${signs[kind]} ${entity} ${id} (${name})${kind === 'changed' || kind === 'added' ? '' : `: ${kind}`}`,
    ...fields.map(
      ({ field, from, to }) => `      ${field}: ${describeValue(field, from)} → ${describeValue(field, to)}`,
    ),
  ];
}

function describeValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (value instanceof Date) return value.toISOString();
  if ((field === 'amount' || field === 'amountOff') && typeof value === 'number') return money(value);
  if (typeof value === 'string' && value.startsWith('data:')) {
    return `a picture of ${Math.ceil((value.length * 3) / 4 / 1024)} kB`;
  }
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return written.length > 120 ? `${written.slice(0, 119)}…` : written;
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** What an apply would do, such as '+ price price_1 of desktop-monthly: sold again'. */
export function describeStep(step: StripeStep): string {
  switch (step.kind) {
    case 'createProduct':
      return `+ product ${step.product.id} (${step.product.name})`;
    case 'updateProduct':
      return `~ product ${step.id} (${step.name}): ${Object.keys(step.change).join(', ')}`;
    case 'createPrice': {
      const { priceId, amount, currency, interval, intervalCount, follows } = step.price;
      const every = intervalCount === 1 ? interval.toLowerCase() : `${intervalCount} ${interval.toLowerCase()}s`;
      return `+ price of ${priceId}: ${money(amount)} ${currency.toUpperCase()} each ${every}${
        follows === null ? '' : '; subscriptions keep the price they were bought at'
      }`;
    }
    case 'activatePrice':
      return `+ price ${step.stripePriceId} of ${step.priceId}: sold again`;
    case 'createCoupon':
      return `+ coupon ${step.stripeCouponId} (${step.name})`;
    case 'renameCoupon':
      return `~ coupon ${step.stripeCouponId}: name`;
    case 'createPromotionCode':
      return `+ promotion code ${step.code} for coupon ${step.stripeCouponId}`;
  }
}

function describeEnding(ending: StripeEnding): string {
  switch (ending.kind) {
    case 'deactivatePrice':
      return `- price ${ending.stripePriceId} of ${ending.priceId}: no longer sold`;
    case 'deactivatePromotionCode':
      return `- promotion code ${ending.code} (${ending.promotionCodeId}): no longer accepted`;
    case 'deactivateProduct':
      return `- product ${ending.id} (${ending.name}): no longer sold`;
  }
}

function summary(changes: readonly Change[], calls: number): string {
  const counts = (['added', 'changed', 'restored', 'retired'] as const)
    .map((kind) => [changes.filter((change) => change.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}`);
  return `Portal: ${counts.join(', ') || 'nothing'}. Stripe: ${calls === 0 ? 'nothing' : `${calls} ${calls === 1 ? 'change' : 'changes'}`}.`;
}
