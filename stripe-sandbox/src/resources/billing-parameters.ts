import { flag, hash, integer, list, needed, oneOf, text } from '../parameters.ts';

/** Parameters that invoices, subscriptions and previews share. */
export const automaticTax = hash({ enabled: needed(flag()), liability: hash({ type: oneOf('self') }) });

export const collectionMethod = oneOf('charge_automatically', 'send_invoice');

export const customFields = list(hash({ name: needed(text(40)), value: needed(text(140)) }), 4);

/** Cents. A credit is negative. */
export const signedAmount = integer({ least: -99_999_999 });

/** The billed period of an invoice item, in seconds. */
export const itemPeriod = hash({ end: needed(integer()), start: needed(integer()) });
