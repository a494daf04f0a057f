import { type ControlContext, type DeclareControl, withWork } from './control-context.ts';
import { pageOf } from './endpoint.ts';
import { clockNow } from './engine/clock.ts';
import { noSuch } from './errors.ts';
import { flag, needed, oneOf, paging, readTable, text } from './parameters.ts';
import { present } from './present/present.ts';
import { OBJECT_TYPES, type ObjectType, type ObjectTypes } from './storage/object-types.ts';
import type { Work } from './storage/work.ts';

const listTable = {
  ...paging,
  customer: text(),
  in_real_time: flag(),
  related: text(),
  type: needed(oneOf(...OBJECT_TYPES)),
};

/** Reads stored objects of every type, deleted ones too. Changes nothing. */
export function registerObjectControl(declare: DeclareControl, context: ControlContext): void {
  declare('GET', 'object_types', async () => ({ data: await typesPresent(context) }));

  declare('GET', 'objects', ({ given }) => {
    const asked = readTable(listTable, given);
    return withWork(context, async (work) => {
      const { objects, hasMore } = await work.page(asked.type, {
        ...pageOf(asked),
        ...(asked.customer === undefined ? {} : { customer: asked.customer }),
        ...(asked.related === undefined ? {} : { related: [asked.related] }),
        ...(asked.in_real_time ? { match: { test_clock: null } } : {}),
      });
      const data = [];
      for (const object of objects) data.push(await shown(work, object));
      return { data, has_more: hasMore };
    });
  });

  declare('GET', 'objects/:id', ({ id }) =>
    withWork(context, async (work) => {
      const { rows } = await context.database.query(
        'select type, test_clock, due_at, deleted from objects where id = $1',
        [id],
      );
      const [row] = rows;
      const object = row === undefined ? undefined : await work.find(row.type as ObjectType, id, { deleted: true });
      if (object === undefined) throw noSuch('object', id);
      // The due time of a clock is only a marker for the engine.
      const isClock = row.type === 'test_helpers.test_clock';
      return {
        id,
        type: row.type,
        deleted: row.deleted,
        test_clock: row.test_clock,
        due_at: row.due_at === null || isClock ? null : Number(row.due_at),
        object: await shown(work, object),
      };
    }),
  );
}

/** An object in its current API form. */
async function shown(work: Work, object: ObjectTypes[ObjectType]): Promise<object> {
  return present(work, object.object === 'test_helpers.test_clock' ? clockNow(work, object) : object);
}

/** The types with at least one object, by name. Each takes one step in the index. */
async function typesPresent({ database }: ControlContext): Promise<string[]> {
  const { rows } = await database.query(
    `with recursive present as (
       (select type from objects order by type limit 1)
       union all
       select (select o.type from objects o where o.type > present.type order by o.type limit 1)
       from present where present.type is not null
     )
     select type from present where type is not null order by type`,
  );
  return rows.map((row) => row.type);
}
