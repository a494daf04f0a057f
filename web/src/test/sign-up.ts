import type { PreloadedSignUp } from '@portico/contract';

/** The preloaded data of a sign-up page, without a captcha. */
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
    outcome: null,
    ...more,
  };
}
