import type Stripe from 'stripe';
import { endpoint, listEndpoint } from '../endpoint.ts';
import { customerAtItsTime } from '../engine/customer-time.ts';
import { countryOfTaxId, readTaxId, taxIdsOf, verifyTaxId } from '../engine/tax-ids.ts';
import { invalidRequest, noSuch } from '../errors.ts';
import { newId } from '../ids.ts';
import { needed, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';

/** Maximum number of tax numbers of a customer. */
const MAX_TAX_IDS = 5;

async function ownTaxId(work: Work, customerId: string, id: string): Promise<Stripe.TaxId> {
  const found = await work.find('tax_id', id);
  if (found?.customer !== customerId) throw noSuch('tax_id', id);
  return found;
}

/** Tax numbers of customers. They are printed on invoices, but do not affect the tax. */
export const taxIdEndpoints = [
  endpoint(
    'POST /v1/customers/:customer/tax_ids',
    { type: needed(text()), value: needed(text()) },
    async ({ work, ids, parameters: { type, value } }) => {
      const customer = await customerAtItsTime(work, ids.customer ?? '');
      const plain = readTaxId(type, value);
      const others = await taxIdsOf(work, customer.id);
      if (others.some((other) => other.type === type && other.value === plain))
        throw invalidRequest('This tax ID has already been added to this customer.', { param: 'value' });
      if (others.length >= MAX_TAX_IDS)
        throw invalidRequest(`You can only have up to ${MAX_TAX_IDS} tax IDs on a customer.`, { param: 'value' });
      const taxId: Stripe.TaxId = work.add('tax_id', {
        id: newId('txi'),
        object: 'tax_id',
        country: countryOfTaxId(type, plain),
        created: work.now,
        customer: customer.id,
        customer_account: null,
        livemode: false,
        owner: { type: 'customer', customer: customer.id, customer_account: null },
        type: type as Stripe.TaxId.Type,
        value: plain,
        verification: verifyTaxId(type, plain, customer.name ?? null),
      });
      work.announce('customer.tax_id.created', taxId);
      return taxId;
    },
  ),

  endpoint('GET /v1/customers/:customer/tax_ids/:tax_id', {}, async ({ work, ids }) => {
    const customer = await work.get('customer', ids.customer ?? '');
    return ownTaxId(work, customer.id, ids.tax_id ?? '');
  }),

  endpoint('DELETE /v1/customers/:customer/tax_ids/:tax_id', {}, async ({ work, ids }) => {
    const customer = await customerAtItsTime(work, ids.customer ?? '');
    const taxId = await ownTaxId(work, customer.id, ids.tax_id ?? '');
    work.announce('customer.tax_id.deleted', taxId);
    work.remove(taxId.id);
    return { id: taxId.id, object: 'tax_id', deleted: true };
  }),

  listEndpoint('/v1/customers/:customer/tax_ids', 'tax_id', {}, async ({ work, ids }) => {
    await work.get('customer', ids.customer ?? '');
    return { customer: ids.customer };
  }),
];
