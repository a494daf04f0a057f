import {
  maxFunnelDays,
  type ResponseOf,
  type SignUpFunnelDay,
  type SignUpFunnelSteps,
  type SignUpVisitStep,
  type signUp,
  signUpVisitSteps,
} from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { listCompanies } from '../../accounts/index.ts';
import { type Catalog, nameProduct } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { CsvCell } from '../../core/http/csv.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import { countLastSteps, type FunnelSelection } from './visits.queries.ts';

interface FunnelContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}

/** How many visits reached each step of the sign-up, in a range of days and on each day (SIGN-25). @throws InvalidInputError as `listDays` */
export async function getFunnel(
  { database, catalog, locale }: FunnelContext & Pick<RequestContext, 'locale'>,
  query: FunnelSelection & { readonly page: number; readonly pageSize: number },
): Promise<ResponseOf<typeof signUp.getFunnel>> {
  const { page, pageSize } = query;
  const [days, companies, products] = await Promise.all([
    listDays(database, query),
    listCompanies(database.query),
    catalog.findProducts(),
  ]);
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, locale);
  return {
    ...listAnswer(days.slice((page - 1) * pageSize, page * pageSize), days.length, query),
    sums: sumDays(days),
    companies: companies.map(({ id, name }) => ({ id, name })).sort(byName),
    products: [...products.keys()].map((id) => ({ id, name: nameProduct(products, id, locale) })).sort(byName),
  };
}

export const funnelColumns = [
  'report.signUp.day',
  ...signUpVisitSteps.map((step) => `report.signUp.${step}` as const),
] as const satisfies readonly MessageKey[];

/** The rows of the report, one per day, latest first. @throws InvalidInputError as `listDays` */
export async function* funnelRows({ database }: FunnelContext, selection: FunnelSelection): AsyncGenerator<CsvCell[]> {
  for (const { day, steps } of await listDays(database, selection))
    yield [day, ...signUpVisitSteps.map((step) => steps[step])];
}

/** The days on which visits began, latest first. @throws InvalidInputError if the range is reversed or longer than 731 days */
async function listDays({ query }: Database, selection: FunnelSelection): Promise<SignUpFunnelDay[]> {
  const days = (Date.parse(selection.to) - Date.parse(selection.from)) / millisecondsInDay + 1;
  if (days < 1) throw new InvalidInputError({ to: [{ key: 'signUp.daysReversed' }] });
  if (days > maxFunnelDays)
    throw new InvalidInputError({ to: [{ key: 'signUp.days', values: { days: maxFunnelDays } }] });
  const ended = Map.groupBy(await countLastSteps(query, selection), ({ day }) => day);
  return [...ended].map(([day, counted]) => ({
    day,
    steps: countReached(new Map(counted.map(({ step, visits }) => [step, visits]))),
  }));
}

/** Converts visits by their last step to visits that reached at least each step. A skipped step counts as reached. */
export function countReached(ended: ReadonlyMap<string, number>): SignUpFunnelSteps {
  let came = 0;
  const counted = signUpVisitSteps.toReversed().map((step): [SignUpVisitStep, number] => {
    came += ended.get(step) ?? 0;
    return [step, came];
  });
  return Object.fromEntries(counted.toReversed()) as SignUpFunnelSteps;
}

function sumDays(days: readonly SignUpFunnelDay[]): SignUpFunnelSteps {
  const sums = signUpVisitSteps.map((step) => [step, days.reduce((all, { steps }) => all + steps[step], 0)]);
  return Object.fromEntries(sums) as SignUpFunnelSteps;
}
