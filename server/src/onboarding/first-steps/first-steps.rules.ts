import type { Action, FirstStep } from '@portico/contract';

/** What the first steps of an account follow from. */
export interface FirstStepFacts {
  /** The product that the account got newest; undefined while it has none. */
  readonly product:
    | {
        readonly id: string;
        readonly name: string;
        /** Its own address; null where it has none. */
        readonly url: string | null;
        readonly urlCaption: string | null;
      }
    | undefined;
  /** A usable license that devices are added to; undefined where there is none. */
  readonly license: { readonly id: number; readonly productName: string } | undefined;
  readonly hasOpened: boolean;
  readonly hasDevices: boolean;
  /** Whether the account has another user beside its owner, invited ones included. */
  readonly hasColleagues: boolean;
}

/** The two to four things that a new account does first, in their order (SIGN-26). */
export function listSteps({ product, license, hasOpened, hasDevices, hasColleagues }: FirstStepFacts): FirstStep[] {
  const steps: FirstStep[] = [];
  if (!product) steps.push({ kind: 'plan', isDone: false });
  if (product?.url) {
    const { id: productId, name: productName, url, urlCaption } = product;
    steps.push({ kind: 'open', isDone: hasOpened, productId, productName, url, urlCaption });
  }
  if (license) {
    const { id: licenseId, productName } = license;
    steps.push({ kind: 'device', isDone: hasDevices, licenseId, productName });
  }
  steps.push({ kind: 'people', isDone: hasColleagues });
  return steps;
}

/** What somebody must be allowed to do, to be shown a step. */
export const stepActions: Readonly<Record<FirstStep['kind'], Action>> = {
  plan: 'purchase.buy',
  open: 'firstSteps.note',
  device: 'devices.manage',
  people: 'users.add',
};
