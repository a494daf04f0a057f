import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Credential {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
  counter: number;
}

/** How an authenticator answers once. The default of each field is correct behavior. */
export interface AuthenticatorBehavior {
  /** The origin of the requesting page. */
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether it verified its user with a fingerprint or a PIN. */
  readonly isUserVerified?: boolean;
  /** The counter that it signs; the next one by default. */
  readonly counter?: number;
  /** The user handle that it returns; null for none. */
  readonly userHandle?: string | null;
  /** Changes the signature. */
  readonly isForged?: boolean;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flags = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasCredential: 0x40 };

/**
 * A software authenticator together with its browser. It stores passkeys with its own keys and signs as WebAuthn
 * specifies.
 */
export class TestAuthenticator {
  readonly origin: string;
  readonly credentials: Credential[] = [];
  /** The model that it reports: iCloud Keychain's. */
  aaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';
  /** Whether it counts uses. Synced passkeys do not. */
  counts = false;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Creates a passkey. @returns what the browser's library sends */
  create(given: unknown, behavior: AuthenticatorBehavior = {}): Record<string, unknown> {
    const options = given as CreationOptions;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(16);
    const credential = { id: id.toString('base64url'), privateKey, userHandle: options.user.id, counter: 0 };
    this.credentials.push(credential);
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]) as never,
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const model = Buffer.from(this.aaguid.replaceAll('-', ''), 'hex');
    const authData = Buffer.concat([
      this.#authData(options.rp.id, credential, flags.hasCredential, behavior),
      model,
      length,
      id,
      coseKey,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, behavior).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Signs a challenge with the first allowed passkey. @returns what the browser's library sends */
  get(given: unknown, behavior: AuthenticatorBehavior = {}): Record<string, unknown> {
    const options = given as RequestOptions;
    const allowed = options.allowCredentials?.map(({ id }) => id) ?? [];
    const credential = this.credentials.find(({ id }) => allowed.length === 0 || allowed.includes(id));
    if (!credential) throw new Error('the authenticator has no allowed passkey');
    credential.counter = behavior.counter ?? (this.counts ? credential.counter + 1 : 0);
    const clientData = this.#clientData('webauthn.get', options.challenge, behavior);
    const authData = this.#authData(options.rpId, credential, 0, behavior);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), credential.privateKey);
    if (behavior.isForged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 0xff;
    const { userHandle = credential.userHandle } = behavior;
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }

  #authData(rpId: string, { counter }: Credential, further: number, behavior: AuthenticatorBehavior): Buffer {
    const { isUserVerified = true } = behavior;
    const synced = this.counts ? 0 : flags.backupEligible | flags.backedUp;
    const data = Buffer.alloc(37);
    sha256(behavior.rpId ?? rpId).copy(data);
    data[32] = flags.userPresent | (isUserVerified ? flags.userVerified : 0) | synced | further;
    data.writeUInt32BE(counter, 33);
    return data;
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: AuthenticatorBehavior): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
