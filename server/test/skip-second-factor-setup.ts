import type { Database } from '../src/core/db/database.ts';

/**
 * Lets operators of a production sign in as if they had set up the required second factor (OPR-8), for tests of other
 * features.
 */
export async function skipSecondFactorSetup({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`
    create function waive_setup() returns trigger language plpgsql as $$
    begin
      new.is_setup := false;
      return new;
    end $$`);
  await pool.query(
    'create trigger sessions_waive_setup before insert on sessions for each row execute function waive_setup()',
  );
}
