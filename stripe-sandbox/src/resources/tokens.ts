import type Stripe from 'stripe';
import { cardByName, fingerprintOf, namedCard, type ReadCard, readCard } from '../cards.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest, noSuch } from '../errors.ts';
import { newId } from '../ids.ts';
import { hash, integer, needed, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';

interface TokenMemory {
  card: string;
  expMonth: number;
  expYear: number;
  cvcGiven: boolean;
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'MasterCard',
  visa: 'Visa',
};

const cardFields = {
  address_city: text(),
  address_country: text(),
  address_line1: text(),
  address_line2: text(),
  address_state: text(),
  address_zip: text(),
  currency: text(),
  cvc: text(10),
  exp_month: needed(integer()),
  exp_year: needed(integer()),
  name: text(),
  number: needed(text(30)),
};

/** The card in a token, in the form of Stripe's legacy card objects. */
function buildCard(
  read: ReadCard,
  given: Partial<Record<keyof typeof cardFields, string | number | undefined>>,
): Stripe.Card {
  const part = (name: keyof typeof cardFields) => (typeof given[name] === 'string' ? (given[name] as string) : null);
  return {
    id: newId('card'),
    object: 'card',
    address_city: part('address_city'),
    address_country: part('address_country'),
    address_line1: part('address_line1'),
    address_line1_check: part('address_line1') === null ? null : 'unchecked',
    address_line2: part('address_line2'),
    address_state: part('address_state'),
    address_zip: part('address_zip'),
    address_zip_check: part('address_zip') === null ? null : 'unchecked',
    brand: BRANDS[read.card.brand] ?? 'Unknown',
    country: 'US',
    cvc_check: read.cvcGiven ? 'unchecked' : null,
    dynamic_last4: null,
    exp_month: read.expMonth,
    exp_year: read.expYear,
    fingerprint: fingerprintOf(read.card),
    funding: read.card.funding,
    last4: read.card.number.slice(-4),
    metadata: {},
    name: part('name'),
    networks: { preferred: null },
    regulated_status: 'unregulated',
    tokenization_method: null,
  };
}

/** Uses a token and returns its card. Tokens such as `tok_visa` can be used repeatedly. */
export async function useToken(work: Work, id: string): Promise<ReadCard> {
  const named = id.startsWith('tok_') ? namedCard(id.slice('tok_'.length), work.realNow) : undefined;
  if (named !== undefined) return named;
  const token = await work.find('token', id);
  if (token === undefined) throw noSuch('token', id, 'card[token]');
  if (token.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
      code: 'token_already_used',
      param: 'card[token]',
    });
  }
  const memory = work.internal<TokenMemory>(id);
  const card = cardByName(memory.card);
  if (card === undefined) throw noSuch('token', id, 'card[token]');
  token.used = true;
  return { card, expMonth: memory.expMonth, expYear: memory.expYear, cvcGiven: memory.cvcGiven };
}

export const tokenEndpoints = [
  endpoint(
    'POST /v1/tokens',
    {
      card: needed(hash(cardFields)),
    },
    async ({ work, parameters, clientIp }) => {
      const read = readCard(parameters.card, work.realNow);
      const token: Stripe.Token = {
        id: newId('tok'),
        object: 'token',
        card: buildCard(read, parameters.card),
        client_ip: clientIp,
        created: work.now,
        livemode: false,
        type: 'card',
        used: false,
      };
      const memory: TokenMemory = {
        card: read.card.name,
        expMonth: read.expMonth,
        expYear: read.expYear,
        cvcGiven: read.cvcGiven,
      };
      return work.add('token', token, memory);
    },
    'browser',
  ),
];
