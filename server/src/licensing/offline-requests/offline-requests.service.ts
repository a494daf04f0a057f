import { type AnsweredRequest, isPlaceholderId } from '@portico/contract';
import { findAccountSettings } from '../../accounts/index.ts';
import { findPlan } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import { newSecret } from '../../core/secrets.ts';
import { activateInTransaction } from '../devices/activate.ts';
import { releaseInTransaction } from '../devices/deactivate.ts';
import type { DevicesContext } from '../devices/devices.context.ts';
import { type DeviceRow, findDevice, markFiled } from '../devices/devices.queries.ts';
import type { ProductContext } from '../devices/product-context.ts';
import { findOnLicense, findReleased } from '../devices/reported-devices.queries.ts';
import { createPayload, signLicense } from '../licenses/license-file.ts';
import { openPrivateKey, provideKey } from '../licenses/license-keys.ts';
import { LicenseFullError, LicenseNotActiveError } from '../licenses/licenses.errors.ts';
import { findLicense, type LicenseRow, lockLicense } from '../licenses/licenses.queries.ts';
import { describeMachine } from '../licensing/describe-machine.ts';
import { usageKeptBy } from '../licensing/usage-policy.ts';
import { findAnswer, listActivationFiles, listByActivationName, saveAnswer } from './offline-requests.queries.ts';
import { isProved, type OfflineRequest, parseRequest, readActivationKey } from './offline-requests.rules.ts';
import { activationName, isProofCodeOf, type ProofCode } from './proof-codes.ts';

export interface OfflineRequestsContext extends DevicesContext {
  readonly config: Pick<Config, 'appSecret'>;
}

type CallContext = OfflineRequestsContext & RequestContext;
type SigningKey = Awaited<ReturnType<typeof provideKey>>;

/** The maximum number of requests answered per account and hour (OFF-5). */
const requestLimit = defineLimit('offline-request', 300, 3_600);

/** The maximum number of wrong proof codes per activation and hour (OFF-6). */
const wrongCodeLimit = defineLimit('offline-proof-code', 10, 3_600);

const refuse = (key: MessageKey & (`offline.${string}` | 'device.trialUsed')) =>
  new InvalidInputError({ request: [{ key }] });

/**
 * Answers the request of an offline device (OFF-1). An activation gets a signed file for this device only; a deactivation releases it.
 * @throws NotFoundError also for another account's license; InvalidInputError naming `request`; LicenseFullError; LicenseNotActiveError;
 * ReleaseLimitError; TooManyRequestsError
 */
export async function answerRequest(
  callContext: CallContext,
  licenseId: number,
  text: string,
): Promise<AnsweredRequest> {
  const { accountId, catalog, database } = callContext;
  const license = await findLicense(database.query, accountId, licenseId);
  if (!license) throw new NotFoundError();
  await requestLimit.take(database, accountId);
  const products = await catalog.findProducts();
  const read = parseRequest(text, [license.productId, ...products.keys()]);
  if ('problem' in read) throw refuse(read.problem);
  // Devices of a floating license hold no seat.
  if (license.licenseModel === 1) throw refuse('offline.floating');
  if ('proofCode' in read) return answerProofCode({ ...callContext, products }, licenseId, read.proofCode);
  const { request } = read;
  assertForLicense(request, license);
  const context: RequestToAnswer = { ...callContext, products, request };
  return request.kind === 'activation' ? answerActivation(context, licenseId) : answerDeactivation(context, licenseId);
}

type RequestToAnswer = CallContext & ProductContext & { readonly request: OfflineRequest };

/** A request is for one product, and may name a license by its serial number. */
function assertForLicense({ product, serialNumber }: OfflineRequest, license: LicenseRow): void {
  if (product !== null && product !== license.productId) throw refuse('offline.otherProduct');
  if (serialNumber !== null && serialNumber !== license.serialNumber) throw refuse('offline.otherLicense');
}

async function answerActivation(context: RequestToAnswer, licenseId: number): Promise<AnsweredRequest> {
  const { accountId, config, database, products, request } = context;
  const key = await provideKey({ database: context.database, config });
  const { usageDataPolicy } = await findAccountSettings(database.query, accountId);
  return database.transaction(async (on): Promise<AnsweredRequest> => {
    const license = await lockLicense(on, accountId, licenseId);
    if (!license) throw new NotFoundError();
    const former = await findAnswer(on, license.id, request.nonce);
    if (former && !request.isShortCode) return repeatAnswer(context, on, former);
    if (isPlaceholderId(request.hardwareId)) throw refuse('offline.placeholder');
    const machine = describeMachine(context, {
      ...{ accountId, products, productId: license.productId },
      keptUsage: usageKeptBy(usageDataPolicy),
      body: { ...request, version: request.version ?? undefined },
      // A user submits the request, so the IP address is not the machine's.
      actor: { ...context.actor, address: null },
    });
    const activation = await activateInTransaction(context, on, license, machine);
    const { device, status } = requireActivated(activation, license);
    await markFiled(on, device.id);
    const file = signActivationFile(context, {
      license,
      device,
      key,
      formerFile: former?.deviceId === device.id ? former.answer : null,
    });
    const { nonce, kind } = request;
    await saveAnswer(on, {
      licenseId: license.id,
      deviceId: device.id,
      kind,
      nonce,
      answer: file,
      activationName: activationName(readActivationKey(file)),
      userId: context.actor.userId,
    });
    return present(request.kind, device, { status, file });
  });
}

/** @throws if the device was not activated */
function requireActivated(
  activation: Awaited<ReturnType<typeof activateInTransaction>>,
  { quantity }: LicenseRow,
): { readonly device: DeviceRow; readonly status: 'activated' | 'already' | 'recognized' } {
  switch (activation.outcome) {
    case 'activated':
    case 'already':
    case 'recognized':
      return { device: activation.device, status: activation.outcome };
    case 'full':
      throw new LicenseFullError(quantity);
    case 'notActive':
      throw new LicenseNotActiveError();
    case 'blocked':
      throw refuse('offline.blocked');
    case 'trialUsed':
      throw refuse('device.trialUsed');
    case 'tooOften':
      throw refuse('offline.tooOften');
    case 'deviceUnknown':
    case 'gone':
      throw new NotFoundError();
  }
}

/** Repeats the answer to a repeated request. Once the device is released, a new request is needed. */
async function repeatAnswer(
  { accountId }: RequestToAnswer,
  on: Queryable,
  { deviceId, kind, answer }: Awaited<ReturnType<typeof findAnswer>> & object,
): Promise<AnsweredRequest> {
  const device = deviceId === null ? undefined : await findDevice(on, accountId, deviceId);
  if (!device) throw refuse('offline.answered');
  if (kind === 'deactivation') return present(kind, device, { status: 'released', file: null });
  if (device.releasedAt) throw refuse('offline.answered');
  return present('activation', device, { status: 'already', file: answer });
}

interface ActivationFile {
  readonly license: LicenseRow;
  readonly device: DeviceRow;
  readonly key: SigningKey;
  /** The device's current file, whose key a newer file keeps. */
  readonly formerFile: string | null;
}

/**
 * The activation file: a license file for this device, with the key that proves later that the file was given up
 * (OFF-3).
 */
function signActivationFile(
  { config, products, request, session }: RequestToAnswer,
  { license, device: { hardwareId }, key, formerFile }: ActivationFile,
): string {
  const facts = {
    license,
    accountName: session.account.name,
    product: products.get(license.productId),
    plan: findPlan(products, license),
    hardwareIds: [hardwareId],
  };
  const activationKey = formerFile === null ? newSecret() : readActivationKey(formerFile);
  const activation = { hardwareId, nonce: request.nonce, key: activationKey };
  const secret = openPrivateKey(key, config.appSecret);
  return signLicense({ ...createPayload(facts, new Date()), activation }, { id: key.id, secret });
}

function answerDeactivation(context: RequestToAnswer, licenseId: number): Promise<AnsweredRequest> {
  const { accountId, database, request } = context;
  const { nonce, hardwareId } = request;
  return database.transaction(async (on): Promise<AnsweredRequest> => {
    const license = await lockLicense(on, accountId, licenseId);
    if (!license) throw new NotFoundError();
    const former = await findAnswer(on, license.id, nonce);
    if (former) return repeatAnswer(context, on, former);
    const holding = await findOnLicense(on, license.id, hardwareId);
    const device = holding ?? (await findReleased(on, [license.id], hardwareId));
    if (!device) throw refuse('offline.deviceUnknown');
    const files = await listActivationFiles(on, device.id);
    if (!isProved(request, files.map(readActivationKey))) throw refuse('offline.notProved');
    // The proof code was entered before, or a user released the device.
    if (!holding) return present('deactivation', device, { status: 'released', file: null });
    return releaseProved(context, on, { license, device, nonce });
  });
}

/** Releases the device whose activation a proof code gives up (OFF-6). @throws TooManyRequestsError after too many wrong codes for one activation */
async function answerProofCode(
  context: CallContext & ProductContext,
  licenseId: number,
  code: ProofCode,
): Promise<AnsweredRequest> {
  const { accountId, database } = context;
  const attempts = `${licenseId} ${code.activationName}`;
  await wrongCodeLimit.take(database, attempts);
  const deviceId = await findProvedDevice(database.query, licenseId, code);
  if (!deviceId) throw refuse('offline.codeNotProved');
  await wrongCodeLimit.giveBack(database, attempts);
  return database.transaction(async (on): Promise<AnsweredRequest> => {
    const license = await lockLicense(on, accountId, licenseId);
    const device = license && (await findDevice(on, accountId, deviceId));
    if (!device || device.licenseId !== license.id) throw new NotFoundError();
    if (device.releasedAt) return present('deactivation', device, { status: 'released', file: null });
    return releaseProved(context, on, { license, device, nonce: code.text });
  });
}

/** The device whose activation a code proves to be given up; undefined if it proves nothing, null if the device was deleted. */
async function findProvedDevice(on: Queryable, licenseId: number, code: ProofCode): Promise<number | null | undefined> {
  const former = await findAnswer(on, licenseId, code.text);
  if (former) return former.deviceId;
  const named = await listByActivationName(on, licenseId, code.activationName);
  return named.find(({ answer }) => isProofCodeOf(code, readActivationKey(answer)))?.deviceId;
}

interface ProvedDeactivation {
  readonly license: LicenseRow;
  /** A device that proved that it gave up its activation. */
  readonly device: DeviceRow;
  readonly nonce: string;
}

/** @throws LicenseNotActiveError if the license is canceled; InvalidInputError if the device is blocked; ReleaseLimitError */
async function releaseProved(
  context: CallContext & ProductContext,
  on: Queryable,
  { license, device, nonce }: ProvedDeactivation,
): Promise<AnsweredRequest> {
  if (license.status === 3) throw new LicenseNotActiveError();
  if (device.blockedAt) throw refuse('offline.blocked');
  await releaseInTransaction(context, on, { license, device });
  const kind = 'deactivation';
  const { userId } = context.actor;
  await saveAnswer(on, { licenseId: license.id, deviceId: device.id, kind, nonce, answer: '', userId });
  return present(kind, device, { status: 'released', file: null });
}

function present(
  kind: AnsweredRequest['kind'],
  { id, name, hardwareId }: DeviceRow,
  answer: Pick<AnsweredRequest, 'status' | 'file'>,
): AnsweredRequest {
  return { kind, deviceId: id, deviceName: name, hardwareId, ...answer };
}
