import { type FieldStep, fieldSteps, type Step } from './details.ts';

/** The steps of the purchase in order, with the names of `billing/purchase`. */
export const purchaseSteps = ['customize', 'addons', 'checkout', 'confirmation'] as const;
export type PurchaseStep = (typeof purchaseSteps)[number];

/** The content of an address of the sign-up (SIGN-1). */
export interface Place {
  /** Null if the address has no step, or is not in the sign-up. */
  step: Step | null;
  purchaseStep: PurchaseStep | null;
  /** From the path or the query; null for the default brand. */
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

/** The step in an address of `/signUpNext`; the first one if it has none. */
function nextStep(search: string): FieldStep {
  const wanted = new URLSearchParams(search).get('step')?.toLowerCase();
  return laterFieldSteps.find((step) => step === wanted) ?? 'main';
}

/** Reads an address regardless of case. On the page that answers a posted form, the query names the brand. */
export function parsePlace(pathname: string, search: string): Place {
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

const pageName = (step: Step, purchaseStep: PurchaseStep | null) => {
  if (step === 'email') return 'signUp';
  if (step === 'purchase') return pathOfPurchase[purchaseStep ?? 'customize'];
  return step === 'plans' || step === 'skip' ? step : 'signUpNext';
};

/** The query keeps `product` and `storageKey` (SIGN-1). */
const kept = ['product', 'storageKey'] as const;

/** The address of a step of the same brand, with the parameters of the query that are kept. */
export function formatAddress(
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
  return `/${pageName(step, purchaseStep)}${company}${store}${text && `?${text}`}`;
}
