import { type Dues, findDues } from '@portico/contract/dues';
import { useFlow } from './components/flow-context.ts';
import { useNextCharges } from './purchase.api.ts';

/** What is due today and next of what is chosen, once the credit that is left has been used (CHG-3). Who signs up has neither credit nor other charges. */
export function useDues(estimate: Parameters<typeof findDues>[0]): Dues {
  const { held } = useFlow();
  return findDues(estimate, held?.id ?? null, useNextCharges());
}
