import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Queryable } from '../../core/db/database.ts';
import { hashSecret } from '../../core/secrets.ts';
import { consumeChallenge, insertChallenge, type PasskeyRow, type Purpose } from './passkeys.queries.ts';

/** JSON of the browser's library, which the server's library validates. */
export type WebAuthnJson = Record<string, unknown>;

/** A challenge's browser and purpose: only the browser that requested it can answer it, for its purpose (PSK-4). */
export interface ChallengeScope {
  readonly purpose: Purpose;
  /** SHA-256 of the browser's session or visitor cookie. */
  readonly browserHash: Buffer;
  /** Null at a sign-in, when the passkey identifies the user. */
  readonly userId: number | null;
}

/** Loaded on first use, because it is large. */
const loadLibrary = () => import('@simplewebauthn/server');

/** The portal, as seen by passkeys. */
export interface RelyingParty {
  readonly publicUrl: string;
}

/**
 * Lifetime of a challenge in seconds. It is longer for a sign-in, because the sign-in page requests a challenge as
 * soon as it opens.
 */
const lifeSeconds: Record<Purpose, number> = { add: 300, confirm: 300, signIn: 900 };

/** EdDSA, ECDSA with P-256 and RSA, which cover the common authenticators. */
const algorithms = [-8, -7, -257];

/** The host to which passkeys belong: that of `PUBLIC_URL`, regardless of the request (PSK-3). */
const relyingPartyId = ({ publicUrl }: RelyingParty) => new URL(publicUrl).hostname;
/** The user handle of a passkey: the 16 bytes of the public id (PSK-5). */
function createUserHandle(publicId: string): Buffer<ArrayBuffer> {
  return Buffer.from(publicId.replaceAll('-', ''), 'hex');
}

async function newChallenge(on: Queryable, asking: ChallengeScope): Promise<Buffer<ArrayBuffer>> {
  const challenge = randomBytes(32);
  const challengeHash = hashSecret(challenge.toString('base64url'));
  await insertChallenge(on, { ...asking, challengeHash, lifeSeconds: lifeSeconds[asking.purpose] });
  return challenge;
}

const createDescriptor = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  transports,
});

/** Options for a new discoverable passkey that verifies its user (PSK-2). */
export async function createRegistrationOptions(
  on: Queryable,
  party: RelyingParty,
  asking: ChallengeScope,
  about: {
    companyName: string;
    login: string;
    name: string;
    publicId: string;
    known: readonly PasskeyRow[];
  },
): Promise<WebAuthnJson> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: about.companyName,
    rpID: relyingPartyId(party),
    userID: createUserHandle(about.publicId),
    userName: about.login,
    userDisplayName: about.name,
    challenge: await newChallenge(on, asking),
    timeout: lifeSeconds.add * 1000,
    attestationType: 'none',
    excludeCredentials: about.known.map(createDescriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options };
}

/** Options for a proof with one of the `known` passkeys; any passkey of the portal if the list is empty. */
export async function createAuthenticationOptions(
  on: Queryable,
  party: RelyingParty,
  asking: ChallengeScope,
  known: readonly PasskeyRow[] = [],
): Promise<WebAuthnJson> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(party),
    challenge: await newChallenge(on, asking),
    timeout: lifeSeconds[asking.purpose] * 1000,
    userVerification: 'required',
    allowCredentials: known.map(createDescriptor),
  });
  return { ...options };
}

/** A new passkey as its authenticator describes it. */
export interface NewCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly aaguid: string;
  readonly isSynced: boolean;
}

const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** The passkey that answers a challenge; undefined if the answer is invalid. */
export async function verifyNewPasskey(
  on: Queryable,
  party: RelyingParty,
  asking: ChallengeScope,
  response: WebAuthnJson,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifyAnswer(on, asking, (expectedChallenge) =>
    verifyRegistrationResponse({
      // The library validates every part that it reads.
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.publicUrl,
      expectedRPID: relyingPartyId(party),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return undefined;
  const { credential, aaguid, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: [credential.transports ?? []].flat().filter((transport) => knownTransports.has(transport)),
    aaguid,
    isSynced: credentialBackedUp,
  };
}

/** The credential id of an answer; undefined if it is invalid. */
export function parseCredentialId(response: WebAuthnJson): Buffer | undefined {
  const { id } = response;
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? Buffer.from(id, 'base64url') : undefined;
}

/** The user handle of an answer, in base64url; undefined if it has none. */
function parseUserHandle(response: WebAuthnJson): string | undefined {
  const { userHandle } = (response.response ?? {}) as { userHandle?: unknown };
  return typeof userHandle === 'string' && userHandle !== '' ? userHandle : undefined;
}

/** Verifies an answer by a passkey: signature, origin, host, user verification and user handle. @returns the signed counter; undefined if anything is invalid */
export async function verifyPasskey(
  on: Queryable,
  party: RelyingParty,
  asking: ChallengeScope,
  answer: { readonly passkey: PasskeyRow; readonly publicId: string; readonly response: WebAuthnJson },
): Promise<{ counter: number; isSynced: boolean } | undefined> {
  const { passkey, publicId, response } = answer;
  const handle = parseUserHandle(response);
  const isNamed =
    handle === undefined ? asking.userId !== null : handle === createUserHandle(publicId).toString('base64url');
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifyAnswer(on, asking, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.publicUrl,
      expectedRPID: relyingPartyId(party),
      credential: {
        ...createDescriptor(passkey),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  );
  if (!isNamed || !verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

/** Returns undefined if the library rejects the answer; database errors are thrown. The challenge is consumed before the answer is verified (PSK-4). */
async function verifyAnswer<Result>(
  on: Queryable,
  asking: ChallengeScope,
  verify: (expectedChallenge: (challenge: string) => Promise<boolean>) => Promise<Result>,
): Promise<Result | undefined> {
  let failure: unknown;
  const verified = await verify((challenge) =>
    consumeChallenge(on, { ...asking, challengeHash: hashSecret(challenge) }).catch((error: unknown) => {
      failure = error;
      return false;
    }),
  ).catch(() => undefined);
  if (failure !== undefined) throw failure;
  return verified;
}
