import type { ControlContext, DeclareControl } from './control-context.ts';
import { noSuch } from './errors.ts';
import { integer, needed, oneOf, readTable, text } from './parameters.ts';
import { addFault, FAULT_KINDS, listFaults, removeFault } from './storage/faults.ts';

const faultTable = {
  delay: integer({ most: 60_000 }),
  kind: needed(oneOf(...FAULT_KINDS)),
  method: oneOf('DELETE', 'GET', 'POST'),
  prefix: text(200),
  status: integer({ least: 400, most: 599 }),
  times: integer({ least: 1, most: 1000 }),
};

/** Injected faults: lists those with occurrences left, creates and deletes them. */
export function registerFaultControl(declare: DeclareControl, { database }: ControlContext): void {
  declare('GET', 'faults', async () => ({ data: await listFaults(database) }));

  declare('POST', 'faults', ({ given }) => {
    const fault = readTable(faultTable, given);
    return addFault(database, {
      kind: fault.kind,
      method: fault.method ?? null,
      prefix: fault.prefix ?? '',
      times: fault.times ?? 1,
      status: fault.status ?? 500,
      delay: fault.delay ?? 1000,
    });
  });

  declare('DELETE', 'faults/:id', async ({ id }) => {
    if (!/^\d{1,15}$/.test(id) || !(await removeFault(database, id))) throw noSuch('fault', id);
    return { ok: true };
  });

  declare('DELETE', 'faults', async () => {
    await database.query('delete from faults');
    return { ok: true };
  });
}
