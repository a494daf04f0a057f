import type { Locale } from '@portico/contract';
import { AppError, type Said } from '../core/http/app-error.ts';
import { localize } from '../core/messages/index.ts';
import { canonicalCatalog, type Written, withoutUndefined } from './file/canonical.ts';
import { type Conflict, mergeCatalogs } from './file/differences.ts';
import { findDialogField, type WrittenPlan } from './plan-edits.ts';

const productId = 'product';

/** A catalog with one plan, so that plans are merged like catalogs. */
function createPlanCatalog(plan: Written | undefined): Written {
  const plans = plan ? [withoutUndefined(plan)] : [];
  return canonicalCatalog({ products: [{ id: productId, plans }] });
}

/**
 * Merges an operator's changes of a plan with what others published since the dialog was opened (CAT-48). Conflicting values keep the operator's.
 * @param base the plan when the dialog was opened; undefined if unknown
 */
export function mergePlans(
  base: WrittenPlan | undefined,
  mine: Written,
  theirs: WrittenPlan,
): { readonly plan: Written; readonly conflicts: readonly Conflict[] } {
  const { merged, conflicts } = mergeCatalogs(
    createPlanCatalog(base),
    createPlanCatalog(mine),
    createPlanCatalog(theirs),
  );
  const [product] = merged.products as readonly { readonly plans: readonly Written[] }[];
  return { plan: product?.plans[0] ?? mine, conflicts };
}

/** The operator and another one changed the same values of a plan. Each is reported at its field (CAT-50). */
export class PlanConflictError extends AppError {
  /** @param version the published version, which the next try must name */
  constructor(conflicts: readonly Conflict[], { theirs, version, locale }: PublishedPlan) {
    const prefix = `products[${productId}].plans[${theirs.id}].`;
    const fields = new Set(conflicts.map(({ place }) => findDialogField(place.replace(prefix, ''))));
    super({
      code: 'Conflict',
      message: { key: 'catalog.planConflict' },
      propertyErrors: Object.fromEntries(
        [...fields].map((field) => [field, [describePublishedValue(field, theirs, locale)]]),
      ),
      additionalData: { version },
    });
  }
}

interface PublishedPlan {
  readonly theirs: WrittenPlan;
  readonly version: number;
  readonly locale: Locale;
}

function describePublishedValue(field: string, theirs: WrittenPlan, locale: Locale): Said {
  const value = formatField(field, theirs, locale);
  return value === undefined ? { key: 'catalog.planFieldChanged' } : { key: 'catalog.planFieldNow', values: { value } };
}

/** A field as the dialog shows it; undefined if there is no short text. */
function formatField(field: string, plan: WrittenPlan, locale: Locale): string | undefined {
  switch (field) {
    case 'code':
      return plan.code;
    case 'name':
    case 'description':
    case 'featuredText':
      return plan[field] && localize(plan[field], locale);
    case 'fromAmountPerMonth':
      return plan.prices?.length === 1 ? plan.prices[0]?.amount : undefined;
    default:
      return undefined;
  }
}
