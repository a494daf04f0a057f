import { type FieldStep, fieldSteps, type Step } from './details.ts';

/** The steps of the purchase in their order, as `billing/purchase` names them. */
export const purchaseSteps = ['customize', 'addons', 'checkout', 'confirmation'] as const;
export type PurchaseStep = (typeof purchaseSteps)[number];

/** What an address of the sign-up says (SIGN-1). */
export interface Place {
  /** Null: the address names no step of its own, or is not one of the sign-up. */
  step: Step | null;
  purchaseStep: PurchaseStep | null;
  /** Part of the address, or of its query; null for the default company. */
  companyName: string | null;
  /** `/signUp/{companyName}/store`. */
  isStore: boolean;
}

const purchasePaths: Readonly<Record<string, PurchaseStep>> = {
  customizeplan: 'customize',
  addons: 'addons',
  checkout: 'checkout',
  confirm: 'confirmation',
};

const pathOfPurchase: Readonly<Record<PurchaseStep, string>> = {
  customize: 'customizePlan',
  addons: 'addons',
  checkout: 'checkout',
  confirmation: 'confirm',
};

const laterFieldSteps = fieldSteps.filter((step) => step !== 'email');

/** The step that an address of `/signUpNext` names; the first of them where it names none. */
function nextStep(search: string): FieldStep {
  const wanted = new URLSearchParams(search).get('step')?.toLowerCase();
  return laterFieldSteps.find((step) => step === wanted) ?? 'main';
}

/** Reads an address, in any case. The page that answers a posted form has its company in the query. */
export function placeOf(pathname: string, search: string): Place {
  const [page = '', companyName, last] = pathname.split('/').filter(Boolean).map(decode);
  const place: Place = {
    step: null,
    purchaseStep: null,
    companyName: companyName || new URLSearchParams(search).get('companyName') || null,
    isStore: last?.toLowerCase() === 'store',
  };
  const name = page.toLowerCase();
  if (name === 'signup') return { ...place, step: 'email' };
  if (name === 'signupnext') return { ...place, step: nextStep(search) };
  if (name === 'plans' || name === 'skip') return { ...place, step: name };
  const purchaseStep = purchasePaths[name];
  return purchaseStep ? { ...place, step: 'purchase', purchaseStep } : place;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const pageOf = (step: Step, purchaseStep: PurchaseStep | null) => {
  if (step === 'email') return 'signUp';
  if (step === 'purchase') return pathOfPurchase[purchaseStep ?? 'customize'];
  return step === 'plans' || step === 'skip' ? step : 'signUpNext';
};

/** The query keeps `product` and `storageKey` (SIGN-1). */
const kept = ['product', 'storageKey'] as const;

/** The address of a step, below the same company and with what the query keeps. */
export function addressOf(
  step: Step,
  purchaseStep: PurchaseStep | null,
  { companyName, isStore }: Pick<Place, 'companyName' | 'isStore'>,
  search: string,
): string {
  const company = companyName === null ? '' : `/${encodeURIComponent(companyName)}`;
  const store = step === 'email' && companyName !== null && isStore ? '/store' : '';
  const now = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const name of kept) {
    const value = now.get(name);
    if (value) query.set(name, value);
  }
  if (laterFieldSteps.some((other) => other === step)) query.set('step', step);
  const text = query.toString();
  return `/${pageOf(step, purchaseStep)}${company}${store}${text && `?${text}`}`;
}
