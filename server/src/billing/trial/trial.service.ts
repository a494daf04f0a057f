import { otherIndustryPattern, type ParsedRequestOf, type trial } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { InvalidInputError, NotFoundError, type Said } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { saveTrialInformation } from './trial.queries.ts';

/** The maximum number of answers that an account may give per hour (LIM-8). Each one adds an event to its audit log. */
const answerLimit = defineLimit('trial-information', 60, 3_600);

export interface TrialContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly catalog: Pick<Catalog, 'getSellable'>;
}

type AdditionalInfo = ParsedRequestOf<typeof trial.saveAdditionalInfo>['body'];

/**
 * Stores the details that an account gives when it starts a trial. The last answer for a product counts (TRL-9).
 * @throws NotFoundError for a product that is not sold; InvalidInputError naming `otherIndustry`; TooManyRequestsError.
 */
export async function saveAdditionalInfo(
  { database, audit, catalog, accountId, session, actor }: TrialContext & RequestContext,
  info: AdditionalInfo,
): Promise<Record<string, never>> {
  if (!(await catalog.getSellable(info.productId))) throw new NotFoundError();
  const refused = findIndustryProblem(info);
  if (refused) throw new InvalidInputError({ otherIndustry: [refused] });
  await answerLimit.take(database, accountId);
  const otherIndustry = info.industry === 'other' ? (info.otherIndustry ?? null) : null;
  await database.transaction(async (transaction) => {
    await saveTrialInformation(transaction, {
      accountId,
      userId: session.user.id,
      productId: info.productId,
      hasHardware: info.hasHardware,
      numberOfDevices: info.numberOfDevices,
      locatedInUs: info.locatedInUS,
      industry: info.industry,
      otherIndustry,
    });
    await audit.record({ ...actor, kind: 'trialInformationGiven', detail: { productId: info.productId } }, transaction);
  });
  return {};
}

/** The problem with the name of another industry, if any. It is only checked if the industry is `other` (TRL-8). */
export function findIndustryProblem({
  industry,
  otherIndustry,
}: Pick<AdditionalInfo, 'industry' | 'otherIndustry'>): Said | undefined {
  if (industry !== 'other') return undefined;
  if (!otherIndustry) return { key: 'validation.required', values: { field: 'otherIndustry' } };
  return otherIndustryPattern.test(otherIndustry) ? undefined : { key: 'trial.industryCharacters' };
}
