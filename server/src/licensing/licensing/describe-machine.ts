import { createHmac } from 'node:crypto';
import type { Fingerprint } from '@portico/contract';
import type { Machine, ProductContext } from '../devices/product-context.ts';
import { findTokenLabel } from '../product-tokens/product-tokens.queries.ts';
import type { Call, LicensingServices } from './licensing.context.ts';

/** Bytes of a part's hash. */
const hashLength = 16;
/** Fingerprints that count where the catalog has no product any more. */
const defaultParts = 5;

interface Reported {
  readonly hardwareId: string;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly fingerprints?: readonly Fingerprint[] | undefined;
}

type Reporting = Pick<Call<Reported>, 'body' | 'keptUsage' | 'actor' | 'accountId' | 'productId' | 'products'>;

/** What a call tells of its machine, without what the account does not let be kept (LIC-15). */
export function describeMachine({ config }: Pick<LicensingServices, 'config'>, call: Reporting): Machine {
  const { body, keptUsage, actor, accountId, productId, products } = call;
  const counted = products.get(productId)?.fingerprintParts ?? defaultParts;
  // Keyed, because the parts of a machine can be guessed.
  const hashOf = ({ name, value }: Fingerprint) =>
    createHmac('sha256', `fingerprints ${config.appSecret}`)
      .update(JSON.stringify([accountId, name, value]))
      .digest()
      .subarray(0, hashLength);
  return {
    hardwareId: body.hardwareId,
    name: keptUsage.names ? body.name : undefined,
    ipAddress: keptUsage.details ? actor.address : null,
    version: keptUsage.details ? (body.version ?? null) : null,
    fingerprints: body.fingerprints && (keptUsage.details ? body.fingerprints : []),
    hashedFingerprints: body.fingerprints?.slice(0, counted).map(hashOf),
  };
}

/** The context of a change of devices that a call makes, in the name of its token (LIC-14). */
export async function createChangeContext(
  { database, audit, catalog }: LicensingServices,
  { accountId, actor, products, tokenId, isSecret }: Call<object>,
): Promise<ProductContext> {
  const token = await findTokenLabel(database.query, tokenId);
  return { database, audit, catalog, accountId, actor, products, token, isPublicToken: !isSecret };
}
