import { createHash, randomBytes } from 'node:crypto';
import { openDatabase } from '../../server/src/core/db/database.ts';

async function change(databaseUrl: string, text: string, values: unknown[]): Promise<void> {
  const database = openDatabase(databaseUrl, 1, () => {});
  try {
    await database.pool.query(text, values);
  } finally {
    await database.close();
  }
}

/** Adds a brand without customers. */
export async function createBrand(databaseUrl: string): Promise<{ name: string; slug: string; accent: string }> {
  const slug = `lumen-${randomBytes(4).toString('hex')}`;
  const brand = { name: `Lumen ${slug.slice(6)}`, slug, accent: '#0f766e' };
  await change(databaseUrl, 'insert into companies (name, slug, accent_light) values ($1, $2, $3)', [
    brand.name,
    slug,
    brand.accent,
  ]);
  return brand;
}

/** Fills the limits of an address, so that its next forms are refused for some seconds (SIGN-20). */
export async function blockSignUps(databaseUrl: string, email: string, seconds: number): Promise<void> {
  const key = createHash('sha256').update(email).digest('base64url');
  await change(databaseUrl, 'insert into rate_limits (key, points, expire) values ($1, 6, $2)', [
    `sign-up-email:${key}`,
    Date.now() + seconds * 1000,
  ]);
}
