import { setTimeout as pause } from 'node:timers/promises';
import { signUpPaths } from '@portico/contract';
import { type Company, defaultCompanyId, parseMailDomain, selectCompany } from '../../accounts/index.ts';
import { type Catalog, findSoldProduct } from '../../catalog/index.ts';
import { AppError } from '../../core/http/app-error.ts';
import { toOperationError } from '../../core/operations/index.ts';
import { crowd, networkKey } from './blocks.ts';
import { assertHuman } from './captcha.ts';
import { advanceRegistration } from './follow-registration.ts';
import { nonEmptyText, type PostedForm, parseForm } from './form.ts';
import { toFormError } from './form-errors.ts';
import type { SignUpIdentity } from './identities.queries.ts';
import { pace } from './pace.ts';
import { type RegistrationResult, register } from './register.ts';
import type { Registration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { RegistrationsBlockedError, UnknownCompanyError } from './sign-up.errors.ts';
import { formsByAddress, formsByAddressInAnHour } from './sign-up.limits.ts';
import { isVerified } from './store-registration.ts';
import type { Visitor } from './visitor.ts';
import { recordVisitStep } from './visits.queries.ts';

/** A posted form with the parameters of its address. */
export interface PostedSignUp {
  readonly posted: PostedForm;
  readonly query: {
    readonly product?: string | undefined;
    readonly storageKey?: string | undefined;
    readonly visit?: string | undefined;
  };
  readonly identity: SignUpIdentity | undefined;
  readonly visitor: Visitor;
}

/** Where the browser goes after a form. A waiting registration has an address of its own, so that a reload does not post again (SIGN-17). */
export interface SubmitOutcome {
  readonly redirectUrl: string;
  /** False if the registration still waits. */
  readonly isDone: boolean;
}

/** Minimum duration of an accepted form, in milliseconds (SIGN-18). */
const minMilliseconds = 300;

/**
 * Processes the final form (SIGN-15). Known and unknown addresses get the same redirect (SIGN-18). @throws errors under the form's names, also for a
 * failed registration
 */
export function submitForm(context: SignUpContext, input: PostedSignUp): Promise<SubmitOutcome> {
  return crowd.run(networkKey(input.visitor), () => processForm(context, input));
}

async function processForm(context: SignUpContext, input: PostedSignUp): Promise<SubmitOutcome> {
  const { database } = context;
  const { posted, query, identity, visitor } = input;
  const minimumTime = pause(minMilliseconds);
  try {
    await RegistrationsBlockedError.from(() => formsByAddress.take(database, visitor.addressKey));
    await RegistrationsBlockedError.from(() => formsByAddressInAnHour.take(database, visitor.addressKey));
    await assertHuman(context, posted.ReCaptchaToken, visitor);
    const company = await findFormCompany(context, posted);
    const email = typeof posted.email === 'string' ? posted.email.trim() : '';
    const needsPassword = !isVerified({ email }, identity);
    const form = parseForm(posted, { companyId: company.id, needsPassword });
    // Checked before anything is created: users of the domain sign in to its own account (SIGN-19).
    const signInPath = await context.findDomainSignIn?.(parseMailDomain(email));
    if (signInPath !== undefined) return { redirectUrl: signInPath, isDone: true };
    const planId = form.purchase?.selection.items[0]?.subscriptionPlanId;
    const productId = await findFormProduct(context.catalog, query.product ?? nonEmptyText(posted.ProductId), planId);
    if (query.visit !== undefined) {
      const { visit } = query;
      await recordVisitStep(database.query, {
        visit,
        step: 'submitted',
        companyId: company.id,
        productId: productId ?? '',
      });
    }
    const redirectUrl = confirmationUrl(company, productId);
    const registering = { form, company, productId, identity, visitor, visit: query.visit, redirectUrl };
    const registered = await register(context, registering);
    const { registration } = registered;
    const now = registration && (await advanceRegistration(context, registration)).registration;
    await equalizeDuration(registered, now);
    await minimumTime;
    if (now?.state === 'failed') throw toOperationError(now);
    if (now?.state === 'live') return { redirectUrl: waitingPageUrl(company, query, now.id), isDone: false };
    return { redirectUrl: now?.redirectUrl ?? redirectUrl, isDone: true };
  } catch (error) {
    throw error instanceof AppError ? toFormError(error) : error;
  }
}

/**
 * Makes a form with a known address take as long as recent registrations. Otherwise the time would reveal that nothing was created or charged
 * (SIGN-18).
 */
async function equalizeDuration(
  { work, since }: RegistrationResult,
  registration: Registration | undefined,
): Promise<void> {
  if (work === null) return;
  const elapsed = performance.now() - since;
  if (!registration) await pace.wait(work, elapsed);
  else if (registration.state === 'succeeded') pace.record(work, elapsed);
}

/** The page of a waiting registration. */
function waitingPageUrl(
  company: Company,
  { product, storageKey }: PostedSignUp['query'],
  registration: string,
): string {
  const query = new URLSearchParams({ ...(product && { product }), ...(storageKey && { storageKey }), registration });
  return `${signUpPaths.confirm}${companyPath(company)}?${query}`;
}

/** The path segment of a brand; empty for the default one. */
const companyPath = ({ id, slug }: Company) => (id === defaultCompanyId ? '' : `/${encodeURIComponent(slug)}`);

/** The success page, which does not reveal whether the address was known. */
function confirmationUrl(company: Company, productId: string | undefined): string {
  const query = new URLSearchParams(productId === undefined ? {} : { product: productId });
  return `${signUpPaths.confirmation}${companyPath(company)}${query.size > 0 ? `?${query}` : ''}`;
}

/** @throws UnknownCompanyError */
async function findFormCompany({ database }: SignUpContext, { CompanyId }: PostedForm): Promise<Company> {
  const id = CompanyId === undefined || CompanyId === '' ? defaultCompanyId : Number(CompanyId);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const company = isId ? await selectCompany(database.query, id) : undefined;
  if (!company) throw new UnknownCompanyError();
  return company;
}

/** The product of a plan; without a plan, the product in the address. Undefined if the product is not sold. */
async function findFormProduct(
  catalog: Catalog,
  input: string | undefined,
  planId: string | undefined,
): Promise<string | undefined> {
  if (planId === undefined) return input === undefined ? undefined : (await findSoldProduct(catalog, input))?.id;
  const products = [...(await catalog.findProducts()).values()];
  return products.find(({ plans }) => plans.some(({ id }) => id === planId))?.id;
}
