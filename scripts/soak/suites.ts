/** Tests of which `npm test` runs a sample or nothing, and `npm run soak` everything. */
export interface Suite {
  readonly workspace: string;
  /** Test files in the workspace; for `e2e`, regular expressions that Playwright matches against whole paths. */
  readonly files: readonly string[];
}

/** The suites by name. docs/reliability.md says what each of them shows, and records when it last ran. */
export const suites: Readonly<Record<string, Suite>> = {
  webhooks: { workspace: 'server', files: ['src/core/stripe/mirror/convergence.test.ts'] },
  backfill: { workspace: 'server', files: ['src/core/stripe/mirror/backfill.test.ts'] },
  faults: { workspace: 'server', files: ['src/core/operations/operations.faults.test.ts'] },
  kills: { workspace: 'server', files: ['src/core/operations/operations.kills.test.ts'] },
  concurrent: { workspace: 'server', files: ['src/core/operations/operations.concurrent.test.ts'] },
  registrations: { workspace: 'server', files: ['src/onboarding/sign-up/registration.faults.test.ts'] },
  subscriptions: { workspace: 'stripe-sandbox', files: ['src/engine/histories.property.test.ts'] },
  licenses: { workspace: 'server', files: ['src/licensing/delivery/histories.test.ts'] },
  devices: {
    workspace: 'server',
    files: ['src/licensing/devices/assign-seats.test.ts', 'src/licensing/devices/devices.histories.test.ts'],
  },
  dues: { workspace: 'server', files: ['src/billing/purchase/purchase.due.test.ts'] },
  catalogs: {
    workspace: 'server',
    files: ['src/catalog/drafts/fields.test.ts', 'src/catalog/file/round-trip.test.ts'],
  },
  timing: { workspace: 'server', files: ['src/timing.test.ts'] },
  screens: { workspace: 'e2e', files: ['e2e/site/every-screen-[\\w-]+\\.spec'] },
  stories: { workspace: 'e2e', files: ['e2e/[\\w-]+/(?!every-screen-)[\\w-]+\\.spec'] },
};
