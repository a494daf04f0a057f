import type { PurchaseStep } from './addresses.ts';
import type { Step } from './details.ts';
import { type Field, type FieldStep, fieldSteps, stepFields } from './details.ts';
import type { Refused } from './wizard.ts';

export interface FormAnswer {
  /** The server's messages by field; the empty name is global. */
  modelState: Readonly<Record<string, readonly string[]>>;
}

const allFields = new Map(
  fieldSteps.flatMap((step) => stepFields[step].map((field) => [field.toLowerCase(), { field, step }] as const)),
);

const order: readonly Step[] = [...fieldSteps, 'plans', 'purchase'];

/** The steps of errors about the purchase. An error of the coupon belongs to the step that customizes the plan. */
const purchaseSteps: readonly (readonly [prefix: string, step: PurchaseStep])[] = [
  ['purchase.items', 'customize'],
  ['purchase.coupon', 'customize'],
  ['purchase.addons', 'addons'],
  ['purchase.paymentmethodid', 'checkout'],
  ['purchase.shippingdetails', 'checkout'],
  ['purchase.', 'confirmation'],
];

const findPurchaseStep = (name: string): PurchaseStep | null =>
  purchaseSteps.find(([prefix]) => name.toLowerCase().startsWith(prefix))?.[1] ?? null;

/**
 * The server's errors by field, with the earliest step that has one (SIGN-16). Each field has its first message, the
 * password all messages.
 * @returns null if nothing was refused
 */
export function refusedBy({ modelState }: FormAnswer): Refused | null {
  const fields: Partial<Record<Field, string>> = {};
  const others: string[] = [];
  let step: Step | null = null;
  let purchaseStep: PurchaseStep | null = null;
  for (const [name, messages] of Object.entries(modelState)) {
    if (messages.length === 0) continue;
    const known = allFields.get(name.toLowerCase());
    if (known) fields[known.field] = known.step === 'owner' ? messages.join('\n') : (messages[0] as string);
    else others.push(...messages);
    purchaseStep ??= findPurchaseStep(name);
    const meant: Step | FieldStep | null = known?.step ?? (findPurchaseStep(name) ? 'purchase' : null);
    if (meant && (step === null || order.indexOf(meant) < order.indexOf(step))) step = meant;
  }
  if (Object.keys(fields).length === 0 && others.length === 0) return null;
  return { fields, message: others.length > 0 ? others.join('\n') : null, step, purchaseStep };
}
