import type { ResponseOf, singleSignOn } from '@portico/contract';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { findSettings, type ProviderSettings } from '../external-providers/settings.ts';
import { parseJson } from './diagnosis.ts';
import { plainLine } from './failures.ts';
import { type Claims, readPersonalClaims } from './identity.ts';
import { claimValues, listLeftOutClaims } from './mappings.ts';
import { type ProviderPerson, resolvePerson } from './person.ts';
import { presentPerson } from './tests.presentation.ts';
import type { TestsContext } from './tests.ts';

type Preview = ResponseOf<typeof singleSignOn.previewMapping>;

/** Limits of a pasted token: claims, values per claim, and characters per value. */
const [maxClaims, maxValues, maxValueLength] = [100, 200, 300];

/**
 * The user that a pasted ID token would resolve to. The token is not verified and not stored (SSO-49). @param token an ID token, or its claims as JSON
 * @throws NotFoundError; InvalidInputError if it is neither
 */
export async function previewMapping(
  context: TestsContext & RequestContext,
  id: number,
  token: string,
): Promise<Preview> {
  const settings = await findSettings(context, { id, accountId: context.accountId });
  if (!settings) throw new NotFoundError();
  const claims = parseClaims(token);
  if (!claims) throw new InvalidInputError({ token: [{ key: 'ssoPreview.unreadable' }] });
  const person = await resolvePerson(context, settings, cameAs(settings, claims));
  return {
    claims: listClaims(claims),
    person: await presentPerson(context, { ...person, productIds: [...person.productIds] }),
    failure: person.failure,
    applied: [...person.applied],
  };
}

function cameAs(settings: ProviderSettings, claims: Claims): ProviderPerson {
  const subject = settings.type === 0 ? claims.oid : claims.sub;
  return {
    issuer: typeof claims.iss === 'string' ? plainLine(claims.iss) : settings.issuer,
    subject: typeof subject === 'string' ? plainLine(subject) : '',
    ...readPersonalClaims(settings, claims),
    claims,
    unknownClaims: listLeftOutClaims(claims),
  };
}

/** The claims of a compact token, or of a JSON object. */
function parseClaims(token: string): Claims | undefined {
  const parts = token.split('.');
  const isToken = parts.length === 3 && parts.every((part) => /^[\w-]*$/.test(part));
  const text = isToken ? Buffer.from(parts[1] ?? '', 'base64url').toString('utf8') : token;
  const claims = parseJson(text);
  return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Claims) : undefined;
}

/** Claims with their values. Nested claims are named with dots, as in mappings. */
function listClaims(claims: Claims): Preview['claims'] {
  return listClaimNames(claims)
    .slice(0, maxClaims)
    .map((claim) => ({
      claim: claim.slice(0, maxValueLength),
      values: claimValues(claims, claim)
        .slice(0, maxValues)
        .map((value) => value.slice(0, maxValueLength)),
    }));
}

function listClaimNames(claims: Claims, before = '', depth = 0): string[] {
  return Object.entries(claims)
    .slice(0, maxClaims)
    .flatMap(([name, value]) => {
      const isWithin = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isWithin && depth < 3
        ? listClaimNames(value as Claims, `${before}${name}.`, depth + 1)
        : [`${before}${name}`];
    });
}
