import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A portal's pair of keys. */
export interface PortalKey {
  readonly keyId: string;
  readonly secret: KeyObject;
  /** Raw, in base64url. */
  readonly publicKey: string;
}

export function makePortalKey(keyId: string): PortalKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { keyId, secret: privateKey, publicKey: String(publicKey.export({ format: 'jwk' }).x) };
}

/** The signature header of an answer with this status and text. */
export function signAnswer({ keyId, secret }: PortalKey, status: number, text: string): string {
  const signature = sign(null, Buffer.from(`portico-licensing-v1.${status}.${text}`), secret).toString('base64url');
  return `keyId="${keyId}", signature="${signature}"`;
}

/** A license file with this payload. */
export function createLicenseFile({ keyId, secret }: PortalKey, payload: object): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signature = sign(null, Buffer.from(`portico-license-v1.${encoded}`), secret).toString('base64url');
  const file = { format: 'portico-license', version: 1, algorithm: 'Ed25519', keyId, payload: encoded, signature };
  return `${JSON.stringify(file, null, 2)}\n`;
}
