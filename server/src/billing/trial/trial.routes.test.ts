import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { findIndustryProblem } from './trial.service.ts';

let portal: FullPortal;
const path = '/api/Products/AdditionalInfo';
const info = {
  productId: 'desktop',
  hasHardware: true,
  numberOfDevices: '3-5',
  locatedInUS: false,
  industry: 'retail',
} as const;

beforeAll(async () => {
  portal = await startFullPortal();
});

const stored = async () =>
  (
    await portal.database.pool.query(
      `select name, email, product_id, has_hardware, number_of_devices, located_in_us, industry, other_industry
       from trial_information join accounts on accounts.id = account_id join users on users.id = user_id order by product_id`,
    )
  ).rows;

describe('the details at the start of a trial', () => {
  test('are stored with their user; the last answer for a product counts', async () => {
    const owner = await portal.signIn('owner@acme.example');
    const admin = await portal.signIn('admin@acme.example');
    const first = await owner.post(path, info);
    expect([first.statusCode, first.json()], first.body).toEqual([200, {}]);
    const answer = { ...info, industry: 'other', otherIndustry: 'Zoos & parks', numberOfDevices: 'Unlimited licenses' };
    expect((await admin.post(path, answer)).statusCode).toBe(200);
    expect(await stored()).toEqual([
      {
        name: 'Acme Security',
        email: 'admin@acme.example',
        product_id: 'desktop',
        has_hardware: true,
        number_of_devices: 'Unlimited licenses',
        located_in_us: false,
        industry: 'other',
        other_industry: 'Zoos & parks',
      },
    ]);
    const { rows } = await portal.database.pool.query(
      "select detail from audit_events where kind = 'trialInformationGiven' order by id",
    );
    expect(rows).toEqual([{ detail: { productId: 'desktop' } }, { detail: { productId: 'desktop' } }]);
  });

  test('are refused if the name of another industry is missing or has other symbols than letters, spaces and &', async () => {
    const owner = await portal.signIn('owner@acme.example');
    const refused = await owner.post(path, { ...info, industry: 'other', otherIndustry: 'Casino 24/7' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().propertyErrors).toEqual({
      otherIndustry: ['Allowed symbols: &, letters or whitespaces'],
    });
    const missing = (await owner.post(path, { ...info, industry: 'other' })).json();
    expect(Object.keys(missing.propertyErrors)).toEqual(['otherIndustry']);
    expect((await owner.post(path, { ...info, numberOfDevices: '7' })).statusCode).toBe(422);
    expect((await owner.post(path, { ...info, productId: 'no-such-product' })).statusCode).toBe(404);
  });

  test('are refused with line breaks', async () => {
    const owner = await portal.signIn('owner@acme.example');
    for (const otherIndustry of ['Zoos\nBcc', 'Zoos\r\nBcc', 'Zoos\u2028Bcc'])
      expect((await owner.post(path, { ...info, industry: 'other', otherIndustry })).statusCode).toBe(422);
  });

  test('are limited to sixty answers an hour', async () => {
    const owner = await portal.signIn('owner@acme.example');
    await portal.database.pool.query("delete from rate_limits where key like 'trial-information:%'");
    const answers = await Promise.all(Array.from({ length: 61 }, () => owner.post(path, info)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.json().additionalData.blockedTo).toEqual(expect.any(String));
    await portal.database.pool.query("delete from rate_limits where key like 'trial-information:%'");
  });
});

test.each([
  ['retail', null, undefined],
  ['retail', '???', undefined],
  ['other', 'Écoles & musées', undefined],
  ['other', '', 'validation.required'],
  ['other', null, 'validation.required'],
  ['other', 'R2D2', 'trial.industryCharacters'],
] as const)('the industry %s with the name %j is refused with %s', (industry, otherIndustry, key) => {
  expect(findIndustryProblem({ industry, otherIndustry })).toEqual(key && expect.objectContaining({ key }));
});
