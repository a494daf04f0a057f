import type { Cursor } from './cursor.ts';

/** The id of a trial's default price (TRL-2). */
export function defaultTrialPriceId(planId: string): string {
  return `${planId}-30-days`.slice(-63).replace(/^-+/, '');
}

export const listProducts = (file: Cursor) => file.at('products').items();
export const listPlans = (product: Cursor) => product.at('plans').items();
export const listAllPlans = (file: Cursor) => listProducts(file).flatMap(listPlans);
export const isTrial = (plan: Cursor) => plan.at('trial').isGiven();
export const isManual = (plan: Cursor) => plan.at('processingType').text() === 'manual';
export const listPrices = (holder: Cursor) => holder.at('prices').items();
