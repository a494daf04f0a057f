import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { catalogFiles, edited, exampleCatalog, placeIn } from '../catalog.test-support.ts';
import { readCatalogFile } from './read-catalog-file.ts';

const { folder, read, problemsOf } = catalogFiles();

describe('a catalog file', () => {
  test('reads a file in which every field is written', () => {
    const { definition } = read(exampleCatalog);
    expect(definition.products.map(({ id }) => id)).toEqual(['scan', 'desk']);
    expect(definition.plans.find(({ id }) => id === 'scan-pro')).toMatchObject({
      productId: 'scan',
      name: { en: 'Professional', fr: 'Professionnel' },
      features: [
        { caption: { en: 'Plain' }, footnote: null },
        { caption: { en: 'Noted', fr: 'Annoté' }, footnote: { en: 'Why' } },
      ],
      minQuantity: 2,
      maxQuantity: 100,
      processingType: 0,
      featureValues: { reading: { types: 12, batch: true, format: 'CSV' } },
    });
    expect(definition.plans.find(({ id }) => id === 'scan-basic')?.maxQuantity).toBe(100_000);
    expect(definition.plans.find(({ id }) => id === 'scan-enterprise')?.processingType).toBe(1);
    expect(definition.prices.find(({ id }) => id === 'scan-pro-monthly-laptop')).toEqual({
      id: 'scan-pro-monthly-laptop',
      kind: 'additional',
      planId: 'scan-pro',
      pricePlanId: 'scan-pro-monthly',
      addonId: null,
      position: 0,
      caption: { en: 'Laptop' },
      interval: 'Month',
      intervalCount: 1,
      amount: 1900,
      currency: 'usd',
      increasesDeviceQuantity: true,
    });
  });

  test.each([
    [1, '1 Day', '1 jour'],
    [14, '14 Days', '14 jours'],
    [30, '30 Days', '30 jours'],
  ])('gives a trial without prices a free price named after its %i days', (days, en, fr) => {
    const text = edited(exampleCatalog, ['trial: { days: 14 }', `trial: { days: ${days} }`]);
    expect(read(text).definition.prices.filter(({ planId }) => planId === 'scan-trial')).toMatchObject([
      { caption: { en, fr }, amount: 0, currency: 'usd', interval: 'Month', intervalCount: 1 },
    ]);
  });

  test.each([
    ['{ days: 14 }', false],
    ['{ days: 14, refuseKnownMachines: true }', true],
  ])('reads whether a trial of %s is refused to known machines', (trial, refusesKnownMachines) => {
    const { plans } = read(edited(exampleCatalog, ['trial: { days: 14 }', `trial: ${trial}`])).definition;
    expect(plans.find(({ id }) => id === 'scan-trial')).toMatchObject({ refusesKnownMachines });
  });

  test('names what a product counts, in both languages', () => {
    const unit = 'unit: { one: { en: desk, fr: poste }, other: { en: desks, fr: postes } }';
    const { products } = read(
      edited(exampleCatalog, ['licensingType: HostLocked', `licensingType: HostLocked\n    ${unit}`]),
    ).definition;
    expect(products.map((product) => product.unit)).toEqual([
      { one: { en: 'desk', fr: 'poste' }, other: { en: 'desks', fr: 'postes' } },
      null,
    ]);
  });

  test.each([
    ['unit: seat', 'products[0].unit', 'should be a block with one, other'],
    ['unit: { one: seat }', 'products[0].unit.other', 'is missing: it should be text of 1 to 40 characters'],
    ['unit: { one: 1, other: seats }', 'products[0].unit.one', 'should be text of 1 to 40 characters'],
    ['unit: { one: seat, other: seats, few: seats }', 'products[0].unit.few', 'is not a field here'],
  ])('refuses %s', (unit, field, message) => {
    const text = edited(exampleCatalog, ['licensingType: HostLocked', `licensingType: HostLocked\n    ${unit}`]);
    expect(problemsOf(text)).toMatchObject([
      { field, line: placeIn(text, unit).line, message: expect.stringContaining(message) },
    ]);
  });

  test('has notice days, sorted with the highest first', () => {
    const days = 'noticeDays: [1, 60, 14, 60]';
    const { products } = read(
      edited(exampleCatalog, ['licensingType: HostLocked', `licensingType: HostLocked\n    ${days}`]),
    ).definition;
    expect(products.map(({ noticeDays }) => noticeDays)).toEqual([[60, 14, 1], null]);
  });

  test.each([
    ['noticeDays: [91]', 'products[0].noticeDays[0]', 'a whole number from 1 to 90'],
    ['noticeDays: [7, 0]', 'products[0].noticeDays[1]', 'a whole number from 1 to 90'],
    ['noticeDays: 30', 'products[0].noticeDays', 'a list of days'],
    ['noticeDays: [6, 5, 4, 3, 2, 1]', 'products[0].noticeDays', '5 days at most'],
  ])('refuses %s', (days, field, message) => {
    const text = edited(exampleCatalog, ['licensingType: HostLocked', `licensingType: HostLocked\n    ${days}`]);
    expect(problemsOf(text)).toMatchObject([{ field, message: expect.stringContaining(message) }]);
  });

  test('offers an add-on on its plans, otherwise on all paid plans', () => {
    const { addonPlans } = read(exampleCatalog).definition;
    const listAddonPlans = (id: string) =>
      addonPlans.filter(({ addonId }) => addonId === id).map(({ planId }) => planId);
    expect(listAddonPlans('scan-support')).toEqual(['scan-pro']);
    expect(listAddonPlans('scan-chip')).toEqual(['scan-pro', 'scan-basic', 'scan-later']);
  });

  test('reads a day as its first moment for a start, and as its last moment for an end', () => {
    const { definition } = read(
      edited(
        exampleCatalog,
        ['redeemBy: 2020-06-30', 'redeemBy: 2030-06-30'],
        ['2090-01-01', '2090-01-01T09:00:00-05:00'],
      ),
    );
    expect(definition.coupons.find(({ code }) => code === 'PAST')?.redeemBy).toEqual(new Date('2030-06-30T23:59:59Z'));
    expect(definition.plans.find(({ id }) => id === 'scan-later')?.startDate).toEqual(new Date('2090-01-01T14:00:00Z'));
    expect(read(exampleCatalog).definition.plans.find(({ id }) => id === 'scan-later')?.startDate).toEqual(
      new Date('2090-01-01T00:00:00Z'),
    );
  });

  test.each(['veriscan.yaml', 'minimal.yaml'])('comes with the product and is valid: %s', (name) => {
    const { definition } = readCatalogFile(fileURLToPath(new URL(`../../../../catalog/${name}`, import.meta.url)));
    expect(definition.products.length).toBeGreaterThan(0);
  });

  test('of the demonstration sells in every possible way', () => {
    const { definition } = readCatalogFile(
      fileURLToPath(new URL('../../../../catalog/veriscan.yaml', import.meta.url)),
    );
    const { products, plans, prices, addons, coupons } = definition;
    const plansOf = (id: string) => plans.filter(({ productId }) => productId === id);
    expect(products.filter(({ id }) => plansOf(id).length >= 3).length).toBeGreaterThanOrEqual(4);
    expect(plans.some(({ isTrial }) => isTrial)).toBe(true);
    expect(plans.some(({ processingType }) => processingType === 1)).toBe(true);
    expect(prices.some(({ amount, kind }) => amount === 0 && kind === 'base')).toBe(true);
    expect([addons.length, coupons.length].every((count) => count > 0)).toBe(true);
    expect(products.every(({ unit }) => unit?.one.fr && unit.other.fr)).toBe(true);
  });

  test('of the demonstration lists the cheapest price of each add-on last, because it is the default choice', () => {
    const { definition } = readCatalogFile(
      fileURLToPath(new URL('../../../../catalog/veriscan.yaml', import.meta.url)),
    );
    const choices = Map.groupBy(
      definition.prices.filter(({ kind }) => kind === 'addon'),
      ({ addonId, interval, intervalCount }) => `${addonId} ${intervalCount} ${interval}`,
    );
    for (const [choice, prices] of choices)
      expect(prices.at(-1)?.amount, choice).toBe(Math.min(...prices.map(({ amount }) => amount)));
  });
});

describe('an invalid file', () => {
  test('reports all problems at once, in the order of the file, as file:line:column', () => {
    const text = edited(
      exampleCatalog,
      ['slug: lumen', 'slug: lumen, motto: Fiat lux'],
      ['featured: true', 'featured: yes'],
      ['amount: 10.00', 'amount: -10.00'],
      ['products: [desk]', 'products: [disk]'],
    );
    const file = folder.write('all.yaml', text);
    const findLine = (part: string) => placeIn(text, part).line;
    let message = '';
    try {
      readCatalogFile(file);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(
      message.split('\n').map((line) => line.replace(/:\d+: /, ': ').slice(file.length + 1, file.length + 40)),
    ).toEqual([
      expect.stringMatching(`^${findLine('motto')}: companies\\[0\\].motto`),
      expect.stringMatching(`^${findLine('yes')}: products\\[0\\].plans\\[1\\].featured`),
      expect.stringMatching(`^${findLine('-10.00')}: products\\[0\\].plans\\[2\\]`),
      expect.stringMatching(`^${findLine('disk')}: coupons\\[1\\].products\\[0\\]`),
    ]);
  });

  test('is refused if it is not YAML, at the line of the error', () => {
    const problems = problemsOf(edited(exampleCatalog, ['plans: [scan-pro]', 'plans: [scan-pro']));
    expect(problems[0]?.message).toMatch(/is not YAML/);
    expect(problems[0]?.line).toBeGreaterThan(placeIn(exampleCatalog, 'plans: [scan-pro]').line - 1);
  });

  test('is refused if a key is repeated', () => {
    expect(problemsOf(edited(exampleCatalog, ['code: BASIC', 'code: BASIC\n        code: BASE']))).toMatchObject([
      { line: placeIn(exampleCatalog, 'code: BASIC').line + 1, message: expect.stringMatching(/keys must be unique/i) },
    ]);
  });

  test('is refused if its aliases expand without end', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...['b', 'c', 'd'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abc'[index]}`).join(',')}]`),
    ];
    expect(problemsOf(`${bomb.join('\n')}\nproducts: *d\n`)).toMatchObject([
      { line: 1, column: 1, message: expect.stringMatching(/^cannot be read: Excessive alias count/) },
    ]);
  });

  test('is refused if it is empty or missing', () => {
    expect(problemsOf('')).toMatchObject([
      { line: 1, column: 1, message: expect.stringMatching(/is missing: it should be a block/) },
    ]);
    expect(() => readCatalogFile('/nowhere/catalog.yaml')).toThrow(
      /^\/nowhere\/catalog\.yaml cannot be read: there is no such file$/,
    );
    expect(() => readCatalogFile('/tmp')).toThrow(/^\/tmp cannot be read: it is a folder$/);
  });
});

describe('a picture', () => {
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from([0, 0, 0, 13]),
    Buffer.from('IHDR'),
    Buffer.alloc(17),
  ]);
  const withLogo = (path: string) => edited(exampleCatalog, ['displayName: Lumen Scan', `logo: '${path}'`]);

  test('is typed by its content, not its name', () => {
    folder.write('logo.jpg', png);
    expect(read(withLogo('logo.jpg')).definition.products[0]?.logo64).toBe(
      `data:image/png;base64,${png.toString('base64')}`,
    );
  });

  test.each([
    [
      'an SVG, even under another name',
      'logo.png',
      '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      /PNG, JPEG or WebP.*SVG/,
    ],
    ['an empty file', 'empty.png', '', /PNG, JPEG or WebP/],
    ['a large file', 'large.png', Buffer.concat([png, Buffer.alloc(70_000)]), /64 kB or less/],
  ])('is refused: %s', (_what, name, content, says) => {
    folder.write(name, content);
    expect(problemsOf(withLogo(name))).toMatchObject([
      { field: 'products[0].logo', message: expect.stringMatching(says) },
    ]);
  });

  test('has a lower size limit if every sign-up page contains it, even if other pages show it too', () => {
    folder.write('five.png', Buffer.concat([png, Buffer.alloc(5 * 1024)]));
    const customers = '{ name: Lumen, slug: lumen, customers: [{ name: Harbor, logo: five.png }] }';
    expect(problemsOf(withLogo('five.png'))).toEqual([]);
    expect(problemsOf(edited(withLogo('five.png'), ['{ name: Lumen, slug: lumen }', customers]))).toMatchObject([
      { field: 'companies[0].customers[0].logo', message: expect.stringMatching(/4 kB or less/) },
    ]);
  });

  test.each([
    ['missing.png', /can be read/],
    ['https://lumen.example/logo.png', /relative to this file/],
    ['/etc/passwd', /relative to this file/],
  ])('is refused: %s', (path, says) => {
    expect(problemsOf(withLogo(path))).toMatchObject([
      { ...placeIn(withLogo(path), `'${path}'`), field: 'products[0].logo', message: expect.stringMatching(says) },
    ]);
  });
});
