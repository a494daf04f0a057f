import { expect, test } from 'vitest';
import { nameCustomField } from './purchase-order.ts';

test('a purchase order has its label in the reader’s language; other fields keep their own label', () => {
  expect(nameCustomField({ name: 'Bon de commande', value: 'PO-77' }, 'en').name).toBe('Purchase order');
  expect(nameCustomField({ name: 'Purchase order', value: 'PO-77' }, 'fr').name).toBe('Bon de commande');
  expect(nameCustomField({ name: 'Projet', value: '7' }, 'en').name).toBe('Projet');
});
