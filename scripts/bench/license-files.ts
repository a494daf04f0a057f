import { randomBytes, sign } from 'node:crypto';
import {
  createKey,
  createPayload,
  createSerialNumber,
  openPrivateKey,
  signLicense,
} from '../../server/src/licensing/index.ts';
import { median, type Row } from './row.ts';

const secret = 'a secret of the benchmarks, long enough';
const rounds = 5;
const milliseconds = 1_000;
const hardwareIds = Array.from({ length: 10 }, () => randomBytes(8).toString('hex'));

/**
 * License files with ten devices on one core, including opening the stored key. Baseline: only the signature of the
 * same bytes.
 */
export function measureLicenseFiles(): Row[] {
  const key = createKey('2026-11', secret);
  const open = openPrivateKey(key, secret);
  const facts = factsOfLicense();
  const make = () => signLicense(createPayload(facts, new Date()), { id: key.id, secret: openPrivateKey(key, secret) });
  const bytes = Buffer.from(`portico-license-v1.${JSON.parse(make()).payload}`);
  const [ours, limit]: [number[], number[]] = [[], []];
  measureRate(make);
  for (let round = 0; round < rounds; round += 1) {
    limit.push(measureRate(() => sign(null, bytes, open)));
    ours.push(measureRate(make));
  }
  return [
    {
      figure: 'license files signed',
      ours: median(ours),
      limit: median(limit),
      unit: 'a second',
      aim: { atLeast: 500 },
    },
  ];
}

/** Calls a second. */
function measureRate(work: () => unknown): number {
  const begin = performance.now();
  let done = 0;
  while (performance.now() - begin < milliseconds) {
    work();
    done += 1;
  }
  return (done * 1000) / (performance.now() - begin);
}

function factsOfLicense(): Parameters<typeof createPayload>[0] {
  const now = new Date();
  return {
    license: {
      id: 1,
      accountId: 1,
      orderId: 1,
      subscriptionId: 1,
      number: 'LI-10001',
      serialNumber: createSerialNumber(),
      licenseModel: 0,
      productId: 'desktop',
      planId: 'desktop-professional',
      version: '5.4',
      status: 1,
      trial: false,
      startsAt: now,
      expiresAt: now,
      quantity: hardwareIds.length,
      usedQuantity: hardwareIds.length,
      exceededQuantity: 0,
      createdAt: now,
      updatedAt: now,
    },
    accountName: 'Acme Security',
    product: { version: '5.4' },
    plan: { featureValues: { reading: { types: 12, batch: true, format: 'CSV' } } },
    hardwareIds,
  };
}
