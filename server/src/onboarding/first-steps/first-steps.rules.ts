import type { Action, FirstStep } from '@portico/contract';

/** The facts that determine an account's first steps. */
export interface FirstStepFacts {
  /** The product that the account bought last; undefined if it has none. */
  readonly product:
    | {
        readonly id: string;
        readonly name: string;
        /** The product's own address; null if it has none. */
        readonly url: string | null;
        readonly urlCaption: string | null;
      }
    | undefined;
  /** A usable license to which devices can be added, or undefined. */
  readonly license: { readonly id: number; readonly productName: string } | undefined;
  readonly hasOpened: boolean;
  readonly hasDevices: boolean;
  /** Whether the account has users besides its owner, including invited ones. */
  readonly hasColleagues: boolean;
}

/** The two to four first steps of a new account, in order (SIGN-26). */
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

/** The action that a user must be allowed to perform to be shown a step. */
export const stepActions: Readonly<Record<FirstStep['kind'], Action>> = {
  plan: 'purchase.buy',
  open: 'firstSteps.note',
  device: 'devices.manage',
  people: 'users.add',
};
