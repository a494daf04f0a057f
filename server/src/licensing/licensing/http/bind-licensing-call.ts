import {
  commonLicensingCodes,
  type LicensingCall,
  type LicensingCode,
  type Locale,
  licensingEnvelope,
  licensingPath,
  locales,
} from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { clientAddress } from '../../../core/http/address.ts';
import { AppError } from '../../../core/http/app-error.ts';
import { findBearerToken } from '../../../core/http/callers.ts';
import { createSerializer } from '../../../core/http/serializer.ts';
import { findUnstorableText, RequestValidationError } from '../../../core/http/validation.ts';
import { hashSecret } from '../../../core/secrets.ts';

import type { Call, LicensingContext } from '../licensing.context.ts';
import { LicensingError } from '../licensing.errors.ts';
import type { LicensingLimits } from '../limits.ts';
import type { CallKeys } from '../look-up.queries.ts';
import type { AuthenticatedCall } from '../look-up.ts';
import { usageKeptBy } from '../usage-policy.ts';
import { describeProblem } from './describe-problem.ts';
import type { Signer } from './signer.ts';
import type { TokenUses } from './token-use.ts';

/** Products run on pages of any origin. Other origins may read the answers, because a token identifies the caller and cookies are ignored. */
const answerHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Licensing-Signature, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
};

const preflightHeaders = {
  ...answerHeaders,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': '86400',
};

function allowOtherOrigins(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.headers(answerHeaders);
  done();
}

/** Answers a browser's preflight request. */
async function answerPreflight(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(204).headers(preflightHeaders).send();
}

/** The dependencies of all calls. */
export interface Binding extends LicensingContext {
  readonly lookUp: (request: CallKeys) => Promise<AuthenticatedCall | undefined>;
  readonly limits: LicensingLimits;
  readonly signer: Signer;
  readonly tokenUse: TokenUses;
}

type Handler<C extends LicensingCall> = (call: Call<z.output<C['body']>>) => Promise<z.output<C['response']>>;

/** The maximum number of bytes in a request body. */
const maxBytes = 64 * 1024;
/** How much a caller's clock may differ (LIC-3). */
const clockToleranceSeconds = 300;

/** The values read from a body before it is validated: the nonce to repeat, and the language. */
interface RequestEcho {
  readonly nonce: string | null;
  readonly locale: Locale;
}

/**
 * Serves a call: verifies the token, parses the request with the contract's schema, checks the caller's clock and calls the handler. Every answer and
 * problem is signed (LIC-2) and contains only what the contract describes.
 */
export function bindLicensingCall<const C extends LicensingCall>(
  app: FastifyInstance,
  binding: Binding,
  definition: C,
  handler: Handler<C>,
): void {
  const url = `${licensingPath}${definition.call}`;
  const write = createSerializer(app.strictResponses)({
    schema: definition.response.extend(licensingEnvelope.shape),
    method: 'POST',
    url,
    httpStatus: '200',
  } as never) as (value: unknown) => string;
  const codes: readonly LicensingCode[] = [...commonLicensingCodes, ...definition.codes];

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (received: RequestEcho) => Promise<object>,
  ): Promise<FastifyReply> {
    const received = readEcho(request);
    const envelope = () => ({ nonce: received.nonce, time: new Date().toISOString(), call: definition.call });
    try {
      await binding.signer.requireKey(request.log);
      const found = await work(received);
      // Successful validations and heartbeats are not logged, because there are millions a day.
      request.isCounted = isFrequent(definition);
      return send(binding.signer, reply, 200, write({ ...found, ...envelope() }));
    } catch (error) {
      if (app.strictResponses) assertDeclared(error, url, codes);
      const { status, retryAfter, problem } = describeProblem(error, request, received.locale);
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      const body = JSON.stringify({ ...problem, requestId: request.id, ...envelope() });
      return send(binding.signer, reply, status, body);
    }
  }

  app.options(url, { schema: { hide: true } as object }, answerPreflight);
  app.route({
    method: 'POST',
    url,
    bodyLimit: maxBytes,
    schema: { hide: true } as object,
    onRequest: allowOtherOrigins,
    // The body is not JSON, or too long.
    errorHandler: (error, request, reply) =>
      answer(request, reply, async () => {
        await authenticateToken(binding, request, noSubject);
        if ((error.statusCode ?? 500) >= 500) throw error;
        throw notJsonError();
      }),
    handler: (request, reply) =>
      answer(request, reply, async ({ locale }) =>
        handler(await authenticateCall(binding, definition, request, locale)),
      ),
  });
}

/** The calls that devices repeat all day. */
const isFrequent = ({ call }: LicensingCall) => call === 'validations' || call === 'heartbeats';

/** A request that names neither a device nor a license. */
const noSubject = { hardwareId: null, serialNumber: null, sessionId: null };

/** Verifies the token before anything else, so that a caller without one learns nothing about other problems (LIC-1). */
async function authenticateCall<const C extends LicensingCall>(
  binding: Binding,
  definition: C,
  request: FastifyRequest,
  locale: Locale,
): Promise<Call<z.output<C['body']>>> {
  const parsed = definition.body.safeParse(findJsonBody(request), { reportInput: true });
  const issues = parsed.success ? findUnstorableText(parsed.data) : parsed.error.issues;
  const body = parsed.success && issues.length === 0 ? (parsed.data as unknown as Subject) : undefined;
  const owner = await authenticateToken(binding, request, body ? createSubject(body) : noSubject);
  if (definition.token === 'secret' && !owner.isSecret) throw new LicensingError('TokenTypeRefused');
  if (!body) throw new RequestValidationError(issues, 'body');
  assertClock(body.time);
  const address = clientAddress(request);
  const { tokenId, accountId, productId, isSecret, candidates } = owner;
  const keptUsage = usageKeptBy(owner.usagePolicy);
  const version = keptUsage.details ? (body.version ?? null) : null;
  const [products] = await Promise.all([
    binding.catalog.at(owner.catalogVersion).then((catalog) => catalog.findProducts()),
    binding.tokenUse.note(tokenId, { version, address }),
  ]);
  const actor = { accountId, userId: null, realUserId: null, address, requestId: request.id };
  return {
    body: body as never,
    tokenId,
    accountId,
    productId,
    isSecret,
    keptUsage,
    candidates,
    products,
    actor,
    locale,
  };
}

/** The fields that name a device or license, and the fields of every body. */
interface Subject {
  readonly time: string;
  readonly version?: string | undefined;
  readonly hardwareId?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly sessionId?: string | undefined;
}

function createSubject({ hardwareId, serialNumber, sessionId }: Subject): Omit<CallKeys, 'hash'> {
  return { hardwareId: hardwareId ?? null, serialNumber: serialNumber ?? null, sessionId: sessionId ?? null };
}

/** @throws LicensingError TokenRejected, with the same text and after the same work for every invalid token (TOK-6); TooManyRequestsError (LIC-8) */
async function authenticateToken(
  binding: Binding,
  request: FastifyRequest,
  subject: Omit<CallKeys, 'hash'>,
): Promise<AuthenticatedCall> {
  const token = findBearerToken(request) ?? '';
  const hash = hashSecret(token);
  const address = clientAddress(request);
  const { calls } = binding.limits;
  const caller = { token: hash.toString('latin1'), address, device: subject.hardwareId ?? subject.sessionId };
  calls.requireFew(caller);
  const owner = await binding.lookUp({ hash, ...subject });
  request.server.recordCaller(token, owner ? { accountId: owner.accountId, isOperator: false } : null);
  if (owner) {
    calls.take(caller);
    return owner;
  }
  await binding.limits.takeRejectedToken(address);
  throw new LicensingError('TokenRejected');
}

/** @throws LicensingError ClockDiffers */
function assertClock(time: string): void {
  const now = Date.now();
  const differenceSeconds = Math.round((Date.parse(time) - now) / 1_000);
  if (Math.abs(differenceSeconds) <= clockToleranceSeconds) return;
  const additionalData = { serverTime: new Date(now).toISOString(), differenceSeconds };
  throw new LicensingError('ClockDiffers', { additionalData });
}

/** This API accepts no forms, although the portal parses them elsewhere. */
function findJsonBody(request: FastifyRequest): unknown {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '') ? request.body : undefined;
}

function readEcho(request: FastifyRequest): RequestEcho {
  const body = findJsonBody(request);
  const { nonce, locale } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    nonce: typeof nonce === 'string' && /^[\w-]{16,64}$/.test(nonce) ? nonce : null,
    locale: locales.find((known) => known === locale) ?? request.locale,
  };
}

function notJsonError(): RequestValidationError {
  return new RequestValidationError(
    [{ code: 'custom', path: [], message: 'not JSON', input: undefined } as z.core.$ZodIssue],
    'body',
  );
}

function send(signer: Signer, reply: FastifyReply, status: number, body: string): FastifyReply {
  const signature = signer.sign(status, body);
  if (signature !== undefined) reply.header('licensing-signature', signature);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** @throws Error in tests, if a call answers with a code that its contract does not declare */
function assertDeclared(error: unknown, url: string, codes: readonly LicensingCode[]): void {
  const code = error instanceof LicensingError || error instanceof AppError ? error.code : undefined;
  if (code !== undefined && !codes.some((declared) => declared === code))
    throw new Error(`POST ${url} does not declare the code ${code}`, { cause: error });
}
