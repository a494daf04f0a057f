import type { PreloadedSignUp } from '@portico/contract';

/** What a page of the sign-up carries, without a captcha. */
export function makeSignUp(more: Partial<PreloadedSignUp> = {}): PreloadedSignUp {
  return {
    problem: null,
    product: { id: 'desktop', name: 'desktop', displayName: 'Desktop', unit: { one: 'device', other: 'devices' } },
    isFirstCustomer: false,
    captcha: { kind: 'none', key: null },
    blockedTo: null,
    external: null,
    customers: [],
    productUrl: null,
    ...more,
  };
}
