import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@portico/stripe-sandbox';
import { closeAfterTests, temporaryFolder as emptyFolder } from '../../test/clean-up.ts';
import { createCatalogGateway } from '../core/stripe/calls/catalog-gateway.ts';
import { createStripeClient, type StripeClient } from '../core/stripe/client.ts';
import { CatalogFileError, type Problem } from './file/problems.ts';
import { readCatalogFile } from './file/read-catalog-file.ts';

/** A small vendor that has one of everything. Tests change it by replacing parts of the text. */
export const exampleCatalog = `
companies:
  - { name: Lumen, slug: lumen }
products:
  - id: scan
    name: { en: Scan, fr: Lecture }
    displayName: Lumen Scan
    description: { en: Reads documents, fr: Lit des documents }
    url: https://scan.lumen.example/
    displayType: UrlWithLicense
    licensingType: HostLocked
    licensedFeatures:
      - scope: reading
        caption: Reading
        features:
          - { name: types, caption: Types, type: int }
          - { name: batch, caption: Batch, type: bool }
          - { name: format, caption: Format, type: string, fromVersion: '1.0', toVersion: '2.10' }
    plans:
      - id: scan-trial
        code: TRIAL
        name: { en: Trial, fr: Essai }
        description: Two weeks
        trial: { days: 14 }
        maxQuantity: 1
      - id: scan-pro
        code: PRO
        name: { en: Professional, fr: Professionnel }
        description: { en: For busy desks, fr: Pour les accueils fréquentés }
        features:
          - Plain
          - { caption: { en: Noted, fr: Annoté }, footnote: Why }
        featured: true
        featuredText: { en: Popular, fr: Prisé }
        minQuantity: 2
        maxQuantity: 100
        licensedFeatures:
          reading: { types: 12, batch: true, format: CSV }
        prices:
          - id: scan-pro-monthly
            nickname: { en: Monthly, fr: Mensuel }
            interval: month
            amount: 49.00
            additionalPrices:
              - { id: scan-pro-monthly-laptop, nickname: Laptop, amount: 19.00, increaseTotalDeviceQuantity: true }
              - { id: scan-pro-monthly-driver, nickname: Driver, amount: 5 }
          - id: scan-pro-yearly
            nickname: { en: Yearly, fr: Annuel }
            interval: year
            amount: 490.00
            additionalPrices:
              - { id: scan-pro-yearly-laptop, nickname: Laptop, amount: 190.00, increaseTotalDeviceQuantity: true }
      - id: scan-basic
        code: BASIC
        name: Basic
        description: A start
        prices:
          - { id: scan-basic-monthly, nickname: Monthly, interval: month, amount: 10.00 }
      - id: scan-later
        code: LATER
        name: Later
        description: Not yet
        startDate: 2090-01-01
        prices:
          - { id: scan-later-monthly, nickname: Monthly, interval: month, amount: 99.00 }
      - id: scan-enterprise
        code: ENT
        name: Enterprise
        description: On your terms
        processingType: manual
        contactUrl: mailto:sales@lumen.example
        prices:
          - { id: scan-enterprise-yearly, nickname: Yearly, interval: year, amount: 5000.00 }
    addons:
      - id: scan-support
        caption: { en: Support, fr: Assistance }
        description: By phone
        plans: [scan-pro]
        note: Hours
        noteLink: https://lumen.example/hours
        prices:
          - { id: scan-support-day-monthly, caption: Day, amount: 20.00, interval: month }
          - { id: scan-support-night-monthly, caption: { en: Night, fr: Nuit }, amount: 40.00, interval: month }
          - { id: scan-support-day-yearly, caption: Day, amount: 200.00, interval: year }
      - id: scan-chip
        caption: Chip
        description: Soon
        active: false
        prices:
          - { id: scan-chip-monthly, caption: Each, amount: 9.00, interval: month }
  - id: desk
    name: Desk
    description: Greets visitors
    displayType: Subscribe
    plans:
      - id: desk-free
        code: FREE
        name: Free
        description: To look around
        prices:
          - { id: desk-free-monthly, nickname: Free, interval: month, amount: 0 }
coupons:
  - { code: WELCOME20, name: Welcome, percentOff: 20, duration: repeating, durationInMonths: 3 }
  - { code: DESK5, name: Five off, amountOff: 5.00, duration: once, products: [desk], maxRedemptions: 10 }
  - { code: PAST, name: Past, percentOff: 50, duration: once, redeemBy: 2020-06-30 }
`.trimStart();

/** Replaces each part of `text`, and fails unless the part occurs exactly once. */
export function edited(text: string, ...replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((result, [part, replacement]) => {
    if (result.split(part).length !== 2) throw new Error(`'${part}' is not in the text exactly once`);
    return result.replace(part, () => replacement);
  }, text);
}

/** A folder that is deleted after the test file; writes files into it and returns their paths. */
export function temporaryFolder(): { path: string; write(name: string, content: string | Buffer): string } {
  const path = emptyFolder('catalog');
  return {
    path,
    write(name, content) {
      const file = join(path, name);
      writeFileSync(file, content);
      return file;
    },
  };
}

/** Catalog files of the test file's own. */
export function catalogFiles() {
  const folder = temporaryFolder();
  let written = 0;
  const read = (text: string) => readCatalogFile(folder.write(`${++written}.yaml`, text));
  return {
    folder,
    read,
    problemsOf(text: string): readonly Problem[] {
      try {
        read(text);
      } catch (error) {
        if (error instanceof CatalogFileError) return error.problems;
        throw error;
      }
      return [];
    },
  };
}

/** Line and column, from 1, at which `part` begins. */
export function placeIn(text: string, part: string): { line: number; column: number } {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** A Stripe of the test file's own. */
export async function startTestStripe(databaseUrl: string) {
  const sandbox = await startSandbox({ databaseUrl, port: 0, secretKey: 'sk_test_sandbox' });
  closeAfterTests(() => sandbox.close());
  const client: StripeClient = createStripeClient({ secretKey: 'sk_test_sandbox', apiBase: sandbox.url });
  const stripe = await client();
  return { client, stripe, gateway: createCatalogGateway(client) };
}
