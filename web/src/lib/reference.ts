import { intlLocales, type Locale } from './locale.ts';

/** A value with its label. */
export interface Choice {
  value: string;
  label: string;
}

/** ISO 3166-1 alpha-2 codes of the countries to choose from; the browser provides their names. */
const countryCodes =
  `AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG
  CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG
  GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW
  KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
  NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL
  SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS
  XK YE YT ZA ZM ZW`.split(/\s+/);

/** Two letters and the name, which is equal in both languages. */
const usStates = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL
  Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD
  Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New
  Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA
  Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA
  Washington|WV West Virginia|WI Wisconsin|WY Wyoming`;

const canadianProvinces: Record<Locale, string> = {
  en: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest
  Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`,
  fr: `AB Alberta|BC Colombie-Britannique|MB Manitoba|NB Nouveau-Brunswick|NL Terre-Neuve-et-Labrador|NS Nouvelle-Écosse|NT
  Territoires du Nord-Ouest|NU Nunavut|ON Ontario|PE Île-du-Prince-Édouard|QC Québec|SK Saskatchewan|YT Yukon`,
};

function readChoices(text: string, locale: Locale): Choice[] {
  const choices = text.split('|').map((entry) => {
    const [value = '', ...words] = entry.split(/\s+/).filter(Boolean);
    return { value, label: words.join(' ') };
  });
  return sortByLabel(choices, locale);
}

/** Sorts by label in the order of the language. */
export function sortByLabel(choices: readonly Choice[], locale: Locale): Choice[] {
  return choices.toSorted((a, b) => a.label.localeCompare(b.label, locale));
}

const countriesByLocale = new Map<Locale, readonly Choice[]>();

const intlCountryNames = new Map<Locale, Intl.DisplayNames>();

/**
 * A country's name in `locale`, with a capital first letter: `La Réunion`, `Île de Man`; the code if it is unknown.
 * @param code ISO 3166-1 alpha-2
 */
export function countryName(code: string, locale: Locale): string {
  let names = intlCountryNames.get(locale);
  if (!names) {
    names = new Intl.DisplayNames(intlLocales[locale], { type: 'region' });
    intlCountryNames.set(locale, names);
  }
  const name = names.of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** All countries, sorted by name in `locale`, French ones without their article. */
export function countryChoices(locale: Locale): readonly Choice[] {
  let choices = countriesByLocale.get(locale);
  if (!choices) {
    const word = ({ label }: Choice) => (locale === 'fr' ? label.replace(/^L(?:a |es? |’)/, '') : label);
    choices = countryCodes
      .map((value) => ({ value, label: countryName(value, locale) }))
      .sort((a, b) => word(a).localeCompare(word(b), locale));
    countriesByLocale.set(locale, choices);
  }
  return choices;
}

/**
 * The states of the United States or the provinces of Canada; null for other countries, where the region is free
 * text.
 */
export function regionChoices(country: string, locale: Locale): readonly Choice[] | null {
  if (country === 'US') return readChoices(usStates, locale);
  if (country === 'CA') return readChoices(canadianProvinces[locale], locale);
  return null;
}

/** Whether an address in the country needs a state or province (UI-14). */
export function requiresRegion(country: string): boolean {
  return country === 'US' || country === 'CA';
}
