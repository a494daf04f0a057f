/** A kind of tax number for invoices, by Stripe's name. */
interface TaxIdKindFacts {
  /** ISO 3166-1 alpha-2 of the country that issues the number; `EU` for the European Union and Northern Ireland. */
  readonly country: string;
  /** The number's name in the issuing country. */
  readonly name: { readonly en: string; readonly fr: string };
  /** Format in capitals, without separators. */
  readonly format: RegExp;
  /** An example as people write it. */
  readonly example: string;
}

const same = (name: string) => ({ en: name, fr: name });
const vat = { en: 'VAT', fr: 'TVA' };
const gst = { en: 'GST', fr: 'TPS' };

const euVat =
  /^(ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|EE\d{9}|EL\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR[A-Z0-9]{2}\d{9}|HR\d{11}|HU\d{8}|IE\d[A-Z0-9]\d{5}[A-Z]{1,2}|IT\d{11}|LT(\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT\d{8}|NL\d{9}B\d{2}|PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}|XI\d{9})$/;

/** The supported kinds (BIL-3). Stripe decides about each number. */
export const taxIdKinds = {
  us_ein: { country: 'US', name: same('EIN'), format: /^\d{9}$/, example: '12-3456789' },
  ca_bn: { country: 'CA', name: { en: 'BN', fr: 'NE' }, format: /^\d{9}$/, example: '123456789' },
  ca_gst_hst: {
    country: 'CA',
    name: { en: 'GST/HST', fr: 'TPS/TVH' },
    format: /^\d{9}RT\d{4}$/,
    example: '123456789RT0002',
  },
  ca_qst: { country: 'CA', name: { en: 'QST', fr: 'TVQ' }, format: /^\d{10}TQ\d{4}$/, example: '1234567890TQ1234' },
  ca_pst_bc: {
    country: 'CA',
    name: { en: 'PST (British Columbia)', fr: 'TVP (Colombie-Britannique)' },
    format: /^PST\d{8}$/,
    example: 'PST-1234-5678',
  },
  ca_pst_mb: {
    country: 'CA',
    name: { en: 'PST (Manitoba)', fr: 'TVP (Manitoba)' },
    format: /^\d{7}$/,
    example: '123456-7',
  },
  ca_pst_sk: {
    country: 'CA',
    name: { en: 'PST (Saskatchewan)', fr: 'TVP (Saskatchewan)' },
    format: /^\d{7}$/,
    example: '1234567',
  },
  eu_vat: { country: 'EU', name: vat, format: euVat, example: 'DE123456789' },
  gb_vat: { country: 'GB', name: vat, format: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/, example: 'GB123456789' },
  ch_vat: { country: 'CH', name: vat, format: /^CHE\d{9}(MWST|TVA|IVA)$/, example: 'CHE-123.456.789 TVA' },
  ch_uid: { country: 'CH', name: { en: 'UID', fr: 'IDE' }, format: /^CHE\d{9}$/, example: 'CHE-123.456.789' },
  no_vat: { country: 'NO', name: vat, format: /^\d{9}MVA$/, example: '123456789MVA' },
  is_vat: { country: 'IS', name: vat, format: /^\d{5,6}$/, example: '123456' },
  au_abn: { country: 'AU', name: same('ABN'), format: /^\d{11}$/, example: '12 345 678 912' },
  nz_gst: { country: 'NZ', name: gst, format: /^\d{8,9}$/, example: '123-456-789' },
  in_gst: { country: 'IN', name: gst, format: /^\d{2}[A-Z0-9]{13}$/, example: '12ABCDE3456FGZH' },
  sg_gst: { country: 'SG', name: gst, format: /^(M\d{8}[A-Z]|\d{8,9}[A-Z])$/, example: 'M12345678X' },
  sg_uen: {
    country: 'SG',
    name: same('UEN'),
    format: /^(\d{8,9}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])$/,
    example: '123456789F',
  },
  jp_cn: {
    country: 'JP',
    name: { en: 'Corporate number', fr: 'Numéro d’entreprise' },
    format: /^\d{13}$/,
    example: '1234567891234',
  },
  jp_trn: {
    country: 'JP',
    name: { en: 'Registration number', fr: 'Numéro d’enregistrement' },
    format: /^T\d{13}$/,
    example: 'T1234567891234',
  },
  kr_brn: { country: 'KR', name: same('BRN'), format: /^\d{10}$/, example: '123-45-67890' },
  hk_br: { country: 'HK', name: same('BR'), format: /^\d{8}$/, example: '12345678' },
  tw_vat: { country: 'TW', name: vat, format: /^\d{8}$/, example: '12345678' },
  mx_rfc: { country: 'MX', name: same('RFC'), format: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/, example: 'ABC010203AB9' },
  br_cnpj: { country: 'BR', name: same('CNPJ'), format: /^\d{14}$/, example: '01.234.456/5432-10' },
  za_vat: { country: 'ZA', name: vat, format: /^4\d{9}$/, example: '4123456789' },
  ae_trn: { country: 'AE', name: same('TRN'), format: /^\d{15}$/, example: '123456789012345' },
  sa_vat: { country: 'SA', name: vat, format: /^\d{15}$/, example: '123456789012345' },
  il_vat: { country: 'IL', name: vat, format: /^\d{9}$/, example: '123456789' },
  tr_tin: { country: 'TR', name: same('TIN'), format: /^\d{10}$/, example: '0123456789' },
} as const satisfies Record<string, TaxIdKindFacts>;

export type TaxIdKind = keyof typeof taxIdKinds;
export const taxIdKindNames = Object.keys(taxIdKinds) as [TaxIdKind, ...TaxIdKind[]];

const inEuropeanUnion = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * The kinds of numbers that businesses in `country` have, in the order of the table. Businesses elsewhere may use any.
 */
export function listTaxIdKinds(country: string): readonly TaxIdKind[] {
  const isFromCountry = (kind: TaxIdKind) => {
    const { country: giver } = taxIdKinds[kind];
    return giver === country || (giver === 'EU' && (inEuropeanUnion.has(country) || country === 'GB'));
  };
  const own = taxIdKindNames.filter(isFromCountry);
  // Most British businesses have a British number; those of Northern Ireland may have a European one.
  return country === 'GB' ? own.toReversed() : own;
}

const euExamples = (
  'ATU12345678 BE0123456789 BG0123456789 CY12345678Z CZ12345678 DE123456789 DK12345678 EE123456789 EL123456789 ESA1234567Z ' +
  'FI12345678 FRAB123456789 HR12345678912 HU12345678 IE1234567AB IT12345678912 LT123456789 LU12345678 LV12345678912 ' +
  'MT12345678 NL123456789B12 PL1234567890 PT123456789 RO1234567891 SE123456789123 SI12345678 SK1234567891 XI123456789'
).split(' ');
/** Countries whose European numbers begin with other letters than their code. */
const euPrefixes: Readonly<Record<string, string>> = { GR: 'EL', GB: 'XI' };

/** An example of a kind as people write it; a European one is of the country. */
export function taxIdExample(kind: TaxIdKind, country: string): string {
  const { example } = taxIdKinds[kind];
  if (kind !== 'eu_vat') return example;
  return euExamples.find((one) => one.startsWith(euPrefixes[country] ?? country)) ?? example;
}

/** A number in capitals, without separators, and with the letters that Stripe expects at its beginning. */
export function plainTaxId(kind: string, value: string): string {
  const plain = value.toUpperCase().replace(/[\s.\-/]/g, '');
  // Greek numbers begin with EL, and Norwegian ones with no letters, but people write the country's code.
  if (kind === 'eu_vat') return plain.replace(/^GR/, 'EL');
  return kind === 'no_vat' ? plain.replace(/^NO/, '') : plain;
}

/** Whether a number has the format of its kind (BIL-3). */
export function fitsTaxIdKind(kind: TaxIdKind, value: string): boolean {
  return taxIdKinds[kind].format.test(plainTaxId(kind, value));
}
