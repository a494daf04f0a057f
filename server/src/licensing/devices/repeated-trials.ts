import { isPlaceholderId } from '@portico/contract';
import { findPlan, type Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { findTrials, listTrials } from '../licenses/licenses.queries.ts';
import { listLicensesElsewhere, listSameMachines } from './same-machines.queries.ts';

/** A trial on a machine that another account used for a trial of the same product. */
export interface RepeatedTrial {
  readonly licenseId: number;
  readonly productId: string;
  readonly deviceName: string;
  readonly otherAccountId: number;
}

/** Trials and devices that are compared. */
const maxCompared = 100;

/**
 * The account's trials on machines that are known from another account's trial of the same product, by hardware ID, each
 * device and account once (TRL-11). Fingerprints are hashed by account, so they cannot be compared.
 */
export async function listRepeatedTrials(on: Queryable, accountId: number): Promise<RepeatedTrial[]> {
  const trials = new Map((await listTrials(on, accountId, maxCompared)).map((trial) => [trial.id, trial.productId]));
  if (trials.size === 0) return [];
  const same = await listSameMachines(on, [...trials.keys()], maxCompared);
  const others = await findTrials(on, [...new Set(same.map(({ otherLicenseId }) => otherLicenseId))]);
  const productOf = new Map(others.map(({ id, productId }) => [id, productId]));
  const found = new Map<string, RepeatedTrial>();
  for (const { licenseId, deviceName, hardwareId, otherLicenseId, otherAccountId } of same) {
    const productId = trials.get(licenseId);
    if (productId === undefined || productOf.get(otherLicenseId) !== productId || isPlaceholderId(hardwareId)) continue;
    found.set(`${licenseId} ${hardwareId} ${otherAccountId}`, { licenseId, productId, deviceName, otherAccountId });
  }
  return [...found.values()];
}

/**
 * Whether a license may not get a new device with this hardware ID: it is a trial whose plan is refused to known machines,
 * and another account had the machine on a trial of the same product (TRL-13).
 */
export async function isTrialRefused(
  { products }: { readonly products: ReadonlyMap<string, Product> },
  on: Queryable,
  license: LicenseRow,
  hardwareId: string,
): Promise<boolean> {
  if (!license.trial || !findPlan(products, license)?.refusesKnownMachines) return false;
  const trials = await findTrials(on, await listLicensesElsewhere(on, license.accountId, hardwareId, maxCompared));
  return trials.some(({ productId }) => productId === license.productId);
}
