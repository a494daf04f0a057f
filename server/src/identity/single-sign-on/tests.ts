import type { ExternalProviderDraft, SsoTest, SsoTestSummary } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { findSettings, type ProviderSettings, recordTestPassed } from '../external-providers/settings.ts';
import { findDraft, unsealDraft } from '../external-providers/tested-draft.ts';
import { verifyDomainRecords } from '../external-providers/verify-domain-records.ts';
import { clockTolerance } from './authorization.ts';
import { diagnose } from './diagnosis.ts';
import { type Facts, type ProviderSays, plainLine, SsoError } from './failures.ts';
import { beginFlow, flowCookies, providerCallbackPath, type ReturnedFlow } from './flows.ts';
import { redeemIdentity, type SsoIdentity } from './identity.ts';
import { claimValues, listLeftOutClaims } from './mappings.ts';
import { clientFromDescription, type Described, getClient, readDescription } from './openid-client.ts';
import { type Person, resolvePerson } from './person.ts';
import { probeAuthorization, probeToken, readKeys } from './probe.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { presentSummaries, presentTest } from './tests.presentation.ts';
import { findTest, insertTest, listTests, resumeWaitingTest, updateRunning, updateSteps } from './tests.queries.ts';
import { createPendingSteps, type StoredPerson, storedSteps } from './tests.schema.ts';
import { failedReturnStep, runTestStep, type TestRun, TestStopped, waitForPerson } from './tests.steps.ts';

export type TestsContext = Pick<
  SingleSignOnContext,
  'database' | 'audit' | 'config' | 'publicUrl' | 'catalog' | 'findDefaults'
>;
type TestRequestContext = TestsContext & RequestContext;

/** Maximum test sign-ins of a provider per hour (SSO-53). Each sends several requests to the provider. */
const testLimit = defineLimit('sso-tests', 20, 3_600);

/**
 * Begins a test sign-in: runs the steps that need no person, in order, and stops at the first failure (SSO-50). It signs no user in.
 * @param draft unsaved settings to test instead of the saved ones (SSO-55)
 * @returns the test, and the address for its window; null if it stopped
 * @throws NotFoundError; InvalidInputError; TooManyRequestsError
 */
export async function startTest(
  context: TestRequestContext,
  { id, draft }: { readonly id: number; readonly draft: ExternalProviderDraft | undefined },
  reply: FastifyReply,
): Promise<{ test: SsoTest; signInUrl: string | null }> {
  const settings = await getTestSettings(context, id, draft);
  if (settings.issuer === '' || settings.clientId === '' || settings.clientSecret === '')
    throw new InvalidInputError({ '': [{ key: 'ssoTest.incomplete' }] }, { key: 'ssoTest.incomplete' });
  await testLimit.take(context.database, settings.id);
  const steps = createPendingSteps();
  const startedBy = context.session.user.id;
  const testId = await context.database.transaction((transaction) =>
    insertTest(transaction, { providerId: settings.id, startedBy, revision: settings.revision }, steps),
  );
  const store = () => updateSteps(context.database.query, testId, steps);
  const run: TestRun = { steps, secrets: [settings.clientSecret], store };
  const signInUrl = await runUnattendedSteps(context, settings, run, testId)
    .then(({ location, state }) => {
      flowCookies(context).write(reply, state);
      return location;
    })
    .catch(ignoreStoppedTest);
  const state = signInUrl === null ? 'failed' : 'waiting';
  await updateRunning(context.database.query, testId, { state, steps, person: null });
  return { test: await getTest(context, id, testId), signInUrl };
}

/** @throws NotFoundError if the account does not have the provider */
async function getTestSettings(
  context: TestRequestContext,
  id: number,
  draft?: ExternalProviderDraft,
): Promise<ProviderSettings> {
  const by = { id, accountId: context.accountId };
  const settings = await (draft ? findDraft(context, by, draft) : findSettings(context, by));
  if (!settings) throw new NotFoundError();
  return settings;
}

/** A stopped test is not an error of the request. */
function ignoreStoppedTest(error: unknown): null {
  if (error instanceof TestStopped) return null;
  throw error;
}

/** Runs the steps without a person. @returns the address for the window @throws TestStopped */
async function runUnattendedSteps(
  context: TestRequestContext,
  settings: ProviderSettings,
  run: TestRun,
  testId: number,
): Promise<{ location: string; state: string }> {
  const { config, publicUrl } = context;
  await runTestStep(run, 'domain', (note) => checkDomain(context, settings, note));
  const described = await runTestStep(run, 'discovery', async (note) => {
    note({ host: addressHost(settings.issuer), issuer: settings.issuer });
    return readDescription(settings, config);
  });
  await runTestStep(run, 'keys', async (note) => {
    const { keys, algorithms, secondsAhead } = await readKeys(config, described);
    note({ keys, algorithms, clockTolerance, ...(secondsAhead !== null && { seconds: secondsAhead }) });
  });
  const probed = await runTestStep(run, 'signIn', async (note) => {
    const redirectUri = `${publicUrl}${providerCallbackPath(settings)}`;
    note({ host: addressHost(described.metadata.authorization_endpoint), redirectUri });
    return probe(context, settings, described, redirectUri, note);
  });
  // Sign-ins use this description from now on.
  await clientFromDescription(settings, config, described);
  const flow = await beginFlow(context, settings, { returnUrl: '/', testId });
  waitForPerson(run, 'signIn', probed);
  return flow;
}

const addressHost = (address: string) => URL.parse(address)?.host ?? address.slice(0, 300);

/**
 * Checks that the account has proved a mail domain; otherwise no user would reach the provider. Looks records up again, and proves domains whose record
 * exists.
 */
async function checkDomain(
  context: TestRequestContext,
  settings: ProviderSettings,
  note: (facts: Facts) => void,
): Promise<void> {
  const [shown] = await verifyDomainRecords(context, settings);
  if (!shown) throw new SsoError('domainNone');
  const { domain, record, proof, isProved, isHeld } = shown;
  note({ domain, record, ...(proof && { proof }) });
  if (isProved) return;
  if (isHeld) throw new SsoError('domainHeld');
  throw new SsoError(record === 'unreachable' ? 'domainUnreachable' : 'domainMissing');
}

/** @returns the provider's words, if the portal does not understand them */
async function probe(
  { config }: TestRequestContext,
  settings: ProviderSettings,
  described: Described,
  redirectUri: string,
  note: (facts: Facts) => void,
): Promise<ProviderSays | null> {
  const page = await probeAuthorization(config, settings, described, redirectUri);
  if (page.failure) throw new SsoError(page.failure.failure, page.failure);
  const token = await probeToken(config, settings, described, redirectUri);
  if (token.failure) throw new SsoError(token.failure.failure, token.failure);
  note({ isSecretAccepted: token.isSecretAccepted });
  return page.providerSays ?? token.providerSays;
}

/**
 * Completes a test after the person returned: reads token and claims, and reports the resulting user. Creates no session, user or identity (SSO-54). A
 * test that is over stays unchanged.
 * @param flow with `testId`, ended by the callback
 */
export async function finishTest(
  context: TestsContext,
  saved: ProviderSettings,
  flow: Pick<ReturnedFlow, 'returned' | 'state' | 'nonce' | 'codeVerifier' | 'draft'> & { readonly testId: number },
): Promise<void> {
  const { database } = context;
  const { testId, draft } = flow;
  const settings = draft ? unsealDraft(context, saved, draft) : saved;
  const taken = await resumeWaitingTest(database.query, settings.id, testId);
  if (!taken) return;
  const code = flow.returned.searchParams.get('code') ?? '';
  const run: TestRun = {
    steps: storedSteps.parse(taken.steps),
    secrets: [settings.clientSecret, flow.codeVerifier, code],
  };
  const progress: { person: StoredPerson | null } = { person: null };
  const isPassed = await readPerson(context, settings, flow, { run, progress, revision: taken.revision }).then(
    () => true,
    (error: unknown) => ignoreStoppedTest(error) !== null,
  );
  await database.transaction(async (transaction) => {
    const state = isPassed ? 'passed' : 'failed';
    const isStored = await updateRunning(transaction, testId, { state, steps: run.steps, person: progress.person });
    if (isStored && isPassed) await recordTestPassed(transaction, settings, taken.revision);
  });
}

/** Runs the steps with a person. @throws TestStopped */
async function readPerson(
  context: TestsContext,
  settings: ProviderSettings,
  flow: Pick<ReturnedFlow, 'returned' | 'state' | 'nonce' | 'codeVerifier'>,
  { run, progress, revision }: { run: TestRun; progress: { person: StoredPerson | null }; revision: number },
): Promise<void> {
  const came = await redeem(context, settings, flow, run, revision);
  const person = await runTestStep(run, 'claims', async (note) => {
    note(claimFacts(settings, came));
    const found = await resolvePerson(context, settings, came);
    if (found.failure === 'emailMissing') throw new SsoError('emailMissing');
    return found;
  });
  await runTestStep(run, 'person', async (note) => {
    const { kind, email, name, role, productIds, failure, applied } = person;
    progress.person = {
      kind,
      email: email && plainLine(email),
      name: plainLine(name),
      role,
      productIds: [...productIds],
    };
    note({ mappings: applied.length });
    if (failure !== null) throw new SsoError(failure, { facts: refusalFacts(settings, person) });
  });
}

/** Redeems the code. Failures before there is a token belong to the sign-in step, later failures to the claims step. */
async function redeem(
  { config }: TestsContext,
  settings: ProviderSettings,
  flow: Pick<ReturnedFlow, 'returned' | 'state' | 'nonce' | 'codeVerifier'>,
  run: TestRun,
  revision: number,
): Promise<SsoIdentity> {
  const begun = performance.now();
  let came: SsoIdentity | undefined;
  let failure: unknown;
  try {
    // Settings that were saved since the test began were not tested.
    if (settings.revision !== revision) throw new SsoError('gone', { facts: { isChanged: true } });
    came = await redeemIdentity(await getClient(settings, config), settings, flow.returned, flow);
  } catch (error) {
    failure = error;
  }
  const milliseconds = Math.round(performance.now() - begun);
  const isOfToken = failure !== undefined && failedReturnStep(diagnose(failure, run.secrets)) === 'claims';
  await runTestStep(run, 'signIn', async () => {
    if (failure !== undefined && !isOfToken) throw failure;
  });
  return runTestStep(
    run,
    'claims',
    async () => {
      if (came === undefined) throw failure;
      return came;
    },
    milliseconds,
  );
}

/** Maximum stored values of group claims. */
const maxGroups = 50;

/** What is recorded of a token: claim names, and values only of mapped claims and group claims. */
function claimFacts({ claimMappings }: ProviderSettings, { claims, email, subject }: SsoIdentity): Facts {
  const grouping = new Set([...claimMappings.map(({ claim }) => claim), 'groups', 'roles']);
  const groups = [...grouping].flatMap((claim) => claimValues(claims, claim));
  const areLeftOut = listLeftOutClaims(claims).length > 0;
  return {
    claims: Object.keys(claims).sort().slice(0, 60),
    groups: [...new Set(groups)].slice(0, maxGroups),
    subject,
    ...(email !== null && { email }),
    ...(areLeftOut && { areGroupsLeftOut: true }),
  };
}

function refusalFacts({ provedDomains, createsUsers }: ProviderSettings, { failure, email }: Person): Facts {
  if (failure === 'emailUnproved') return { ...(email !== null && { email }), domains: [...provedDomains] };
  return failure === 'personUnknown' ? { createsUsers } : {};
}

/** A test with its current state. @throws NotFoundError */
export async function getTest(context: TestRequestContext, id: number, testId: number): Promise<SsoTest> {
  await getTestSettings(context, id);
  const found = await findTest(context.database.query, id, testId);
  if (!found) throw new NotFoundError();
  return presentTest(context, found);
}

/** The newest tests of a provider, the first with all details. @throws NotFoundError */
export async function getTests(
  context: TestRequestContext,
  id: number,
): Promise<{ items: SsoTestSummary[]; latest: SsoTest | null }> {
  await getTestSettings(context, id);
  const found = await listTests(context.database.query, id);
  const [latest] = found;
  return {
    items: await presentSummaries(context, found),
    latest: latest ? await presentTest(context, latest) : null,
  };
}
