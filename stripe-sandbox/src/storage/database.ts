import pg from 'pg';
import { randomText } from '../ids.ts';
import { migrate, SCHEMA } from './migrations.ts';

/** A pool whose connections see the sandbox's schema only. Small: the sandbox shares its database with the portal. */
export type Database = pg.Pool;

/** Opens the database and brings its schema up to date. */
export async function openDatabase(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 6,
    idleTimeoutMillis: 10_000,
    application_name: 'stripe-sandbox',
    options: `-c search_path=${SCHEMA}`,
  });
  // A connection that the server closes while idle is replaced at its next use.
  pool.on('error', () => {});
  const client = await pool.connect();
  try {
    await migrate(client);
  } catch (error) {
    client.release();
    await pool.end();
    throw error;
  }
  client.release();
  return pool;
}

/** The id of this sandbox, the same for every process on one database. */
export async function instanceId(database: Database): Promise<string> {
  await database.query(`insert into settings (name, value) values ('instance', $1) on conflict do nothing`, [
    `sandbox_${randomText(24)}`,
  ]);
  const { rows } = await database.query(`select value from settings where name = 'instance'`);
  return rows[0].value;
}
