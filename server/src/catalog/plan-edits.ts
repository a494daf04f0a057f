import type { Locale, PlanInput } from '@portico/contract';
import { type LocalizedText, localize, translate } from '../core/messages/index.ts';
import type { Written } from './file/canonical.ts';

interface WrittenPrice extends Written {
  readonly interval: string;
  readonly intervalCount?: number;
  readonly amount: string;
}

/** A plan of a canonical catalog, as far as its dialog knows it. */
export interface WrittenPlan extends Written {
  readonly id: string;
  readonly code: string;
  readonly name: Readonly<LocalizedText>;
  readonly description: Readonly<LocalizedText>;
  readonly featuredText?: Readonly<LocalizedText>;
  readonly trial?: { readonly days: number };
  readonly processingType?: 'manual';
  readonly prices?: readonly WrittenPrice[];
}

/** Days of a trial that is created in the dialog. */
const trialDays = 30;

/** The plan's only price, if it is paid monthly. */
export function findOnlyMonthlyPrice({ prices = [] }: WrittenPlan): WrittenPrice | undefined {
  const [price, ...others] = prices;
  const isMonthly = price?.interval === 'month' && (price.intervalCount ?? 1) === 1 && !price.additionalPrices;
  return isMonthly && others.length === 0 ? price : undefined;
}

/** Whether the dialog may change the plan's amount per month. Otherwise the amount follows from the plan's prices. */
export function isAmountEditable(plan: WrittenPlan): boolean {
  return (plan.prices ?? []).length === 0 || findOnlyMonthlyPrice(plan) !== undefined;
}

/** A plan as its dialog shows it, with texts in one language. */
export function toPlanInput(plan: WrittenPlan, locale: Locale): Omit<PlanInput, 'fromAmountPerMonth'> {
  return {
    code: plan.code,
    name: localize(plan.name, locale),
    description: localize(plan.description, locale),
    featuredText: plan.featuredText ? localize(plan.featuredText, locale) : '',
    isTrial: plan.trial !== undefined,
    processingType: plan.processingType === 'manual' ? 1 : 0,
  };
}

/** Applies the dialog's input to a plan, or to a new one if `former` is undefined. A new text in French is also stored as English. */
export function editPlan(former: WrittenPlan | undefined, id: string, input: PlanInput, locale: Locale): Written {
  const {
    contactUrl,
    trial: _trial,
    prices: _prices,
    processingType: _type,
    ...kept
  } = former ?? ({ id } as WrittenPlan);
  const featured = input.featuredText.trim();
  const isManual = input.processingType === 1;
  return {
    ...kept,
    code: input.code,
    name: editText(former?.name, input.name, locale),
    description: editText(former?.description, input.description, locale),
    ...(featured
      ? { featured: true, featuredText: editText(former?.featuredText, featured, locale) }
      : former?.featuredText && { featured: undefined, featuredText: undefined }),
    ...(input.isTrial && { trial: former?.trial ?? { days: trialDays, refuseKnownMachines: false } }),
    ...(isManual && { processingType: 'manual', ...(contactUrl !== undefined && { contactUrl }) }),
    prices: editPrices(former, id, input),
  };
}

function editText(former: Readonly<LocalizedText> | undefined, text: string, locale: Locale): Readonly<LocalizedText> {
  if (locale === 'fr' && former?.en === text && former.fr === undefined) return former;
  return { ...(former ?? { en: text }), [locale]: text };
}

function editPrices(
  former: WrittenPlan | undefined,
  planId: string,
  { fromAmountPerMonth: cents }: PlanInput,
): unknown {
  if (cents === undefined || (former && !isAmountEditable(former))) return former?.prices;
  if (cents === null) return undefined;
  const amount = (cents / 100).toFixed(2);
  const known = former && findOnlyMonthlyPrice(former);
  if (known) return [{ ...known, amount }];
  const nickname = { en: translate('en', 'catalog.defaultNickname'), fr: translate('fr', 'catalog.defaultNickname') };
  return [{ id: monthlyPriceId(planId), nickname, interval: 'month', amount }];
}

const monthlyPriceId = (planId: string) => `${planId.slice(0, 55)}-monthly`;

/** A new plan's id from the product's id and the code, with a number if the id was ever used. */
export function createPlanId(productId: string, code: string, taken: ReadonlySet<string>): string {
  const part = code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const wanted = `${productId}-${part || 'plan'}`.slice(0, 50).replace(/-+$/, '');
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(id) && !taken.has(monthlyPriceId(id))) return id;
  }
}

/** The dialog's field for a problem of a plan; empty for the whole dialog. */
export function findDialogField(part: string): string {
  const [name = ''] = part.split(/[.[]/);
  const fields: Readonly<Record<string, string>> = {
    code: 'code',
    name: 'name',
    description: 'description',
    featured: 'featuredText',
    featuredText: 'featuredText',
    trial: 'isTrial',
    processingType: 'processingType',
    contactUrl: 'processingType',
    prices: 'fromAmountPerMonth',
  };
  return fields[name] ?? '';
}
