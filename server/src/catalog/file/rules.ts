import type { Cursor } from './cursor.ts';
import type { PathProblem } from './paths.ts';
import { isManual, isTrial, listAllPlans, listPlans, listPrices, listProducts } from './rule-parts.ts';
import { cancellationOffersFit } from './rules-offers.ts';
import { idsAreUnique } from './rules-unique.ts';

type Rule = (file: Cursor) => PathProblem[];

/** The rules about several fields. Each rule reads the whole file. */
export const rules: readonly Rule[] = [
  idsAreUnique,
  plansArePriced,
  planFieldsFit,
  intervalsAreShortEnough,
  productsHaveAddresses,
  productsCanBeOpened,
  addonsFitPlans,
  featureValuesFit,
  licensingFits,
  couponsFit,
  cancellationOffersFit,
];

function plansArePriced(file: Cursor): PathProblem[] {
  return listAllPlans(file)
    .filter((plan) => listPrices(plan).length === 0 && !isTrial(plan) && !isManual(plan))
    .map((plan) => plan.at('prices').problem('catalogFile.planNeedsPrice'));
}

function planFieldsFit(file: Cursor): PathProblem[] {
  return listAllPlans(file).flatMap((plan) => {
    const least = plan.at('minQuantity').number() ?? 0;
    const most = plan.at('maxQuantity').number() ?? 100_000;
    return [
      ...(most < least ? [plan.at('maxQuantity').problem('catalogFile.maxBelowMin', { least })] : []),
      ...(isTrial(plan) && isManual(plan) ? [plan.at('trial').problem('catalogFile.trialOfManual')] : []),
      ...(plan.at('contactUrl').isGiven() && !isManual(plan)
        ? [plan.at('contactUrl').problem('catalogFile.contactOfStripe')]
        : []),
      ...(plan.at('featuredText').isGiven() && [undefined, false].includes(plan.at('featured').value as undefined)
        ? [plan.at('featuredText').problem('catalogFile.featuredTextAlone')]
        : []),
    ];
  });
}

const maxIntervalCounts: Readonly<Record<string, number>> = { day: 1095, month: 36, year: 3 };

/** An interval is at most three years (CAT-26). */
function intervalsAreShortEnough(file: Cursor): PathProblem[] {
  const addons = listProducts(file).flatMap((product) => product.at('addons').items());
  return [...listAllPlans(file), ...addons].flatMap(listPrices).flatMap((price) => {
    const most = maxIntervalCounts[price.at('interval').text() ?? ''];
    const count = price.at('intervalCount');
    return most !== undefined && (count.number() ?? 1) > most
      ? [count.problem('catalogFile.intervalTooLong', { most })]
      : [];
  });
}

function productsHaveAddresses(file: Cursor): PathProblem[] {
  return listProducts(file)
    .filter(
      (product) =>
        ['UrlWithSubscription', 'UrlWithLicense', 'OnlyUrl'].includes(product.at('displayType').text() ?? '') &&
        !product.at('url').isGiven(),
    )
    .map((product) =>
      product.at('url').problem('catalogFile.productNeedsUrl', { displayType: product.at('displayType').text() ?? '' }),
    );
}

function productsCanBeOpened(file: Cursor): PathProblem[] {
  return listProducts(file)
    .filter((product) => listPlans(product).length === 0 && product.at('subscriptionIsRequired').value !== false)
    .map((product) => product.at('subscriptionIsRequired').problem('catalogFile.subscriptionWithoutPlans'));
}

const intervalText = (price: Cursor) => `${price.at('intervalCount').number() ?? 1} ${price.at('interval').text()}`;

/** Whether a plan is paid, so that it can have add-ons (CAT-15). */
export function sellsAddons(plan: { isTrial: boolean; isManual: boolean; amounts: readonly number[] }): boolean {
  return !plan.isTrial && !plan.isManual && plan.amounts.some((amount) => amount > 0);
}

function addonsFitPlans(file: Cursor): PathProblem[] {
  return listProducts(file).flatMap((product) => {
    const plans = listPlans(product);
    const paid = plans.filter((plan) =>
      sellsAddons({
        isTrial: isTrial(plan),
        isManual: isManual(plan),
        amounts: listPrices(plan).map((price) => Number(price.at('amount').value)),
      }),
    );
    const ids = new Set(plans.map((plan) => plan.at('id').text()));
    const paidById = new Map(paid.map((plan) => [plan.at('id').text(), plan]));
    const listed = [...ids].join(', ');
    return product
      .at('addons')
      .items()
      .flatMap((addon) => {
        const named = addon.at('plans').items();
        const names = new Set(named.map((name) => name.text()));
        const offered =
          named.length === 0 ? paid : [...paidById].flatMap(([id, plan]) => (names.has(id) ? [plan] : []));
        const intervals = new Set(offered.flatMap(listPrices).map(intervalText));
        return [
          ...named.flatMap((name) => {
            if (name.text() === undefined || paidById.has(name.text())) return [];
            return ids.has(name.text())
              ? [name.problem('catalogFile.addonPlanFree')]
              : [name.problem('catalogFile.planOfProduct', { count: plans.length, plans: listed })];
          }),
          ...listPrices(addon)
            .filter((price) => price.at('interval').text() !== undefined && !intervals.has(intervalText(price)))
            .map((price) =>
              price
                .at('interval')
                .problem('catalogFile.addonInterval', { count: intervals.size, intervals: [...intervals].join(', ') }),
            ),
        ];
      });
  });
}

/** Values have the types of their features, and a feature's first version is not after its last (CAT-25). */
function featureValuesFit(file: Cursor): PathProblem[] {
  return listProducts(file).flatMap((product) => {
    const scopes = product.at('licensedFeatures').items();
    const known = new Map(scopes.map((scope) => [scope.at('scope').text(), indexFeatures(scope)]));
    return [
      ...scopes.flatMap((scope) => scope.at('features').items()).flatMap(versionsAreInOrder),
      ...listPlans(product).flatMap((plan) =>
        plan
          .at('licensedFeatures')
          .entries()
          .flatMap(([scopeName, values]) => {
            const features = known.get(scopeName);
            if (!features) {
              return [
                values.problem('catalogFile.scopeUnknown', {
                  count: scopes.length,
                  scopes: [...known.keys()].join(', '),
                }),
              ];
            }
            return values.entries().flatMap(([name, value]) => valueFits(features, name, value));
          }),
      ),
    ];
  });
}

interface KnownFeatures {
  readonly types: ReadonlyMap<string | undefined, string | undefined>;
  readonly listed: string;
}

function indexFeatures(scope: Cursor): KnownFeatures {
  const features = scope.at('features').items();
  const types = new Map(features.map((one) => [one.at('name').text(), one.at('type').text()]));
  return { types, listed: [...types.keys()].join(', ') };
}

function valueFits({ types, listed }: KnownFeatures, name: string, value: Cursor): PathProblem[] {
  if (!types.has(name)) return [value.problem('catalogFile.featureUnknown', { features: listed })];
  const type = types.get(name);
  const fits =
    (type === 'bool' && typeof value.value === 'boolean') ||
    (type === 'int' && Number.isInteger(value.value)) ||
    (type === 'string' && typeof value.value === 'string');
  const isKnown = type === 'bool' || type === 'int' || type === 'string';
  return fits || !isKnown ? [] : [value.problem('catalogFile.featureType', { type: type ?? '' })];
}

function versionsAreInOrder(feature: Cursor): PathProblem[] {
  const parts = (name: string) => feature.at(name).text()?.split('.').map(Number);
  const from = parts('fromVersion');
  const to = parts('toVersion');
  if (!from || !to) return [];
  const difference = from.map((part, index) => part - (to[index] ?? 0)).find((part) => part !== 0) ?? 0;
  return difference > 0 ? [feature.at('toVersion').problem('catalogFile.versionOrder')] : [];
}

/** At most as many fingerprints must match as are compared, and only floating licenses can be borrowed. */
function licensingFits(file: Cursor): PathProblem[] {
  return listProducts(file).flatMap((product) => {
    const matches = product.at('fingerprints').at('matches');
    const most = product.at('fingerprints').at('of').number() ?? 5;
    const borrowing = listPlans(product).filter((plan) => (plan.at('borrowDays').number() ?? 0) > 0);
    return [
      ...((matches.number() ?? 3) > most ? [matches.problem('catalogFile.fingerprintsTooMany', { most })] : []),
      ...(product.at('licensingType').text() === 'Floating' ? [] : borrowing).map((plan) =>
        plan.at('borrowDays').problem('catalogFile.borrowingOfFixed'),
      ),
    ];
  });
}

function couponsFit(file: Cursor): PathProblem[] {
  const known = listProducts(file).map((product) => product.at('id').text());
  return file
    .at('coupons')
    .items()
    .flatMap((coupon) => {
      const percentOff = coupon.at('percentOff');
      const amountOff = coupon.at('amountOff');
      const months = coupon.at('durationInMonths');
      const repeating = coupon.at('duration').text() === 'repeating';
      return [
        ...(percentOff.isGiven() && amountOff.isGiven() ? [amountOff.problem('catalogFile.amountBesidePercent')] : []),
        ...(!percentOff.isGiven() && !amountOff.isGiven()
          ? [coupon.at('percentOff').problem('catalogFile.discountMissing')]
          : []),
        ...(repeating && !months.isGiven() ? [months.problem('catalogFile.monthsMissing')] : []),
        ...(!repeating && months.isGiven() ? [months.problem('catalogFile.monthsAlone')] : []),
        ...coupon
          .at('products')
          .items()
          .filter((product) => product.text() !== undefined && !known.includes(product.text()))
          .map((product) => product.problem('catalogFile.productOfFile', { products: known.join(', ') })),
      ];
    });
}
