import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAudit } from './bench/audit.ts';
import { measureBilling } from './bench/billing.ts';
import { measureCatalog } from './bench/catalog.ts';
import { measureDelivery } from './bench/delivery.ts';
import { measureHistory } from './bench/history.ts';
import { measureInstall } from './bench/install.ts';
import { measureInvoiceFilters } from './bench/invoice-filters.ts';
import { measureLicenseFiles } from './bench/license-files.ts';
import { measureLicenses } from './bench/licenses.ts';
import { measureLicensing } from './bench/licensing.ts';
import { measureList } from './bench/list.ts';
import { type LoadedPortal, startLoadedPortal } from './bench/loaded-portal.ts';
import { measureMail } from './bench/mail.ts';
import { measureMemory } from './bench/memory.ts';
import { measureMirror } from './bench/mirror.ts';
import { measureOverload } from './bench/overload.ts';
import { measurePage } from './bench/page.ts';
import { type PeoplePortal, startPeoplePortal } from './bench/people-portal.ts';
import { stopAll } from './bench/processes.ts';
import { writeReport } from './bench/report.ts';
import { type Row, table } from './bench/row.ts';
import { measureSandbox } from './bench/sandbox.ts';
import { measureRenewals } from './bench/sandbox-renewals.ts';
import { measureScreens } from './bench/screens.ts';
import { measureSearch } from './bench/search.ts';
import { measureSecondStep } from './bench/second-step.ts';
import { measureSignIn } from './bench/sign-in.ts';
import { measureSignUp } from './bench/sign-up.ts';
import { measureSingleSignOn } from './bench/single-sign-on.ts';
import { measureStartUp } from './bench/start-up.ts';
import { measureStripeCalls } from './bench/stripe-calls.ts';
import { measureUsers } from './bench/users.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
let loaded: Promise<LoadedPortal> | undefined;
/** Measures a portal with many rows. All measurements that need such a portal share one. */
const withLoaded = (measure: (folder: string, portal: LoadedPortal) => Promise<Row[]>) => async () => {
  loaded ??= startLoadedPortal(folder);
  return measure(folder, await loaded);
};

let people: Promise<PeoplePortal> | undefined;
/** Measures a portal with many users. All measurements that need such a portal share one. */
const withPeople = (measure: (portal: PeoplePortal) => Promise<Row[]>) => async () => {
  people ??= startPeoplePortal(folder);
  return measure(await people);
};

/** The measurements by name, in the order in which they run. */
const figures: Readonly<Record<string, () => Promise<Row[]>>> = {
  start: () => measureStartUp(folder),
  history: () => measureHistory(folder),
  memory: withLoaded(measureMemory),
  list: withLoaded(measureList),
  billing: () => measureBilling(folder),
  'sign-in': withLoaded(measureSignIn),
  'second-step': () => measureSecondStep(folder),
  'single-sign-on': () => measureSingleSignOn(folder),
  mail: () => measureMail(folder),
  page: withLoaded(measurePage),
  screens: () => measureScreens(folder),
  'sign-up': () => measureSignUp(folder),
  overload: withLoaded(measureOverload),
  licenses: withLoaded(measureLicenses),
  'invoice-filters': withLoaded(measureInvoiceFilters),
  users: withPeople((portal) => measureUsers(folder, portal)),
  search: withPeople(measureSearch),
  audit: withPeople(measureAudit),
  stripe: () => measureStripeCalls(join(folder, 'stripe')),
  sandbox: () => measureSandbox(join(folder, 'many')),
  renewals: () => measureRenewals(join(folder, 'renewals')),
  mirror: () => measureMirror(folder),
  catalog: () => measureCatalog(join(folder, 'catalog')),
  delivery: () => measureDelivery(folder),
  licensing: () => measureLicensing(folder),
  'license-files': async () => measureLicenseFiles(),
  install: () => measureInstall(folder),
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(figures, name));
if (options.help || unknown.length > 0) {
  console.log(`npm run bench [-- ${Object.keys(figures).join(' | ')} …]`);
  rmSync(folder, { recursive: true });
  process.exit(unknown.length > 0 ? 1 : 0);
}

const clearAway = async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void clearAway().finally(() => process.exit(130)));
}

const begin = performance.now();
const rows: Row[] = [];
const failed: string[] = [];
try {
  for (const [name, measure] of Object.entries(figures)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`Measuring ${name} …`);
    try {
      rows.push(...(await measure()));
    } catch (error) {
      failed.push(name);
      console.error(error);
    }
  }
} finally {
  await clearAway();
}
console.log(`\n${table(rows)}\n\n${Math.round((performance.now() - begin) / 1000)} s`);
if (failed.length > 0) {
  console.error(`Measurements that failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
// A partial run would remove the other figures from the table.
if (positionals.length === 0) await writeReport(rows, failed);
