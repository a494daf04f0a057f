import { type KeyObject, sign } from 'node:crypto';
import type { Plan, Product } from '../../catalog/index.ts';
import type { LicenseRow } from './licenses.queries.ts';

/** Begins every signed text, so that a signature of something else is never accepted for a license. */
const domain = 'portico-license-v1.';

/** The contents of a license file of version 1, as described in docs/licensing.md. */
export interface LicensePayload {
  readonly license: string;
  readonly serialNumber: string;
  readonly model: 'host-locked' | 'floating';
  readonly account: string;
  readonly products: readonly {
    readonly product: string;
    readonly plan: string;
    readonly version: string | null;
    readonly quantity: number;
    /** By scope and name; features that the plan does not include are missing. */
    readonly features: Plan['featureValues'];
  }[];
  readonly quantity: number;
  readonly trial: boolean;
  readonly issuedAt: string;
  readonly expiresAt: string | null;
  /** Null covers every device. */
  readonly hardwareIds: readonly string[] | null;
  /** For an offline device: its request, and a key that proves later that the device gave up the file (OFF-3). */
  readonly activation?: { readonly hardwareId: string; readonly nonce: string; readonly key: string };
}

export interface FileFacts {
  readonly license: LicenseRow;
  readonly accountName: string;
  readonly product: Pick<Product, 'version'> | undefined;
  readonly plan: Pick<Plan, 'featureValues'> | undefined;
  /** The hardware IDs that the license covers. */
  readonly hardwareIds: readonly string[];
}

/** The contents of a license's file (LCN-7). Products and features are named by id, so the file is in no language. */
export function createPayload(
  { license, accountName, product, plan, hardwareIds }: FileFacts,
  issuedAt: Date,
): LicensePayload {
  const isFloating = license.licenseModel === 1;
  return {
    license: license.number,
    serialNumber: license.serialNumber,
    model: isFloating ? 'floating' : 'host-locked',
    account: accountName,
    products: [
      {
        product: license.productId,
        plan: license.planId,
        version: license.version ?? product?.version ?? null,
        quantity: license.quantity,
        features: plan?.featureValues ?? {},
      },
    ],
    quantity: license.quantity,
    trial: license.trial,
    issuedAt: issuedAt.toISOString(),
    expiresAt: license.expiresAt?.toISOString() ?? null,
    hardwareIds: isFloating ? null : hardwareIds,
  };
}

export function signLicense(payload: LicensePayload, key: { readonly id: string; readonly secret: KeyObject }): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signature = sign(null, Buffer.from(domain + encoded), key.secret).toString('base64url');
  const file = {
    format: 'portico-license',
    version: 1,
    algorithm: 'Ed25519',
    keyId: key.id,
    payload: encoded,
    signature,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
