import { createHmac } from 'node:crypto';
import { type Fingerprint, isPlaceholderId } from '@portico/contract';
import type { Machine, ProductContext } from '../devices/product-context.ts';
import { findTokenLabel } from '../product-tokens/product-tokens.queries.ts';
import type { Call, LicensingServices } from './licensing.context.ts';

/** Bytes of a fingerprint's hash. */
const hashLength = 16;
/** Fingerprints that are compared if the catalog no longer has the product. */
const defaultParts = 5;

interface Reported {
  readonly hardwareId: string;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly fingerprints?: readonly Fingerprint[] | undefined;
}

type Reporting = Pick<Call<Reported>, 'body' | 'keptUsage' | 'actor' | 'accountId' | 'productId' | 'products'>;

/** What a call reports about its machine, limited to what the account shares (LIC-15). */
export function describeMachine({ config }: Pick<LicensingServices, 'config'>, call: Reporting): Machine {
  const { body, keptUsage, actor, accountId, productId, products } = call;
  const fingerprints = body.fingerprints?.filter(({ value }) => !isPlaceholderId(value));
  const counted = products.get(productId)?.fingerprintParts ?? defaultParts;
  // Keyed, because fingerprints can be guessed.
  const hashFingerprint = ({ name, value }: Fingerprint) =>
    createHmac('sha256', `fingerprints ${config.appSecret}`)
      .update(JSON.stringify([accountId, name, value]))
      .digest()
      .subarray(0, hashLength);
  return {
    hardwareId: body.hardwareId,
    name: keptUsage.names ? body.name : undefined,
    ipAddress: keptUsage.details ? actor.address : null,
    version: keptUsage.details ? (body.version ?? null) : null,
    fingerprints: fingerprints && (keptUsage.details ? fingerprints : []),
    hashedFingerprints: fingerprints?.slice(0, counted).map(hashFingerprint),
  };
}

/** The context in which a call changes devices, in the name of its token (LIC-14). */
export async function createChangeContext(
  { database, audit, catalog }: LicensingServices,
  { accountId, actor, products, tokenId, isSecret }: Call<object>,
): Promise<ProductContext> {
  const token = await findTokenLabel(database.query, tokenId);
  return { database, audit, catalog, accountId, actor, products, token, isPublicToken: !isSecret };
}
