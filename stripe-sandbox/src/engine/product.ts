import type Stripe from 'stripe';
import { mergeMetadata } from '../endpoint.ts';
import { alreadyExists } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';

/** The parameters of a product, or of the inline product of a price. */
export interface NewProduct {
  active?: boolean | undefined;
  description?: string | null | undefined;
  id?: string | undefined;
  images?: string[] | null | undefined;
  marketing_features?: { name: string }[] | null | undefined;
  metadata?: Record<string, string | null> | null | undefined;
  name: string;
  package_dimensions?: Stripe.Product.PackageDimensions | null | undefined;
  shippable?: boolean | undefined;
  statement_descriptor?: string | undefined;
  tax_code?: string | null | undefined;
  unit_label?: string | null | undefined;
  url?: string | null | undefined;
}

/** Stores a product without an event. Throws 400 for an id that is or was in use. */
export async function addProduct(work: Work, given: NewProduct): Promise<Stripe.Product> {
  if (given.id !== undefined && (await work.knows(given.id))) throw alreadyExists('Product');
  return work.add('product', {
    id: given.id ?? newId('prod', 14),
    object: 'product',
    active: given.active ?? true,
    created: work.now,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: given.marketing_features ?? [],
    metadata: mergeMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: given.package_dimensions ?? null,
    shippable: given.shippable ?? null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: given.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: given.unit_label ?? null,
    updated: work.now,
    url: given.url ?? null,
  });
}
