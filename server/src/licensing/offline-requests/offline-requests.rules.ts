import { createHash, timingSafeEqual } from 'node:crypto';
import { readCrockford, serialNumber } from '@portico/contract';
import { z } from 'zod';
import type { MessageKey } from '../../core/messages/index.ts';
import { toCrockford } from './crockford.ts';
import { looksLikeProofCode, type ProofCode, parseProofCode } from './proof-codes.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u);
const hardwareId = z.string().regex(/^[!-~]{1,128}$/);

/** A request file of version 1, as described in docs/licensing.md. Additional fields are ignored. */
const requestFile = z.object({
  format: z.literal('portico-request'),
  version: z.literal(1),
  kind: z.enum(['activation', 'deactivation']),
  product: z.string().min(1).max(100),
  productVersion: line(50).nullish(),
  hardwareId,
  name: line(100).nullish(),
  fingerprints: z
    .array(z.object({ name: line(50).min(1), value: line(200).min(1) }))
    .max(20)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length)
    .nullish(),
  // An unreadable one is of no license.
  serialNumber: serialNumber.or(z.string().max(200)).nullish(),
  nonce: z.string().regex(/^[\w-]{16,64}$/),
  proof: z
    .string()
    .regex(/^[\w-]{43}$/)
    .nullish(),
});

/** The request of an offline device. */
export interface OfflineRequest {
  readonly kind: 'activation' | 'deactivation';
  /** Null for a short code of version 1, which names no product. */
  readonly product: string | null;
  readonly version: string | null;
  readonly hardwareId: string;
  readonly name: string | undefined;
  readonly fingerprints: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly serialNumber: string | null;
  readonly nonce: string;
  readonly proof: string | null;
  /** Whether it was typed. The same short code requests a newer file. */
  readonly isShortCode: boolean;
}

type Problem = { readonly problem: MessageKey & `offline.${string}` };
type ParsedRequest = { readonly request: OfflineRequest } | Problem;

/**
 * Parses a request file, a short code (OFF-2) or a proof code (OFF-6).
 * @param products the ids of the products of which it may be a short code
 */
export function parseRequest(
  text: string,
  products: readonly string[],
): ParsedRequest | { readonly proofCode: ProofCode } {
  if (/^\s*PR[12]\b/i.test(text)) return parseShortCode(text, products);
  if (!looksLikeProofCode(text)) return parseFile(text);
  const proofCode = parseProofCode(text);
  return 'problem' in proofCode ? { problem: `offline.${proofCode.problem}` } : { proofCode };
}

function parseFile(text: string): ParsedRequest {
  let contents: unknown;
  try {
    contents = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { problem: 'offline.unreadable' };
  }
  if (isLicenseFile(contents)) return { problem: 'offline.answerFile' };
  const parsed = requestFile.safeParse(contents);
  if (!parsed.success) return { problem: 'offline.unreadable' };
  const { kind, product, productVersion, name, fingerprints, serialNumber, nonce, proof } = parsed.data;
  if (kind === 'deactivation' && !proof) return { problem: 'offline.unreadable' };
  return {
    request: {
      kind,
      product,
      version: productVersion || null,
      hardwareId: parsed.data.hardwareId,
      name: name || undefined,
      fingerprints: fingerprints ?? undefined,
      serialNumber: serialNumber || null,
      nonce,
      proof: proof ?? null,
      isShortCode: false,
    },
  };
}

/** Whether the user submitted the answer instead of the request. */
function isLicenseFile(contents: unknown): boolean {
  return (
    typeof contents === 'object' && contents !== null && 'format' in contents && contents.format === 'portico-license'
  );
}

/**
 * A short code is `PR2.`, a hardware ID that can be typed, and four check characters of the product and the ID. Programs
 * that were built earlier show `PR1.`, without the product. Spaces and case are ignored.
 */
function parseShortCode(text: string, products: readonly string[]): ParsedRequest {
  const code = text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/\p{Dash}/gu, '-')
    .toUpperCase();
  const found = /^PR([12])\.([A-Z0-9-]{1,40})\.([0-9A-Z]{4})$/.exec(code);
  if (!found) return { problem: 'offline.codeUnreadable' };
  const [, version, id = '', typed = ''] = found;
  const checksum = readCrockford(typed);
  const isOf = (product: string | null) => shortCodeChecksum(id, product) === checksum;
  const product = (version === '1' ? [null] : products).find(isOf);
  if (product === undefined) return { problem: 'offline.codeWrong' };
  const nothing = {
    version: null,
    name: undefined,
    fingerprints: undefined,
    serialNumber: null,
    proof: null,
  };
  const nonce = `PR${version}.${id}.${checksum}`;
  return { request: { ...nothing, kind: 'activation', product, hardwareId: id, nonce, isShortCode: true } };
}

/** The first 20 bits of a hash of the product and the hardware ID, in Crockford's base32. @param product null for version 1 */
export function shortCodeChecksum(id: string, product: string | null): string {
  const text = product === null ? `portico-request-v1.${id}` : `portico-request-v2.${product}.${id}`;
  return toCrockford(createHash('sha256').update(text).digest(), 4);
}

/** The proof that a device gave up its activation. Only the activation file has the key (OFF-4). */
export function createProof(activationKey: string, nonce: string): string {
  return createHash('sha256').update(`portico-deactivation-v1.${activationKey}.${nonce}`).digest('base64url');
}

/** Whether a deactivation proves that one of these activations was given up. */
export function isProved({ proof, nonce }: OfflineRequest, activationKeys: readonly string[]): boolean {
  const given = Buffer.from(proof ?? '');
  return activationKeys.some((key) => {
    const expected = Buffer.from(createProof(key, nonce));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

const activationPayload = z.object({ activation: z.object({ key: z.string() }) });

/** The key in an activation file of the portal. */
export function readActivationKey(file: string): string {
  const { payload } = z.object({ payload: z.string() }).parse(JSON.parse(file));
  return activationPayload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())).activation.key;
}
