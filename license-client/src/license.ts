/** A product covered by a license. */
export interface LicensedProduct {
  /** The vendor's id of the product. */
  readonly product: string;
  /** The vendor's id of the plan. */
  readonly plan: string;
  /** Null if the product has no versions. */
  readonly version: string | null;
  /** Devices; -1 is unlimited. */
  readonly quantity: number;
  /** Values of the plan's features by scope and name. Features that are not in the plan are left out. */
  readonly features: Readonly<Record<string, Readonly<Record<string, boolean | number | string>>>>;
}

/** The additional part of an activation file: the answer to an offline device's request. */
export interface FileActivation {
  readonly hardwareId: string;
  /** The nonce of the request. */
  readonly nonce: string;
  /** Random. It proves that the device deleted the activation. */
  readonly key: string;
}

/** The contents of a license file. */
export interface License {
  /** The license number, such as LI-10318. */
  readonly license: string;
  readonly serialNumber: string;
  readonly model: 'host-locked' | 'floating';
  /** The name of the customer's account. */
  readonly account: string;
  readonly products: readonly LicensedProduct[];
  /** Devices of all products; -1 is unlimited. */
  readonly quantity: number;
  readonly trial: boolean;
  /** ISO 8601 in UTC. */
  readonly issuedAt: string;
  /** ISO 8601 in UTC; null for never. */
  readonly expiresAt: string | null;
  /** The hardware IDs that a host-locked license covers. Null covers every device. */
  readonly hardwareIds: readonly string[] | null;
  /** Only in activation files. */
  readonly activation?: FileActivation;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The license in a verified payload; undefined if its form is wrong. Unknown fields are dropped. */
export function readLicense(value: unknown): License | undefined {
  if (!isObject(value)) return undefined;
  const { license, serialNumber, model, account, products, quantity, trial, issuedAt, expiresAt, hardwareIds } = value;
  const activation = value.activation === undefined ? undefined : readActivation(value.activation);
  if (value.activation !== undefined && !activation) return undefined;
  if (!isText(license) || !isText(serialNumber) || !isText(account)) return undefined;
  if (model !== 'host-locked' && model !== 'floating') return undefined;
  if (!isQuantity(quantity) || typeof trial !== 'boolean') return undefined;
  if (!isMoment(issuedAt) || !(expiresAt === null || isMoment(expiresAt))) return undefined;
  if (!Array.isArray(products) || products.length === 0) return undefined;
  const read = products.map(readProduct).filter((product) => product !== undefined);
  if (read.length !== products.length) return undefined;
  // Only a floating license covers devices without naming them.
  if (model === 'floating' ? hardwareIds !== null : !isTexts(hardwareIds)) return undefined;
  return {
    license,
    serialNumber,
    model,
    account,
    products: read,
    quantity,
    trial,
    issuedAt,
    expiresAt,
    hardwareIds: hardwareIds as string[] | null,
    ...(activation && { activation }),
  };
}

function readActivation(value: unknown): FileActivation | undefined {
  if (!isObject(value)) return undefined;
  const { hardwareId, nonce, key } = value;
  return isText(hardwareId) && isText(nonce) && isText(key) ? { hardwareId, nonce, key } : undefined;
}

function readProduct(value: unknown): LicensedProduct | undefined {
  if (!isObject(value)) return undefined;
  const { product, plan, version, quantity, features } = value;
  if (!isText(product) || !isText(plan) || !isQuantity(quantity)) return undefined;
  if (!(version === null || isText(version)) || !isFeatures(features)) return undefined;
  return { product, plan, version, quantity, features };
}

export function isFeatures(value: unknown): value is LicensedProduct['features'] {
  return (
    isObject(value) &&
    Object.values(value).every(
      (scope) =>
        isObject(scope) && Object.values(scope).every((feature) => /^(?:boolean|number|string)$/.test(typeof feature)),
    )
  );
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isQuantity(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= -1;
}

/** A time in the portal's format, with a valid date. */
export function isMoment(value: unknown): value is string {
  return (
    isText(value) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString() === value
  );
}
