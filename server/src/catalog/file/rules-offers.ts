import type { Cursor } from './cursor.ts';
import type { PathProblem } from './paths.ts';
import { isManual, isTrial, listPlans, listPrices, listProducts } from './rule-parts.ts';

const kinds = ['coupon', 'plan', 'interval', 'contact'] as const;

/** Each offer is of one kind (CXL-5). */
export function cancellationOffersFit(file: Cursor): PathProblem[] {
  return listProducts(file).flatMap((product) => {
    const offers = product.at('cancellationOffers').items();
    const seen = new Set<string>();
    return offers.flatMap((offer) => {
      const id = offer.at('id').text();
      const isRepeated = id !== undefined && seen.has(id);
      if (id !== undefined) seen.add(id);
      return [
        ...(isRepeated ? [offer.at('id').problem('catalogFile.offerRepeated')] : []),
        ...hasOneKind(offer),
        ...couponFits(file, product, offer),
        ...plansFit(product, offer),
        ...intervalFits(product, offer),
      ];
    });
  });
}

function hasOneKind(offer: Cursor): PathProblem[] {
  const given = kinds.filter((kind) => offer.at(kind).isGiven());
  if (given.length === 0) return [offer.problem('catalogFile.offerKindMissing', { kinds: kinds.join(', ') })];
  return given.slice(1).map((kind) => offer.at(kind).problem('catalogFile.offerKindTwice', { kind: given[0] ?? '' }));
}

function couponFits(file: Cursor, product: Cursor, offer: Cursor): PathProblem[] {
  const code = offer.at('coupon').text();
  if (code === undefined) return [];
  const coupons = file.at('coupons').items();
  const coupon = coupons.find((one) => one.at('code').text() === code);
  if (!coupon) {
    const codes = coupons.map((one) => one.at('code').text()).join(', ');
    return [offer.at('coupon').problem('catalogFile.offerCoupon', { count: coupons.length, codes })];
  }
  const goodFor = coupon.at('products').items();
  const isForOthers = goodFor.length > 0 && !goodFor.some((one) => one.text() === product.at('id').text());
  return isForOthers ? [offer.at('coupon').problem('catalogFile.offerCouponElsewhere')] : [];
}

function plansFit(product: Cursor, offer: Cursor): PathProblem[] {
  const sold = listPlans(product).filter((plan) => !isTrial(plan) && !isManual(plan));
  const ids = (plans: readonly Cursor[]) => plans.map((plan) => plan.at('id').text());
  const known = ids(listPlans(product));
  const target = offer.at('plan');
  return [
    ...(target.text() !== undefined && !ids(sold).includes(target.text())
      ? [target.problem('catalogFile.offerPlan', { count: sold.length, plans: ids(sold).join(', ') })]
      : []),
    ...offer
      .at('plans')
      .items()
      .filter((plan) => plan.text() !== undefined && !ids(listPlans(product)).includes(plan.text()))
      .map((plan) => plan.problem('catalogFile.planOfProduct', { count: known.length, plans: known.join(', ') })),
  ];
}

function intervalFits(product: Cursor, offer: Cursor): PathProblem[] {
  const wanted = offer.at('interval').text();
  if (wanted === undefined) return [];
  const isSold = listPlans(product)
    .flatMap(listPrices)
    .some((price) => price.at('interval').text() === wanted);
  return isSold ? [] : [offer.at('interval').problem('catalogFile.offerInterval')];
}
