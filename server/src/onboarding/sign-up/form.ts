import {
  catalogId,
  companyWithRegions,
  countries,
  emailPattern,
  emailText,
  industries,
  lineOfText,
  organizationName,
  otherIndustryPattern,
  type PurchaseSelection,
  providerId,
  provinceCodes,
  type ShippingDetails,
  shippingDetails,
  signUpLimits,
  stateCodes,
  textBlock,
  typedCoupon,
} from '@portico/contract';
import { z } from 'zod';
import { RequestValidationError } from '../../core/http/validation.ts';

/** A posted sign-up form, with flat names such as `Purchase.Items[0].PriceId`. */
export type PostedForm = Readonly<Record<string, unknown>>;

const countryCodes = new Set(countries.map(({ code }) => code));

/** An empty field counts as omitted. */
const choice = (isOne: (value: string) => boolean, maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((value) => value === '' || isOne(value), { params: { messageKey: 'signUp.choice' } })
    .default('');

/** The fields about the person who registers (SIGN-4 to SIGN-7). */
const person = z.object({
  email: emailText(signUpLimits.email).refine((address) => emailPattern.test(address), {
    params: { messageKey: 'signUp.email' },
  }),
  organization: organizationName(signUpLimits.organization),
  firstName: lineOfText(signUpLimits.firstName, 1),
  lastName: lineOfText(signUpLimits.lastName).default(''),
  /** `true` for a person without a last name. */
  hasOneName: choice((value) => value === 'true', signUpLimits.hasOneName),
  phone: lineOfText(signUpLimits.phone).default(''),
  comments: textBlock(signUpLimits.comments).default(''),
  orderNumber: lineOfText(signUpLimits.orderNumber).default(''),
  country: z
    .string()
    .trim()
    .min(1)
    .max(signUpLimits.country)
    .refine((value) => value === '' || countryCodes.has(value), { params: { messageKey: 'signUp.choice' } }),
  state: choice((value) => stateCodes.includes(value), signUpLimits.state),
  province: choice((value) => provinceCodes.includes(value), signUpLimits.province),
  industry: choice((value) => (industries as readonly string[]).includes(value), signUpLimits.industry),
  otherIndustry: z
    .string()
    .trim()
    .max(signUpLimits.otherIndustry)
    .refine((value) => value === '' || otherIndustryPattern.test(value), {
      params: { messageKey: 'signUp.otherIndustry' },
    })
    .default(''),
  password: z.string().max(signUpLimits.password).default(''),
  confirmPassword: z.string().max(signUpLimits.confirmPassword).default(''),
});
export type RegisteringPerson = z.infer<typeof person>;

/** The purchase, under the form's names. */
const purchase = z.object({
  'Purchase.Items': z
    .array(
      z.object({
        subscriptionPlanId: catalogId,
        priceId: catalogId,
        quantity: z.coerce.number().int().min(0).max(100_000),
      }),
    )
    .max(20),
  'Purchase.Addons': z.record(catalogId, z.coerce.number().int().min(1).max(10_000)),
  'Purchase.Coupon': z.preprocess((typed) => typed || undefined, typedCoupon.optional()),
  'Purchase.PaymentMethodId': z.union([providerId, z.literal('')]).default(''),
  'Purchase.TaxTransactionId': z.string().max(100).default(''),
  'Purchase.StripeToken': z.union([z.string().regex(/^tok_[a-zA-Z0-9_]{1,250}$/), z.literal('')]).default(''),
  'Purchase.ShippingDetails': shippingDetails.optional(),
});

export interface RegisteringPurchase {
  readonly selection: PurchaseSelection;
  readonly shippingDetails: ShippingDetails | undefined;
  readonly paymentMethodId: string | undefined;
  readonly cardToken: string | undefined;
  readonly quoteId: string | undefined;
}

export interface RegistrationForm {
  readonly person: RegisteringPerson;
  /** Null if nothing is bought. */
  readonly purchase: RegisteringPurchase | null;
}

/**
 * Parses the fields of the final form (spec 1 §7). @param needsPassword false if the visitor signs in with an external login @throws
 * RequestValidationError with all messages of each field, under the form's names
 */
export function parseForm(
  posted: PostedForm,
  { companyId, needsPassword }: { readonly companyId: number; readonly needsPassword: boolean },
): RegistrationForm {
  const fields = Object.fromEntries(
    Object.entries(posted).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );
  const parsed = person.safeParse(fields, { reportInput: true });
  const bought = purchase.safeParse(nested(fields), { reportInput: true });
  const issues = [...(parsed.error?.issues ?? []), ...(bought.error?.issues ?? []).map(atGroup)];
  const { data } = parsed;
  issues.push(
    ...nameIssues(fields),
    ...regionIssues(fields, companyId),
    ...(needsPassword ? passwordIssues(fields) : []),
  );
  if (!data || !bought.data || issues.length > 0) throw new RequestValidationError(issues, 'body');
  return { person: data, purchase: toPurchase(bought.data) };
}

/** The values that refill the form after an error, without passwords and card data (SIGN-16). */
export function selectAttemptedValues(posted: PostedForm): Record<string, string> {
  const isKept = (name: string) =>
    (name in signUpLimits && name !== 'password' && name !== 'confirmPassword') ||
    (/^Purchase\.(?:Items|Addons|Coupon|ShippingDetails)/.test(name) && name.length <= 100);
  const kept = Object.entries(posted).flatMap(([name, value]) =>
    isKept(name) && typeof value === 'string' ? [[name, value.slice(0, 2_000)] as const] : [],
  );
  return Object.fromEntries(kept.slice(0, 150));
}

function toPurchase(bought: z.infer<typeof purchase>): RegisteringPurchase | null {
  const items = bought['Purchase.Items'];
  if (items.length === 0) return null;
  return {
    selection: { items, addons: bought['Purchase.Addons'], coupon: bought['Purchase.Coupon'] ?? null },
    shippingDetails: bought['Purchase.ShippingDetails'],
    paymentMethodId: bought['Purchase.PaymentMethodId'] || undefined,
    cardToken: bought['Purchase.StripeToken'] || undefined,
    quoteId: bought['Purchase.TaxTransactionId'] || undefined,
  };
}

/** Groups nested fields into objects. */
function nested(fields: PostedForm): Record<string, unknown> {
  const items = new Map<number, Record<string, unknown>>();
  const addons: Record<string, unknown> = Object.create(null);
  const details: Record<string, unknown> = {};
  const address: Record<string, unknown> = {};
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [, place, item = ''] =
      /^Purchase\.Items\[(\d{1,2})\]\.(SubscriptionPlanId|PriceId|Quantity)$/.exec(name) ?? [];
    const [, addon] = /^Purchase\.Addons\[([^\]]{1,63})\]$/.exec(name) ?? [];
    const [, part = ''] =
      /^Purchase\.ShippingDetails\.Address\.(City|Country|Line1|Line2|PostalCode|State)$/.exec(name) ?? [];
    if (place !== undefined) items.set(Number(place), { ...items.get(Number(place)), [inCamelCase(item)]: value });
    else if (addon !== undefined) addons[addon] = value;
    else if (part) address[inCamelCase(part)] = value;
    else if (name === 'Purchase.ShippingDetails.Name') details.name = value;
    else flat[name] = value;
  }
  const isAddressGiven = [...Object.values(address), ...Object.values(details)].some((value) => value !== '');
  return {
    ...flat,
    'Purchase.Items': [...items].sort(([a], [b]) => a - b).map(([, item]) => item),
    'Purchase.Addons': addons,
    'Purchase.ShippingDetails': isAddressGiven ? { ...details, address } : undefined,
  };
}

const inCamelCase = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Reports a problem of a nested field at its group, because the browser opens the group's step. */
function atGroup(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: issue.path.slice(0, 1) };
}

const required = (name: string): z.core.$ZodIssue => ({
  code: 'invalid_type',
  expected: 'string',
  path: [name],
  input: undefined,
  message: '',
});

/** The last name is required of everybody who does not say that they have only one name (SIGN-4). */
function nameIssues({ lastName, hasOneName }: PostedForm): z.core.$ZodIssue[] {
  const isMissing = typeof lastName !== 'string' || lastName.trim() === '';
  return isMissing && hasOneName !== 'true' ? [required('lastName')] : [];
}

/** With brand 1, a state is required in the United States and a province in Canada (SIGN-6). */
function regionIssues({ country, state, province }: PostedForm, companyId: number): z.core.$ZodIssue[] {
  if (companyId !== companyWithRegions) return [];
  if (country === 'US' && !state) return [required('state')];
  if (country === 'CA' && !province) return [required('province')];
  return [];
}

function passwordIssues({ password, confirmPassword }: PostedForm): z.core.$ZodIssue[] {
  if (!password) return [required('password')];
  if (password === confirmPassword) return [];
  const params = { messageKey: 'signUp.passwordsDiffer' };
  return [{ code: 'custom', path: ['confirmPassword'], params, input: '', message: '' }];
}

/** The value if it is a text that is not empty. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
