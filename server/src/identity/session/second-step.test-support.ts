import type { Challenge } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { Browser } from '../../../test/browser.ts';
import { demonstrationPassword } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';

/** The authenticator's code, `steps` of 30 seconds from now. */
export function authenticatorCode(sharedKey: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(sharedKey.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A code that the authenticator does not show now. */
export function wrongCode(sharedKey: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => authenticatorCode(sharedKey, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !shown.includes(code)) as string;
}

/** A browser at the second step of a sign-in. */
export async function challenged(
  app: FastifyInstance,
  userName: string,
  browser = new Browser(app),
  more: object = {},
): Promise<{ browser: Browser; challenge: Challenge }> {
  await browser.open('/login');
  const response = await browser.post('/LoginWithMFA', { userName, password: demonstrationPassword, ...more });
  if (response.statusCode !== 200) throw new Error(`${userName} could not begin to sign in: ${response.body}`);
  return { browser, challenge: response.json().challenge };
}

export const verify = (browser: Browser, body: object) => browser.post('/LoginWithMFA?handler=Verify', body);

/** Signs in and enables an authenticator, whose last code counts as used. */
export async function withAuthenticator(
  app: FastifyInstance,
  database: Database,
  userName: string,
): Promise<{ browser: Browser; sharedKey: string; recoveryCodes: string[] }> {
  const browser = await new Browser(app).signIn(userName);
  const { sharedKey } = (await browser.get('/api/MFA/Authenticator')).json();
  const response = await browser.post('/api/MFA/Authenticator/Enable', { code: authenticatorCode(sharedKey) });
  if (response.statusCode !== 200) throw new Error(response.body);
  await allowCode(database, userName);
  return { browser, sharedKey, recoveryCodes: response.json().recoveryCodes };
}

/** Lets the current code work again, as if 30 seconds had passed. */
export async function allowCode(database: Database, userName: string): Promise<void> {
  await database.pool.query(
    `update second_factors set last_step = last_step - 10
     where method = 'Authenticator' and user_id = (select id from users where email = $1)`,
    [userName],
  );
}

/** The code in the last message to an address or a number. */
export async function lastCode(database: Database, recipient: string): Promise<string> {
  const { rows } = await database.pool.query(
    'select data from mail_messages where recipient = $1 and data is not null order by id desc limit 1',
    [recipient],
  );
  return rows[0]?.data.code;
}
