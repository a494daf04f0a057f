import fc from 'fast-check';

const DAY = 86_400;

/** A change of a subscription for a preview and the real call. */
export interface Change {
  kind: 'change';
  plan: 'gold' | 'platinum' | 'yearly' | 'free' | null;
  quantity: number | null;
  addOn: 'add' | 'remove' | number | null;
  coupon: 'tenth' | 'half once' | 'three months' | 'five off' | 'all' | 'none' | null;
  proration: 'always_invoice' | 'create_prorations' | 'none';
  resetsAnchor: boolean;
  endsTrial: boolean;
  /** The start of prorations as a share of the elapsed period. Null for now. */
  prorationDate: number | null;
}

/** One step of a history. Amounts in cents, times in seconds. */
export type Step =
  | Change
  | { kind: 'wait'; seconds: number }
  | { kind: 'renew' }
  | { kind: 'schedule'; plan: 'gold' | 'platinum' | 'yearly' | 'free'; quantity: number }
  | { kind: 'move'; country: 'DE' | 'CA' | 'US' }
  | { kind: 'balance'; amount: number }
  | { kind: 'item'; amount: number }
  | { kind: 'refund'; share: number }
  | { kind: 'credit note'; share: number; as: 'refund' | 'credit' | 'elsewhere' | 'lines' }
  | { kind: 'manual invoice'; amount: number; credited: number; isVoided: boolean };

export interface Beginning {
  plan: 'gold' | 'platinum' | 'yearly' | 'free';
  quantity: number;
  country: 'DE' | 'CA' | null;
  trialDays: number | null;
  coupon: Change['coupon'];
  balance: number;
  addOn: boolean;
}

const coupon = fc.constantFrom('tenth', 'half once', 'three months', 'five off', 'all', 'none', null, null, null);

const change: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('change' as const),
  plan: fc.constantFrom('gold', 'platinum', 'yearly', 'free', null, null),
  quantity: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
  addOn: fc.oneof(
    fc.constant(null),
    fc.constant('add' as const),
    fc.constant('remove' as const),
    fc.integer({ min: 1, max: 5 }),
  ),
  coupon,
  proration: fc.constantFrom('always_invoice', 'create_prorations', 'none'),
  resetsAnchor: fc.nat(9).map((one) => one === 0),
  endsTrial: fc.nat(5).map((one) => one === 0),
  prorationDate: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3, nil: null }),
});

const share = fc.double({ min: 0.01, max: 1, noNaN: true });

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: change },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 25 * DAY }) }),
    },
    { weight: 3, arbitrary: fc.constant({ kind: 'renew' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('schedule' as const),
        plan: fc.constantFrom('gold' as const, 'platinum' as const, 'yearly' as const, 'free' as const),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('move' as const), country: fc.constantFrom('DE', 'CA', 'US') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('balance' as const),
        amount: fc.integer({ min: -3000, max: 3000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('item' as const), amount: fc.integer({ min: -500, max: 2000 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), share }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('credit note' as const),
        share,
        as: fc.constantFrom('refund', 'credit', 'elsewhere', 'lines'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('manual invoice' as const),
        amount: fc.integer({ min: 100, max: 5000 }),
        credited: fc.double({ min: 0, max: 1, noNaN: true }),
        isVoided: fc.nat(2).map((one) => one === 0),
      }),
    },
  ),
  { minLength: 1, maxLength: 9 },
);

export const beginning: fc.Arbitrary<Beginning> = fc.record({
  plan: fc.constantFrom('gold', 'platinum', 'yearly', 'free'),
  quantity: fc.integer({ min: 1, max: 9 }),
  country: fc.constantFrom('DE', 'CA', null),
  trialDays: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 3, nil: null }),
  coupon,
  balance: fc.constantFrom(0, 0, 0, -1500, -20_000, 700),
  addOn: fc.boolean(),
});
