import { type PreloadedSignUp, signUpPaths } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import {
  type Company,
  countBrandAccounts,
  defaultCompanyId,
  findCompany,
  listShownCustomers,
  selectCompanyBySlug,
} from '../../accounts/index.ts';
import { type Catalog, findSoldProduct, presentSoldProduct } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { ProviderRegistry, Sessions } from '../../identity/index.ts';
import { findBlock } from './blocks.ts';
import { nonEmptyText } from './form.ts';
import { readIdentity } from './identities.ts';
import { describeOutcome } from './outcomes.ts';
import { identifyVisitor } from './visitor.ts';

export interface SignUpPageContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice' | 'now'>;
  readonly config: Pick<Config, 'captcha'>;
  readonly sessions: Pick<Sessions, 'safeReturnUrl' | 'cookies'>;
  readonly providers: Pick<ProviderRegistry, 'find'>;
  readonly publicUrl: string;
}

/** What a posted form contains about its page, besides the address. */
export interface SignUpPageState {
  readonly companyId?: number | undefined;
  readonly productId?: string | undefined;
  /** The address whose limits apply to the next form. */
  readonly email?: string | undefined;
}

/** The brand and the preloaded data of a sign-up page (SIGN-2). */
export async function describeSignUp(
  context: SignUpPageContext,
  request: FastifyRequest,
  state: SignUpPageState,
): Promise<{ company: Company; signUp: PreloadedSignUp }> {
  const { database, catalog, config, sessions } = context;
  const query = request.query as Record<string, unknown>;
  const visitor = identifyVisitor(sessions, request);
  const [requested, productUrl, identity, blockedTo] = await Promise.all([
    findRequestedCompany(database, state.companyId ?? findRequestedSlug(request)),
    nonEmptyText(query.productUrl),
    readIdentity(context, request),
    findBlock(database, visitor, state.email),
  ]);
  const productId = state.productId ?? nonEmptyText(query.product);
  const [product, defaultProduct] = await Promise.all([
    findSoldProduct(catalog, productId),
    productId === undefined ? undefined : findSoldProduct(catalog, undefined),
  ]);
  const company = requested ?? (await findCompany({ query: database.query }, defaultCompanyId));
  const shown = product ?? defaultProduct;
  const isProductUnknown = productId !== undefined && !product;
  return {
    company,
    signUp: {
      problem: requested ? (isProductUnknown ? 'unknownProduct' : null) : 'unknownCompany',
      product: shown ? presentSoldProduct(shown, request.locale) : null,
      isFirstCustomer: (await countBrandAccounts(database.query, company.id)) === 0,
      captcha: presentCaptcha(config),
      blockedTo: blockedTo?.toISOString() ?? null,
      external: identity
        ? {
            displayName: context.providers.find(identity.provider)?.displayName ?? identity.provider,
            email: identity.email,
            firstName: identity.firstName,
            lastName: identity.lastName,
          }
        : null,
      customers: await listShownCustomers(database.query, company.id),
      productUrl: productUrl === undefined ? null : await findNextPage(sessions, productUrl),
      outcome: isConfirmation(request) ? await describeOutcome(context, visitor) : null,
    },
  };
}

/** The kind of captcha and its site key. */
function presentCaptcha({ captcha }: Pick<Config, 'captcha'>): PreloadedSignUp['captcha'] {
  return { kind: captcha.kind, key: captcha.kind === 'recaptcha' ? captcha.siteKey : null };
}

/** Whether the request is for the success page. */
function isConfirmation(request: FastifyRequest): boolean {
  return `${request.url.split('?')[0]}/`.toLowerCase().startsWith(`${signUpPaths.confirmation.toLowerCase()}/`);
}

/** The brand's slug in a sign-up address or in the query of its form; undefined for the default brand. */
function findRequestedSlug(request: FastifyRequest): string | undefined {
  const [page = '', slug] = (request.url.split('?')[0] as string).split('/').filter(Boolean);
  const isPage = Object.values(signUpPaths).some((path) => path.toLowerCase() === `/${page.toLowerCase()}`);
  if (slug !== undefined && isPage) return decodeSlug(slug);
  return nonEmptyText((request.query as Record<string, unknown>).companyName);
}

function decodeSlug(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part;
  }
}

async function findRequestedCompany(
  { query }: Pick<Database, 'query'>,
  requested: number | string | undefined,
): Promise<Company | undefined> {
  if (requested === undefined) return findCompany({ query }, defaultCompanyId);
  if (typeof requested === 'number') return findCompany({ query }, requested);
  return /^[a-z0-9-]{1,63}$/.test(requested) ? selectCompanyBySlug(query, requested) : undefined;
}

/** The address if it is a page of the portal or of a registered product; otherwise null. */
async function findNextPage(sessions: Pick<Sessions, 'safeReturnUrl'>, candidate: string): Promise<string | null> {
  const safe = await sessions.safeReturnUrl(candidate);
  return safe === '/' ? null : safe;
}
