import type { Address, BillingDetails, Locale, TaxIdStatus } from '@portico/contract';
import type Stripe from 'stripe';
import { InvalidInputError, NotFoundError } from '../../http/app-error.ts';
import type { StripeClient } from '../client.ts';
import { isRefusal, ProviderRefusedError, translated } from '../errors.ts';
import type { Step } from '../step.ts';
import { locationParameters, retrieveCustomer, updateCustomer } from './customers.ts';
import { languages } from './languages.ts';
import { isPurchaseOrder, purchaseOrderField } from './purchase-order.ts';

/** The addressee of a customer's invoices. */
export interface CustomerDetails extends Omit<BillingDetails, 'revision' | 'taxId' | 'otherTaxIds'> {
  /** The newest tax number. */
  readonly taxId: CustomerTaxId | null;
  readonly otherTaxIds: readonly CustomerTaxId[];
}

interface CustomerTaxId {
  readonly id: string;
  readonly kind: string;
  readonly value: string;
  readonly status: TaxIdStatus;
}

/** The details that a change contains. The tax number needs a separate call. */
export interface ChangedDetails {
  readonly companyName: string;
  readonly email: string;
  readonly phone: string;
  readonly address: Address;
  readonly purchaseOrder: string;
  readonly language: Locale;
}

/** Stripe does not accept the tax number because it does not fit its kind (BIL-3). Nothing was changed. */
export class TaxIdRefusedError extends InvalidInputError {
  constructor() {
    super({ 'taxId.value': [{ key: 'billingDetails.taxIdRefused' }] });
  }
}

/** Maximum number of custom fields of an invoice at Stripe. */
const maxCustomFields = 4;

/** Calls that change the addressee of invoices. */
export function billingDetailsCalls(client: StripeClient) {
  return {
    /** Stores the details on the customer. Custom fields that the vendor added are kept (BIL-4). */
    save: (customerId: string, details: ChangedDetails, step: Step): Promise<void> =>
      save(client, customerId, details, step),
    /** Adds a tax number, unless the customer already has it. @throws TaxIdRefusedError */
    addTaxId: (customerId: string, taxId: TaxIdToAdd, step: Step): Promise<void> =>
      addTaxId(client, customerId, taxId, step),
    /** Removes a tax number. A missing one is not an error. */
    removeTaxId: (customerId: string, id: string, step: Step): Promise<void> =>
      removeTaxId(client, customerId, id, step),
  };
}

interface TaxIdToAdd {
  readonly kind: string;
  readonly value: string;
}

async function save(client: StripeClient, customerId: string, details: ChangedDetails, step: Step): Promise<void> {
  const customer = await translated(async () => retrieveCustomer(await client(), customerId));
  const parameters = toUpdateParameters(details, customer);
  await step(
    'details',
    (key) => updateCustomer(client, customerId, parameters, key),
    () =>
      translated(async () => {
        const found = await retrieveCustomer(await client(), customerId);
        const now = readCustomerDetails(found);
        const { address: _, ...rest } = details;
        const isSame = Object.entries(rest).every(([field, value]) => now[field as keyof ChangedDetails] === value);
        return isSame && now.address?.line1 === details.address.line1 ? found : undefined;
      }),
  );
}

function toUpdateParameters(
  { companyName, email, phone, address, purchaseOrder, language }: ChangedDetails,
  customer: Stripe.Customer,
): Stripe.CustomerUpdateParams {
  const others = (customer.invoice_settings.custom_fields ?? []).filter((field) => !isPurchaseOrder(field));
  const ours = purchaseOrder === '' ? [] : [purchaseOrderField(purchaseOrder, language)];
  const fields = [...ours, ...others].slice(0, maxCustomFields);
  return {
    name: companyName,
    email,
    phone,
    ...locationParameters({ name: companyName, address }),
    preferred_locales: [languages[language]],
    invoice_settings: { custom_fields: fields.length === 0 ? '' : fields },
  };
}

async function addTaxId(
  client: StripeClient,
  customerId: string,
  { kind, value }: TaxIdToAdd,
  step: Step,
): Promise<void> {
  const find = () =>
    translated(async () => {
      const { data } = await (await client()).customers.listTaxIds(customerId, { limit: 100 });
      return data.find((one) => one.type === kind && one.value === value);
    });
  try {
    await step(
      'tax-id',
      (idempotencyKey) =>
        translated(async () => {
          const type = kind as Stripe.CustomerCreateTaxIdParams['type'];
          return (await client()).customers.createTaxId(customerId, { type, value }, { idempotencyKey });
        }),
      find,
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error instanceof ProviderRefusedError && error.providerCode === 'tax_id_invalid') throw new TaxIdRefusedError();
    // A refusal is ignored if the customer already has the tax number.
    if (!(await find())) throw error;
  }
}

async function removeTaxId(client: StripeClient, customerId: string, id: string, step: Step): Promise<void> {
  try {
    await step(
      'former-tax-id',
      (idempotencyKey) =>
        translated(async () => {
          await (await client()).customers.deleteTaxId(customerId, id, {}, { idempotencyKey });
          return true;
        }),
      async () => undefined,
    );
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** @param data a customer as stored in the mirror: JSON as Stripe serializes it. */
export function readCustomerDetails(data: unknown): CustomerDetails {
  const customer = data as Stripe.Customer;
  const [taxId = null, ...otherTaxIds] = (customer.tax_ids?.data ?? []).map(
    ({ id, type: kind, value, verification }): CustomerTaxId => ({
      id,
      kind,
      value,
      status: toTaxIdStatus(verification),
    }),
  );
  const order = (customer.invoice_settings.custom_fields ?? []).find(isPurchaseOrder);
  return {
    companyName: customer.name ?? '',
    email: customer.email ?? '',
    phone: customer.phone ?? '',
    address: toAddress(customer.address),
    taxId,
    otherTaxIds,
    purchaseOrder: order?.value ?? '',
    language: toLocale(customer.preferred_locales),
  };
}

/** Null without a street and country. Other missing parts are empty, so that the form shows what staff entered at Stripe. */
function toAddress(address: Stripe.Address | null | undefined): Address | null {
  const { line1, line2, city, state, postal_code: postalCode, country } = address ?? {};
  if (!line1 || !country) return null;
  return { line1, line2: line2 || null, city: city ?? '', state: state || null, postalCode: postalCode ?? '', country };
}

function toLocale(preferred: readonly string[] | null | undefined): Locale | null {
  const [first] = preferred ?? [];
  const language = first?.slice(0, 2).toLowerCase();
  return language === 'en' || language === 'fr' ? language : null;
}

function toTaxIdStatus(verification: Stripe.TaxId.Verification | null): TaxIdStatus {
  switch (verification?.status) {
    case 'pending':
    case 'verified':
    case 'unverified':
      return verification.status as TaxIdStatus;
    default:
      return 'notChecked';
  }
}
