import { createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto';
import type { LicensingCode } from '@portico/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Reached } from '../../../test/browser.ts';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { MemoryLog } from '../../../test/portal.ts';
import { createAudit, seedDemonstrationPeople } from '../../accounts/index.ts';
import type { CatalogReader, Product } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { licenseKeys } from '../../core/db/schema/licenses.gen.ts';
import { installSecurityHeaders } from '../../core/http/security-headers.ts';
import { createHttpServer } from '../../core/http/server.ts';
import { hashSecret } from '../../core/secrets.ts';
import { createKey } from '../licenses/license-keys.ts';

import { licensingModule } from './licensing.routes.ts';

/** Accounts of the demonstration. */
export const accountId = 2;
export const otherAccountId = 3;
export const publicUrl = 'https://portal.vendor.example';
const appSecret = 'a secret of the tests, long enough';

const feature = (name: string, range: { fromVersion?: string; toVersion?: string } = {}) => ({
  name,
  fromVersion: null,
  toVersion: null,
  ...range,
});

/** The products of the tests: `desktop` for devices, `cloud` for leases. */
export const products = new Map(
  [
    {
      id: 'desktop',
      offlineHours: 72,
      fingerprintMatches: 3,
      fingerprintParts: 5,
      featureScopes: [
        { name: 'reading', features: [feature('types'), feature('batchScanning', { fromVersion: '5.2' })] },
        { name: 'old', features: [feature('zone', { toVersion: '4.9' })] },
      ],
      plans: [
        {
          id: 'desktop-basic',
          releases: null,
          borrowDays: 0,
          featureValues: { reading: { types: 12, batchScanning: true, off: false }, old: { zone: true } },
        },
        { id: 'desktop-strict', releases: 1, borrowDays: 0, featureValues: {}, refusesKnownMachines: true },
      ],
    },
    {
      id: 'cloud',
      offlineHours: 0,
      fingerprintMatches: 2,
      fingerprintParts: 3,
      featureScopes: [],
      plans: [{ id: 'cloud-team', releases: 1, borrowDays: 14, featureValues: {}, refusesKnownMachines: true }],
    },
  ].map((product) => [product.id, product as unknown as Product]),
);

/** Inserts a token of the account, by default a working secret one for `desktop`. @returns its text */
export async function insertToken(
  { pool }: Pick<Database, 'pool'>,
  columns: {
    readonly accountId?: number;
    readonly productId?: string;
    readonly isSecret?: boolean;
    readonly expiresAt?: Date;
    readonly disabledAt?: Date;
    readonly overlapEndsAt?: Date;
  } = {},
): Promise<string> {
  const { isSecret = true, expiresAt = null, disabledAt = null, overlapEndsAt = null } = columns;
  const token = `${isSecret ? 'pts_' : 'ptp_'}${randomBytes(16).toString('hex')}`;
  await pool.query(
    `insert into product_tokens (account_id, product_id, name, token_type, prefix, token_hash, expires_at, disabled_at, disabled_reason, overlap_ends_at)
     values ($1, $2, 'Front desks', $3, $4, $5, $6, $7, $8, $9)`,
    [
      columns.accountId ?? accountId,
      columns.productId ?? 'desktop',
      isSecret ? 1 : 0,
      token.slice(0, 10),
      hashSecret(token),
      expiresAt,
      disabledAt,
      disabledAt && 'user',
      overlapEndsAt,
    ],
  );
  return token;
}

const sampleHardwareId = '7C1E9A40B2';

/** A valid body of each call. */
export const sampleBodies: Readonly<Record<string, object>> = {
  activations: { hardwareId: sampleHardwareId },
  deactivations: { hardwareId: sampleHardwareId },
  validations: { hardwareId: sampleHardwareId },
  heartbeats: { hardwareId: sampleHardwareId, counters: { pages: 1 } },
  features: {},
  evictions: { deviceId: 999_999 },
  sessions: { hardwareId: sampleHardwareId, requestKey: 'start' },
  'sessions/renewals': { sessionId: '00000000-0000-4000-8000-000000000000' },
  'sessions/returns': { sessionId: '00000000-0000-4000-8000-000000000000' },
  'devices/list': {},
  'usage/read': { from: '2026-11-01', to: '2026-11-30' },
};

export const newNonce = () => randomBytes(18).toString('base64url');

/** The public keys by id. */
export async function listPublicKeys({ pool }: Pick<Database, 'pool'>): Promise<ReadonlyMap<string, KeyObject>> {
  const { rows } = await pool.query<{ id: string; public_key: Buffer }>('select id, public_key from license_keys');
  return new Map(rows.map(({ id, public_key: key }) => [id, createKeyFromRaw(key)]));
}

function createKeyFromRaw(raw: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
}

/** Whether the signature of an answer matches its status and exact text. */
export function isSigned(
  { statusCode, body, headers }: Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'headers'>,
  keys: ReadonlyMap<string, KeyObject>,
): boolean {
  const header = String(headers['licensing-signature'] ?? '');
  const [, id = '', signature = ''] = /^keyId="([^"]+)", signature="([\w-]+)"$/.exec(header) ?? [];
  const key = keys.get(id);
  const signed = Buffer.from(`portico-licensing-v1.${statusCode}.${body}`);
  return key !== undefined && verify(null, signed, key, Buffer.from(signature, 'base64url'));
}

export interface CallResult {
  readonly status: number;
  /** The code of a problem, or of a validation. */
  readonly code: LicensingCode | string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at any part of an answer.
  readonly body: any;
  readonly response: LightMyRequestResponse;
}

export interface CallOptions {
  /** By default the client's own. */
  readonly token?: string | undefined;
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

/** A product that calls with a token. Each answer's signature, nonce, call and lack of cookies are checked. */
export class LicensingClient {
  readonly app: Reached;
  readonly token: string;
  readonly keys: ReadonlyMap<string, KeyObject>;

  constructor(app: Reached, token: string, keys: ReadonlyMap<string, KeyObject>) {
    this.app = app;
    this.token = token;
    this.keys = keys;
  }

  async call(call: string, fields: object = {}, options: CallOptions = {}): Promise<CallResult> {
    const nonce = newNonce();
    const payload = { nonce, time: new Date().toISOString(), ...fields };
    const answered = await this.send(call, JSON.stringify(payload), options);
    expect(answered.body.nonce).toBe('nonce' in fields ? fields.nonce : nonce);
    return answered;
  }

  /** Sends a body unchanged. */
  async send(call: string, payload: string, { token, address, headers }: CallOptions = {}): Promise<CallResult> {
    const response = await this.app.inject({
      method: 'POST',
      url: `/api/licensing/v1/${call}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token ?? this.token}`, ...headers },
      payload,
      ...(address && { remoteAddress: address }),
    });
    expect(isSigned(response, this.keys), `${call} ${response.statusCode} is not signed: ${response.body}`).toBe(true);
    expect(response.headers['set-cookie']).toBeUndefined();
    const body = response.json();
    expect(body.call).toBe(call);
    expect(Math.abs(Date.parse(body.time) - Date.now())).toBeLessThan(10_000);
    return { status: response.statusCode, code: body.code, body, response };
  }
}

export type LicensingDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

export interface LicensingPortal {
  readonly database: LicensingDatabase;
  readonly app: FastifyInstance;
  /** The log of the servers. */
  readonly log: MemoryLog;
  /** A product of the account with a new token. */
  readonly client: (token?: Parameters<typeof insertToken>[1]) => Promise<LicensingClient>;
  /** The same server again, as another process on the database. */
  readonly startAnother: () => Promise<FastifyInstance>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement.
  readonly sql: (text: string, values?: unknown[]) => Promise<any[]>;
  /** The sums of a license's only day. */
  // biome-ignore lint/suspicious/noExplicitAny: a row.
  readonly findDay: (licenseId: number) => Promise<any>;
  readonly findSeatCounts: (licenseId: number) => Promise<{ readonly used: number; readonly exceeded: number }>;
  /** The devices of a license that are not released, in the order of their seats. */
  // biome-ignore lint/suspicious/noExplicitAny: rows.
  readonly listDevices: (licenseId: number) => Promise<any[]>;
}

/** The licensing API alone, on its own database with the demonstration's people. */
export async function createLicensingPortal(): Promise<LicensingPortal> {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await database.query.insert(licenseKeys).values(createKey('2026-11', appSecret));
  const keys = await listPublicKeys(database);
  const log = new MemoryLog();
  const startAnother = async () => {
    const app = await createHttpServer({
      logger: pino({ level: 'info' }, log),
      trustedProxies: [],
      strictResponses: true,
    });
    installSecurityHeaders(app, () => publicUrl);
    const module = licensingModule({
      database,
      audit: createAudit({ database, appSecret }),
      config: { appSecret },
      publicUrl,
      catalog: {
        at: async () => ({ findProducts: async () => products }) as Partial<CatalogReader> as CatalogReader,
        now: () => new Date(),
      },
    });
    for (const route of module.routes ?? []) route.bind(app);
    await app.ready();
    closeAfterTests(() => app.close());
    return app;
  };
  const app = await startAnother();
  const sql: LicensingPortal['sql'] = async (text, values = []) => (await database.pool.query(text, values)).rows;
  return {
    database,
    app,
    log,
    startAnother,
    client: async (token) => new LicensingClient(app, await insertToken(database, token), keys),
    sql,
    findDay: async (id) => (await sql('select * from license_days where license_id = $1', [id]))[0],
    findSeatCounts: async (id) =>
      (await sql('select used_quantity as used, exceeded_quantity as exceeded from licenses where id = $1', [id]))[0],
    listDevices: (id) =>
      sql('select * from devices where license_id = $1 and released_at is null order by place_since, id', [id]),
  };
}
