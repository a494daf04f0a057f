import { flag, hash, integer, list, needed, oneOf, text } from '../parameters.ts';

/** What invoices, subscriptions and previews are asked for alike. */
export const automaticTax = hash({ enabled: needed(flag()), liability: hash({ type: oneOf('self') }) });

export const collectionMethod = oneOf('charge_automatically', 'send_invoice');

export const customFields = list(hash({ name: needed(text(40)), value: needed(text(140)) }), 4);

/** Cents; a credit is negative. */
export const signedAmount = integer({ least: -99_999_999 });

/** The time that an invoice item bills, in seconds. */
export const itemPeriod = hash({ end: needed(integer()), start: needed(integer()) });
