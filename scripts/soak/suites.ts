/** Tests of which `npm test` runs a sample or nothing, and `npm run soak` everything. */
export interface Suite {
  readonly workspace: string;
  /** Test files in the workspace; for `e2e` regular expressions, which Playwright matches with whole paths. */
  readonly files: readonly string[];
}

/** The suites by name. docs/reliability.md says what each of them shows, and records when it last ran. */
export const suites: Readonly<Record<string, Suite>> = {
  webhooks: { workspace: 'server', files: ['src/stripe/mirror/convergence.test.ts'] },
  backfill: { workspace: 'server', files: ['src/stripe/mirror/backfill.test.ts'] },
  faults: { workspace: 'server', files: ['src/operations/operations.faults.test.ts'] },
  kills: { workspace: 'server', files: ['src/operations/operations.kills.test.ts'] },
  concurrent: { workspace: 'server', files: ['src/operations/operations.concurrent.test.ts'] },
  registrations: { workspace: 'server', files: ['src/modules/sign-up/registration.faults.test.ts'] },
  subscriptions: { workspace: 'stripe-sandbox', files: ['src/engine/histories.property.test.ts'] },
  licenses: { workspace: 'server', files: ['src/modules/delivery/histories.test.ts'] },
  devices: {
    workspace: 'server',
    files: ['src/modules/devices/assign-places.test.ts', 'src/modules/devices/devices.histories.test.ts'],
  },
  dues: { workspace: 'server', files: ['src/modules/purchase/purchase.due.test.ts'] },
  catalogs: {
    workspace: 'server',
    files: ['src/modules/catalog/drafts/fields.test.ts', 'src/modules/catalog/file/round-trip.test.ts'],
  },
  timing: { workspace: 'server', files: ['src/timing.test.ts'] },
  screens: { workspace: 'e2e', files: ['e2e/every-screen-[\\w-]+\\.spec'] },
  stories: { workspace: 'e2e', files: ['e2e/(?!every-screen-)[\\w-]+\\.spec'] },
};
