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
import { readIdentity } from './identities.ts';
import { visitorOf } from './visitor.ts';

export interface SignUpPageContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'now'>;
  readonly config: Pick<Config, 'captcha'>;
  readonly sessions: Pick<Sessions, 'safeReturnUrl' | 'cookies'>;
  readonly providers: Pick<ProviderRegistry, 'find'>;
  readonly publicUrl: string;
}

/** What a form that was posted says of its page besides the address. */
export interface SignUpPageState {
  readonly companyId?: number | undefined;
  readonly productId?: string | undefined;
  /** Whose limits the next form would meet. */
  readonly email?: string | undefined;
}

/** The company and the preloaded data of a page of the sign-up (SIGN-2). */
export async function describeSignUp(
  context: SignUpPageContext,
  request: FastifyRequest,
  state: SignUpPageState,
): Promise<{ company: Company; signUp: PreloadedSignUp }> {
  const { database, catalog, config, sessions } = context;
  const query = request.query as Record<string, unknown>;
  const [asked, productUrl, identity, blockedTo] = await Promise.all([
    findAskedCompany(database, state.companyId ?? companyNameOf(request)),
    wordOf(query.productUrl),
    readIdentity(context, request),
    findBlock(database, visitorOf(sessions, request), state.email),
  ]);
  const productId = state.productId ?? wordOf(query.product);
  const [product, usual] = await Promise.all([
    findSoldProduct(catalog, productId),
    productId === undefined ? undefined : findSoldProduct(catalog, undefined),
  ]);
  const company = asked ?? (await findCompany({ query: database.query }, defaultCompanyId));
  const shown = product ?? usual;
  const isProductUnknown = productId !== undefined && !product;
  return {
    company,
    signUp: {
      problem: asked ? (isProductUnknown ? 'unknownProduct' : null) : 'unknownCompany',
      product: shown ? presentSoldProduct(shown, request.locale) : null,
      isFirstCustomer: (await countBrandAccounts(database.query, company.id)) === 0,
      captcha: captchaOf(config),
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
      productUrl: productUrl === undefined ? null : await ownPageOf(sessions, productUrl),
    },
  };
}

/** The site key, and how a program is kept out. */
function captchaOf({ captcha }: Pick<Config, 'captcha'>): PreloadedSignUp['captcha'] {
  return { kind: captcha.kind, key: captcha.kind === 'recaptcha' ? captcha.siteKey : null };
}

/** The slug in an address of the sign-up, or in the query of its form; undefined for the default company. */
function companyNameOf(request: FastifyRequest): string | undefined {
  const [page = '', slug] = (request.url.split('?')[0] as string).split('/').filter(Boolean);
  const isPage = Object.values(signUpPaths).some((path) => path.toLowerCase() === `/${page.toLowerCase()}`);
  if (slug !== undefined && isPage) return decoded(slug);
  return wordOf((request.query as Record<string, unknown>).companyName);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part;
  }
}

async function findAskedCompany(
  { query }: Pick<Database, 'query'>,
  asked: number | string | undefined,
): Promise<Company | undefined> {
  if (asked === undefined) return findCompany({ query }, defaultCompanyId);
  if (typeof asked === 'number') return findCompany({ query }, asked);
  return /^[a-z0-9-]{1,63}$/.test(asked) ? selectCompanyBySlug(query, asked) : undefined;
}

/** A page of the portal's own; null for any other address. */
async function ownPageOf(sessions: Pick<Sessions, 'safeReturnUrl'>, candidate: string): Promise<string | null> {
  const safe = await sessions.safeReturnUrl(candidate);
  return safe.startsWith('/') && safe !== '/' ? safe : null;
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
