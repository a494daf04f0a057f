import type { FeatureComparison, LicensedFeatures, Locale } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
import type { Plan, Product } from './catalog.types.ts';

/**
 * The licensed features of a product with the values of a plan (CAT-25). Features that the plan does not include have the value null.
 * @param plan undefined if the product no longer has it; all values are then null
 */
export function presentFeatures(
  { featureScopes }: Pick<Product, 'featureScopes'>,
  plan: Pick<Plan, 'featureValues'> | undefined,
  locale: Locale,
): LicensedFeatures {
  return {
    scopes: featureScopes.map((scope) => ({
      caption: localize(scope.caption, locale),
      description: localize(scope.description, locale),
      features: scope.features.map(({ name, caption, description, type, fromVersion, toVersion }) => ({
        name,
        caption: localize(caption, locale),
        description: localize(description, locale),
        type,
        fromVersion,
        toVersion,
        value: plan?.featureValues[scope.name]?.[name] ?? null,
      })),
    })),
  };
}

/** The licensed features of a product, with the value for each plan (CAT-41). */
export function compareFeatures(
  { featureScopes }: Pick<Product, 'featureScopes'>,
  plans: readonly Pick<Plan, 'id' | 'featureValues'>[],
  locale: Locale,
): FeatureComparison[] {
  return featureScopes.map((scope) => ({
    caption: localize(scope.caption, locale),
    features: scope.features.map(({ name, caption, description }) => ({
      caption: localize(caption, locale),
      description: localize(description, locale),
      values: Object.fromEntries(plans.map(({ id, featureValues }) => [id, featureValues[scope.name]?.[name] ?? null])),
    })),
  }));
}
