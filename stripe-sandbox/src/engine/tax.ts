import type Stripe from 'stripe';

/** A tax at a location, in percent. */
interface Rate {
  percentage: number;
  displayName: string;
  taxType: Stripe.TaxRate.TaxType;
  level: Stripe.TaxRate.JurisdictionLevel;
  /** The state, for taxes of a state. */
  state?: string;
}

const vat = (percentage: number): Rate[] => [{ percentage, displayName: 'VAT', taxType: 'vat', level: 'country' }];
const gst = (percentage: number, displayName = 'GST'): Rate[] => [
  { percentage, displayName, taxType: 'gst', level: 'country' },
];
const hst = (percentage: number): Rate[] => [{ percentage, displayName: 'HST', taxType: 'hst', level: 'country' }];
const salesTax = (state: string, percentage: number): Rate[] => [
  { percentage, displayName: 'Sales Tax', taxType: 'sales_tax', level: 'state', state },
];

/** Tax rates by country, or by country and state. They are fixed, so an address always has the same tax. */
const COUNTRIES: Record<string, Rate[]> = {
  AT: vat(20),
  BE: vat(21),
  CZ: vat(21),
  DE: vat(19),
  DK: vat(25),
  ES: vat(21),
  FI: vat(25.5),
  FR: vat(20),
  GB: vat(20),
  GR: vat(24),
  HU: vat(27),
  IE: vat(23),
  IT: vat(22),
  LU: vat(17),
  NL: vat(21),
  NO: vat(25),
  PL: vat(23),
  PT: vat(23),
  RO: vat(21),
  SE: vat(25),
  CH: vat(8.1),
  AU: gst(10),
  NZ: gst(15),
  SG: gst(9),
  IN: gst(18),
  JP: [{ percentage: 10, displayName: 'JCT', taxType: 'jct', level: 'country' }],
};

const STATES: Record<string, Record<string, Rate[]>> = {
  US: {
    CT: salesTax('CT', 6.35),
    DC: salesTax('DC', 6),
    IL: salesTax('IL', 6.25),
    MA: salesTax('MA', 6.25),
    NY: salesTax('NY', 4),
    OH: salesTax('OH', 5.75),
    PA: salesTax('PA', 6),
    TX: salesTax('TX', 6.25),
    UT: salesTax('UT', 4.85),
    WA: salesTax('WA', 6.5),
  },
  CA: {
    AB: gst(5),
    NT: gst(5),
    NU: gst(5),
    YT: gst(5),
    MB: gst(5),
    BC: gst(5),
    SK: gst(5),
    NB: hst(15),
    NL: hst(15),
    NS: hst(14),
    ON: hst(13),
    PE: hst(15),
    QC: [...gst(5), { percentage: 9.975, displayName: 'QST', taxType: 'qst', level: 'state', state: 'QC' }],
  },
};

export interface TaxLocation {
  country: string;
  state: string | null;
  /** False if the vendor is not registered and collects no tax. */
  collects: boolean;
  rates: { id: string; percentage: number }[];
}

/** The tax location of an address. Null without a country, or without a state if the rates depend on it. */
export function taxLocation(address: Partial<Stripe.Address> | null | undefined): TaxLocation | null {
  const country = address?.country?.toUpperCase();
  if (!country || !/^[A-Z]{2}$/.test(country)) return null;
  const states = STATES[country];
  const state = address?.state?.toUpperCase() ?? null;
  if (states !== undefined && !state && !address?.postal_code) return null;
  const rates = (states === undefined ? COUNTRIES[country] : states[state ?? '']) ?? [];
  return {
    country,
    state,
    collects: rates.length > 0,
    rates: rates.map((rate) => ({ id: rateId(country, rate), percentage: rate.percentage })),
  };
}

/** The tax location of a customer: the shipping address, otherwise the billing address. Null when it is incomplete. */
export function taxLocationOf({ shipping, address }: Stripe.Customer): TaxLocation | null {
  return taxLocation(shipping?.address ?? address);
}

function rateId(country: string, rate: Rate): string {
  const place = rate.state === undefined ? country : `${country}${rate.state}`;
  return `txr_1Sandbox${place}${rate.displayName.replace(/\W/g, '')}${String(rate.percentage).replace('.', 'p')}`;
}

/** Every tax rate of the table, in API form. */
export function allTaxRates(): Stripe.TaxRate[] {
  const rates = new Map<string, Stripe.TaxRate>();
  const add = (country: string, rate: Rate) => {
    const id = rateId(country, rate);
    rates.set(id, {
      id,
      object: 'tax_rate',
      active: true,
      country,
      created: 1_767_225_600,
      description: null,
      display_name: rate.displayName,
      effective_percentage: rate.percentage,
      flat_amount: null,
      inclusive: false,
      jurisdiction: rate.state ?? country,
      jurisdiction_level: rate.level,
      livemode: false,
      metadata: {},
      percentage: rate.percentage,
      rate_type: 'percentage',
      state: rate.state ?? null,
      tax_type: rate.taxType,
    });
  };
  for (const [country, list] of Object.entries(COUNTRIES)) for (const rate of list) add(country, rate);
  for (const [country, states] of Object.entries(STATES)) {
    for (const list of Object.values(states)) for (const rate of list) add(country, rate);
  }
  return [...rates.values()];
}

/** The expandable field `customer.tax`. `ipAddress` is the address that a call gave for the customer. */
export function customerTax(customer: Stripe.Customer, ipAddress: string | null): Stripe.Customer.Tax {
  const location = taxLocationOf(customer);
  const source = customer.shipping?.address ? 'shipping_destination' : 'billing_address';
  return {
    automatic_tax: location === null ? 'unrecognized_location' : location.collects ? 'supported' : 'not_collecting',
    ip_address: ipAddress,
    location: location && { country: location.country, source, state: location.state },
    provider: 'stripe',
  };
}
