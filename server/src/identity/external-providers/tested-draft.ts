import type { ExternalProviderDraft, ExternalProviderType } from '@portico/contract';
import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { keyedHash, seal, unseal } from '../../core/secrets.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { assertFields } from './external-providers.errors.ts';
import { findProvider, type ProviderRow } from './external-providers.queries.ts';
import { type FieldProblems, providerAuthority, readAuthority, readConnection } from './external-providers.rules.ts';
import { unsealSecret } from './sealed-secret.ts';
import { findSettings, type ProviderSettings } from './settings.ts';

type Context = Pick<ExternalProvidersContext, 'database' | 'config'>;

/** The settings that a test depends on (SSO-9). */
const connection = z.object({
  domain: z.string(),
  tenantId: z.string().nullable(),
  authority: z.string().nullable(),
  clientId: z.string().nullable(),
  /** Empty if there is no secret. */
  clientSecret: z.string(),
});
type Connection = z.infer<typeof connection>;

/** A provider's connection from a form, with the problems of its fields. */
export interface ReadDraft {
  readonly connection: Omit<Connection, 'clientSecret'>;
  /** Empty if the stored secret stays (SSO-4). */
  readonly newSecret: string;
  readonly problems: FieldProblems;
}

/** Validates the part of a form that a test depends on. */
export function readDraft(
  { identityProviders }: Pick<Config, 'identityProviders'>,
  before: Pick<ProviderRow, 'type'>,
  form: ExternalProviderDraft,
): ReadDraft {
  const type = before.type as ExternalProviderType;
  const read = readConnection(type, form, 'externalProviders.domainRequired');
  const { authority, problems } = readAuthority(type, form.authority, identityProviders.privateOrigins);
  const newSecret = form.clientSecret?.trim() ?? '';
  return {
    connection: { ...read.connection, authority, clientId: form.clientId || null },
    newSecret,
    problems: { ...read.problems, ...problems, ...secretProblems(newSecret) },
  };
}

/** Rejects characters that a copied secret can contain by accident, because the provider's error would not explain them. */
function secretProblems(secret: string): FieldProblems {
  return /^[\x20-\x7e]*$/.test(secret) ? {} : { clientSecret: 'externalProviders.secretCharacters' };
}

/** Identifies a connection. It is keyed, so that a stolen database does not allow guessing the secret. */
function connectionFingerprint(appSecret: string, key: string, tested: Connection): Buffer {
  const { domain, tenantId, authority, clientId, clientSecret } = tested;
  const text = JSON.stringify([key, domain, tenantId, authority, clientId, clientSecret]);
  return keyedHash(appSecret, 'tested identity provider', text);
}

/** Whether a row's settings passed a test before they were saved (SSO-55). */
export function isTestedDraft(appSecret: string, { testedDraft }: ProviderRow, row: ProviderRow): boolean {
  if (testedDraft === null) return false;
  return testedDraft.equals(
    connectionFingerprint(appSecret, row.key, { ...row, clientSecret: unsealSecret(appSecret, row) }),
  );
}

const sealScope = (key: string) => ({ purpose: 'identity provider draft', owner: key });

/**
 * A provider's settings with the values of an unsaved form, for a test (SSO-55).
 * @returns undefined for another account's provider
 * @throws InvalidInputError with all problems of the form's fields
 */
export async function findDraft(
  context: Context,
  { id, accountId }: { readonly id: number; readonly accountId: number },
  form: ExternalProviderDraft,
): Promise<ProviderSettings | undefined> {
  const row = await findProvider(context.database.query, accountId, id);
  const settings = row && (await findSettings(context, { id, accountId }));
  if (!settings) return undefined;
  const { connection: read, newSecret, problems } = readDraft(context.config, row, form);
  assertFields(problems);
  const draft = createDraftSettings(context, settings, { ...read, clientSecret: newSecret || settings.clientSecret });
  // A stored secret must not be sent to another address (SSO-4).
  if (newSecret === '' && draft.issuer !== settings.issuer && settings.clientSecret !== '')
    assertFields({ clientSecret: 'externalProviders.secretForAddress' });
  return draft;
}

/** Reads the sealed draft after the provider redirects back. @param sealed the value of `draft.sealed` @throws Error if it belongs to another provider */
export function unsealDraft(context: Pick<Context, 'config'>, settings: ProviderSettings, sealed: Buffer) {
  const text = unseal(context.config.appSecret, sealScope(settings.key), sealed).toString();
  return createDraftSettings(context, settings, connection.parse(JSON.parse(text)));
}

function createDraftSettings(
  { config }: Pick<Context, 'config'>,
  settings: ProviderSettings,
  tested: Connection,
): ProviderSettings {
  const { type, key } = settings;
  return {
    ...settings,
    issuer: providerAuthority(config.accountProviders, { type, ...tested }) ?? '',
    tenantId: tested.tenantId,
    clientId: tested.clientId ?? '',
    clientSecret: tested.clientSecret,
    // The revision after saving.
    revision: settings.revision + 1,
    draft: {
      fingerprint: connectionFingerprint(config.appSecret, key, tested),
      sealed: seal(config.appSecret, sealScope(key), Buffer.from(JSON.stringify(tested))),
    },
  };
}
