import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { insertLicense } from '../../../test/licenses.ts';
import { checkDigits } from './crockford.ts';
import { moveOfflineRequests } from './offline-requests.queries.ts';
import { readActivationKey, shortCodeChecksum } from './offline-requests.rules.ts';
import {
  accountId,
  createDeactivationRequest,
  createRequest,
  requestProblem,
  startOfflineRequests,
} from './offline-requests.test-support.ts';
import { activationName, createProofCode } from './proof-codes.ts';

const { database, signIn, sql, answer, clear } = await startOfflineRequests();
beforeEach(clear);

const newLicense = (fields: object = {}) => insertLicense(database, accountId, { quantity: 1, ...fields });
/** Activates a device on a license. @returns its id, its file and the proof code of the file */
async function activate(licenseId: number, request: object | string = createRequest()) {
  const { deviceId, file } = (await answer(licenseId, request)).json();
  return { deviceId, file, code: createProofCode(readActivationKey(file)).text };
}
/** Another code of the same activation, with valid check characters. */
const createWrongCode = (code: string, index = 0) => {
  const name = code.slice(4, 8);
  const proof = String(index).padStart(14, '0');
  return `PD1.${name}${proof}${checkDigits(name + proof)}`;
};
const findUsedSeats = async (id: number) =>
  (await sql('select used_quantity as used from licenses where id = $1', [id]))[0].used;

describe('a proof code', () => {
  test('releases its device, like a file', async () => {
    const license = await newLicense();
    const { deviceId, code } = await activate(license.id);
    const response = await answer(license.id, ` ${code.toLowerCase().replace(/(.{5})/g, '$1-')} `);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      kind: 'deactivation',
      status: 'released',
      deviceId,
      deviceName: 'FRONT-DESK',
      hardwareId: 'AAAA-1111',
      file: null,
    });
    expect(await findUsedSeats(license.id)).toBe(0);
    expect(
      await sql(
        'select kind, user_id is not null as attributed, counts_as_release as counts from device_events order by id desc limit 1',
      ),
    ).toEqual([{ kind: 'released', attributed: true, counts: true }]);
    const [event] = await sql('select kind, detail from audit_events order by id desc limit 1');
    expect(event).toMatchObject({ kind: 'deviceReleased', detail: { deviceId } });
    expect(
      await sql("select nonce, answer, activation_name from offline_requests where kind = 'deactivation'"),
    ).toEqual([{ nonce: code, answer: '', activation_name: null }]);
  });

  test('changes nothing when repeated, even together with its file or concurrently', async () => {
    const license = await newLicense();
    const { deviceId, file, code } = await activate(license.id);
    const all = await Promise.all(Array.from({ length: 8 }, () => answer(license.id, code)));
    for (const response of all) expect(response.json()).toMatchObject({ status: 'released', deviceId });
    expect(await sql("select count(*)::int as count from device_events where kind = 'released'")).toEqual([
      { count: 1 },
    ]);

    const second = await activate(license.id);
    expect((await answer(license.id, createDeactivationRequest(second.file))).json().status).toBe('released');
    expect((await answer(license.id, second.code)).json()).toMatchObject({
      status: 'released',
      deviceId: second.deviceId,
    });
    expect(file).not.toBe(second.file);
    expect(await findUsedSeats(license.id)).toBe(0);
  });

  test('of an earlier activation does not release the device after its new activation', async () => {
    const license = await newLicense();
    const shortCode = `PR1.AAAA-1111.${shortCodeChecksum('AAAA-1111', null)}`;
    const first = await activate(license.id, shortCode);
    expect((await answer(license.id, first.code)).json().status).toBe('released');
    const second = await activate(license.id, shortCode);
    expect(second.code).not.toBe(first.code);
    // A newer file replaced the file of this code's activation.
    expect((await answer(license.id, first.code)).json()).toMatchObject({
      deviceId: first.deviceId,
      status: 'released',
    });
    expect(await findUsedSeats(license.id)).toBe(1);
    expect((await answer(license.id, second.code)).json()).toMatchObject({ deviceId: second.deviceId });
    expect(await findUsedSeats(license.id)).toBe(0);
  });

  test('is refused at its field if it proves nothing, is another license’s, or has a typing error', async () => {
    const [license, other] = [await newLicense(), await newLicense()];
    const { code } = await activate(license.id);
    const words = async (id: number, typed: string, browser?: Browser) => {
      const response = await answer(id, typed, browser);
      expect(response.statusCode).toBe(422);
      return requestProblem(response.json());
    };
    expect(await words(license.id, createWrongCode(code))).toContain('gives up no activation of this license');
    expect(await words(other.id, code)).toContain('gives up no activation of this license');
    expect(await words(license.id, createWrongCode(createProofCode('nobody’s').text))).toContain(
      'gives up no activation',
    );
    expect(
      await words(
        license.id,
        code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    ).toContain('typing error');
    expect(await words(license.id, code.slice(0, -1))).toContain('PD1 and 20 letters');
    const french = await signIn('owner@acme.example');
    const answered = await french.post(
      `/api/Licenses/${license.id}/OfflineRequests`,
      { request: createWrongCode(code) },
      { headers: { 'accept-language': 'fr' } },
    );
    expect(requestProblem(answered.json())).toContain('Ce code ne rend aucune activation de cette licence');
    expect(await findUsedSeats(license.id)).toBe(1);
  });

  test('is refused for a blocked device, on a canceled license and without a release, and accepted afterwards', async () => {
    const license = await newLicense({ planId: 'desktop-strict' });
    const { deviceId, code } = await activate(license.id);
    await sql('update devices set blocked_at = now() where id = $1', [deviceId]);
    expect(requestProblem((await answer(license.id, code)).json())).toContain('blocked');
    await sql('update devices set blocked_at = null where id = $1', [deviceId]);
    await sql('update licenses set status = 3 where id = $1', [license.id]);
    expect((await answer(license.id, code)).json().code).toBe('LicenseNotActive');
    await sql('update licenses set status = 1 where id = $1', [license.id]);
    expect((await answer(license.id, code)).statusCode).toBe(200);
    const second = await activate(license.id);
    expect((await answer(license.id, second.code)).json().code).toBe('ReleaseLimit');
    expect(await findUsedSeats(license.id)).toBe(1);
    await sql("update device_events set at = at - interval '31 days'");
    expect((await answer(license.id, second.code)).statusCode).toBe(200);
  });

  test('is refused on a floating license', async () => {
    const { id } = await newLicense({ licenseModel: 1 });
    expect(requestProblem((await answer(id, createProofCode('some').text)).json())).toContain('floating');
  });
});

describe('wrong proof codes', () => {
  test('are limited to ten per activation and hour; correct codes and other devices are not affected', async () => {
    const license = await newLicense({ quantity: 2 });
    const { code } = await activate(license.id);
    const other = await activate(license.id, createRequest({ hardwareId: 'BBBB-2222', fingerprints: [] }));
    for (let index = 0; index < 3; index += 1) expect((await answer(license.id, other.code)).statusCode).toBe(200);
    for (let index = 0; index < 10; index += 1) {
      expect((await answer(license.id, createWrongCode(code, index))).statusCode).toBe(422);
      expect((await answer(license.id, other.code)).statusCode).toBe(200);
    }
    const guessed = await answer(license.id, code);
    expect(guessed.statusCode).toBe(429);
    expect(guessed.json().code).toBe('TooManyRequests');
    expect(await findUsedSeats(license.id)).toBe(1);
    expect((await answer(license.id, createDeactivationRequest((await findFile(license.id)) ?? ''))).statusCode).toBe(
      200,
    );
  });

  /** The newest file of the first device. */
  async function findFile(licenseId: number): Promise<string | undefined> {
    const found = await sql(
      `select answer from offline_requests where license_id = $1 and kind = 'activation' order by id limit 1`,
      [licenseId],
    );
    return found[0]?.answer;
  }
});

describe('access to proof codes', () => {
  test('does not find another account’s device', async () => {
    const license = await newLicense();
    const { code } = await activate(license.id);
    const stranger = await signIn('owner@globex.example');
    expect((await answer(license.id, code, stranger)).statusCode).toBe(404);
    const [{ id: theirs }] = await sql("select account_id as id from users where email = 'owner@globex.example'");
    const own = await insertLicense(database, theirs, { quantity: 1 });
    expect(requestProblem((await answer(own.id, code, stranger)).json())).toContain('gives up no activation');
    expect(await findUsedSeats(license.id)).toBe(1);
  });
});

describe('activations from before proof codes', () => {
  test('are named by the migration as by the current code', async () => {
    const license = await newLicense({ quantity: -1 });
    const made = [];
    for (let index = 0; index < 12; index += 1) {
      // The payload's length changes with the name, and with it the base64 padding.
      const name = 'é'.repeat(index + 1);
      made.push(
        await activate(
          license.id,
          createRequest({ hardwareId: `DEVICE-${'X'.repeat(index)}`, name, fingerprints: [] }),
        ),
      );
    }
    await answer(license.id, made[0]?.code ?? '');
    await sql('update offline_requests set activation_name = null');
    const migration = readFileSync(new URL('../../core/db/migrations/0065_proof_codes.sql', import.meta.url), 'utf8');
    const [fill = ''] = /with keyed as [^;]*;/.exec(migration) ?? [];
    await sql(fill);
    const rows = await sql("select answer, activation_name as name from offline_requests where kind = 'activation'");
    expect(rows).toHaveLength(12);
    for (const { answer: file, name } of rows) expect(name).toBe(activationName(readActivationKey(file)));
    expect(await sql("select activation_name from offline_requests where kind = 'deactivation'")).toEqual([
      { activation_name: null },
    ]);
    expect((await answer(license.id, made[1]?.code ?? '')).json().status).toBe('released');
  });

  test('are given up on the license that continues theirs', async () => {
    const [first, kept] = [await newLicense(), await newLicense({ quantity: 5, usedQuantity: 1 })];
    const { deviceId, code } = await activate(first.id);
    await sql('update devices set license_id = $1 where license_id = $2', [kept.id, first.id]);
    await database.transaction((on) => moveOfflineRequests(on, [first.id], kept.id));
    expect((await answer(kept.id, code)).json()).toMatchObject({ status: 'released', deviceId });
  });
});
