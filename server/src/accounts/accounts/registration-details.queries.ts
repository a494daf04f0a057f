import { eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts, registrationDetails } from '../../core/db/schema/accounts.gen.ts';

const columns = {
  country: registrationDetails.country,
  state: registrationDetails.state,
  province: registrationDetails.province,
  industry: registrationDetails.industry,
  otherIndustry: registrationDetails.otherIndustry,
  orderNumber: registrationDetails.orderNumber,
};

/** The details of the business from a registration (SIGN-29). Unanswered ones are empty. */
export type RegistrationDetails = Pick<typeof registrationDetails.$inferSelect, keyof typeof columns>;

export async function insertRegistrationDetails(
  on: Queryable,
  accountId: number,
  details: RegistrationDetails,
): Promise<void> {
  const { country, state, province, industry, otherIndustry, orderNumber } = details;
  await on
    .insert(registrationDetails)
    .values({ accountId, country, state, province, industry, otherIndustry, orderNumber });
}

/** @returns undefined for an account that did not register itself */
export async function findRegistrationDetails(
  on: Queryable,
  accountId: number,
): Promise<RegistrationDetails | undefined> {
  const [found] = await on
    .select(columns)
    .from(registrationDetails)
    .where(eq(registrationDetails.accountId, accountId));
  return found;
}

/** The country of an account's business address, otherwise of its registration, ISO 3166-1 alpha-2; null if neither is known. */
export async function findAccountCountry(on: Queryable, accountId: number): Promise<string | null> {
  const [found] = await on
    .select({ address: accounts.businessAddress, country: registrationDetails.country })
    .from(accounts)
    .leftJoin(registrationDetails, eq(registrationDetails.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  return found?.address?.address.country ?? found?.country ?? null;
}
