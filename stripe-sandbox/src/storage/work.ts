import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { noSuch } from '../errors.ts';
import { buildEvent, listensTo, previousAttributes } from '../events/record.ts';
import { presentSnapshot } from '../present/present.ts';
import { customerOf, type ObjectType, type ObjectTypes, relatedIds, UPDATED_EVENTS } from './object-types.ts';
import { type ListQuery, selectObjects } from './select.ts';

/** What the sandbox was started with, as far as objects depend on it. */
export interface Site {
  /** Prefix of every address that a browser is given, without a slash at its end. */
  browserBase: string;
}

/** Who asks, for the `request` field of events. Null ids mean that the sandbox acts by itself. */
export interface RequestInfo {
  id: string | null;
  idempotencyKey: string | null;
}

interface Entry {
  type: ObjectType;
  data: object;
  internal: object;
  dueAt: number | null;
  testClock: string | null;
  isNew: boolean;
  isDeleted: boolean;
  storedAs: string;
  /** The object as the last event about its fields showed it. */
  announced: object;
}

const WRITE_LOCK = `pg_advisory_xact_lock(hashtext('stripe_sandbox.write'))`;

/**
 * One unit of work in one transaction: an API call or a piece of due work. Objects are loaded once, changed in place, and
 * written with their events by `flush`. Work that changes anything first takes the write lock, so that changes happen
 * one after another on the whole database, whichever process makes them.
 */
export class Work {
  readonly site: Site;
  readonly request: RequestInfo;
  readonly connection: PoolClient;
  /** Seconds since 1970: real time, or the time of the test clock that the work belongs to. */
  now: number;
  readonly realNow: number;
  /** True for work that only shows what would happen: its transaction is rolled back after the answer is made. */
  isPreview = false;
  /** True once events were recorded: there may be something to deliver. */
  hasEvents = false;
  readonly #entries = new Map<string, Entry>();
  #testClock: string | null = null;

  constructor(connection: PoolClient, site: Site, request: RequestInfo = { id: null, idempotencyKey: null }) {
    this.connection = connection;
    this.site = site;
    this.request = request;
    this.realNow = Math.floor(Date.now() / 1000);
    this.now = this.realNow;
  }

  /** Waits until no other work changes anything; released at the end of the transaction. */
  async lock(): Promise<void> {
    await this.connection.query(`select ${WRITE_LOCK}`);
  }

  /** The object with this id, or undefined; a deleted one only when asked for. */
  async find<T extends ObjectType>(
    type: T,
    id: string,
    options: { deleted?: boolean } = {},
  ): Promise<ObjectTypes[T] | undefined> {
    if (!this.#entries.has(id)) {
      const { rows } = await this.connection.query(
        'select type, data, internal, due_at, test_clock, deleted from objects where id = $1',
        [id],
      );
      if (rows[0] !== undefined) this.#adopt(id, rows[0]);
    }
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.type !== type || (entry.isDeleted && !options.deleted)) return undefined;
    return entry.data as ObjectTypes[T];
  }

  /** The object with this id; throws Stripe's 'No such …' otherwise. `param` names the parameter that held the id. */
  async get<T extends ObjectType>(type: T, id: string, param?: string): Promise<ObjectTypes[T]> {
    const found = await this.find(type, id);
    if (found === undefined) throw noSuch(type, id, param);
    return found;
  }

  /** Objects of a type in the order of lists; at most 100 unless `limit` says otherwise. */
  async list<T extends ObjectType>(type: T, query: ListQuery = {}): Promise<ObjectTypes[T][]> {
    return (await this.page(type, query)).objects;
  }

  /** One page of a list, and whether there is more beyond it. */
  async page<T extends ObjectType>(
    type: T,
    query: ListQuery,
  ): Promise<{ objects: ObjectTypes[T][]; hasMore: boolean }> {
    // What this work has changed must be seen by its own lists.
    await this.#write();
    const { rows, hasMore } = await selectObjects(this.connection, type, query);
    const objects = rows.map((row) => {
      if (!this.#entries.has(row.id)) this.#adopt(row.id, row);
      return this.#entry(row.id).data as ObjectTypes[T];
    });
    return { objects, hasMore };
  }

  /** Adds a new object and returns it; it is told of by an event only when one is announced. */
  add<T extends ObjectType>(type: T, data: ObjectTypes[T], internal: object = {}): ObjectTypes[T] {
    this.#entries.set(data.id, {
      type,
      data,
      internal,
      dueAt: null,
      testClock: this.#testClock,
      isNew: true,
      isDeleted: false,
      storedAs: '',
      announced: {},
    });
    return data;
  }

  /** What is remembered about a loaded object beside its API form; change it in place. */
  internal<T extends object>(id: string): T {
    return this.#entry(id).internal as T;
  }

  /** When the engine has to look at this object next, in seconds; null for never. */
  setDue(id: string, at: number | null): void {
    this.#entry(id).dueAt = at;
  }

  dueAt(id: string): number | null {
    return this.#entry(id).dueAt;
  }

  /** From here on the work happens at the time of this clock, and new objects belong to it. */
  useClock(clock: { id: string; frozen_time: number } | null): void {
    this.#testClock = clock?.id ?? null;
    this.now = clock?.frozen_time ?? this.realNow;
  }

  /** Marks an object as deleted; `remains` is what retrieving it still answers, when it answers at all. */
  remove(id: string): void {
    const entry = this.#entry(id);
    entry.isDeleted = true;
    entry.dueAt = null;
  }

  isDeleted(id: string): boolean {
    return this.#entry(id).isDeleted;
  }

  /**
   * Records an event that shows the object as it is at this moment. With `withChanges` the event also tells what changed,
   * in place of a later `….updated`.
   */
  announce(type: string, object: { id: string }, options: { withChanges?: boolean } = {}): void {
    const entry = this.#entry(object.id);
    const previous = options.withChanges ? previousAttributes(entry.announced, entry.data) : undefined;
    if (options.withChanges || type.endsWith('.created')) entry.announced = structuredClone(entry.data);
    this.#record(type, entry, previous);
  }

  /** Writes every change, tells of changed objects by their `….updated` events, and queues the deliveries. */
  async flush(): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      const type = UPDATED_EVENTS[entry.type];
      if (type === undefined || entry.isDeleted || Object.keys(entry.announced).length === 0) continue;
      const previous = previousAttributes(presentSnapshot(entry.announced), presentSnapshot(entry.data));
      if (previous !== undefined) {
        entry.announced = structuredClone(entry.data);
        this.#record(type, entry, previous);
      }
    }
    await this.#write();
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`${id} was not loaded by this work`);
    return entry;
  }

  #adopt(
    id: string,
    row: {
      type: string;
      data: object;
      internal: object;
      due_at: string | null;
      test_clock: string | null;
      deleted: boolean;
    },
  ): void {
    this.#entries.set(id, {
      type: row.type as ObjectType,
      data: row.data,
      internal: row.internal,
      dueAt: row.due_at === null ? null : Number(row.due_at),
      testClock: row.test_clock,
      isNew: false,
      isDeleted: row.deleted,
      storedAs: JSON.stringify([row.data, row.internal, row.due_at === null ? null : Number(row.due_at), row.deleted]),
      announced: structuredClone(row.data),
    });
  }

  #record(type: string, entry: Entry, previous?: Record<string, unknown>): void {
    const event = buildEvent(type, presentSnapshot(entry.data), {
      now: this.now,
      request: this.request,
      ...(previous === undefined ? {} : { previous }),
    });
    this.add('event', event);
    this.hasEvents = true;
  }

  async #write(): Promise<void> {
    const endpoints = [...this.#entries.values()].some((entry) => entry.isNew && entry.type === 'event')
      ? await this.#webhookEndpoints()
      : [];
    for (const [id, entry] of this.#entries) {
      const state = JSON.stringify([entry.data, entry.internal, entry.dueAt, entry.isDeleted]);
      if (state === entry.storedAs) continue;
      if (entry.isNew && entry.type === 'event') await this.#queueDeliveries(entry.data as Stripe.Event, endpoints);
      const values = [
        id,
        entry.type,
        (entry.data as { created?: number }).created ?? this.now,
        customerOf(entry.type, entry.data),
        relatedIds(entry.type, entry.data),
        entry.testClock,
        entry.dueAt,
        entry.isDeleted,
        JSON.stringify(entry.data),
        JSON.stringify(entry.internal),
      ];
      await this.connection.query(
        entry.isNew
          ? `insert into objects (id, type, created, customer, related, test_clock, due_at, deleted, data, internal)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
          : `update objects set type = $2, created = $3, customer = $4, related = $5, test_clock = $6, due_at = $7,
             deleted = $8, data = $9, internal = $10 where id = $1`,
        values,
      );
      entry.isNew = false;
      entry.storedAs = state;
    }
  }

  async #webhookEndpoints(): Promise<Stripe.WebhookEndpoint[]> {
    const { rows } = await this.connection.query(
      `select data from objects where type = 'webhook_endpoint' and not deleted and data ->> 'status' = 'enabled'`,
    );
    return rows.map((row) => row.data);
  }

  async #queueDeliveries(event: Stripe.Event, endpoints: Stripe.WebhookEndpoint[]): Promise<void> {
    const listeners = endpoints.filter((endpoint) => listensTo(endpoint.enabled_events, event.type));
    event.pending_webhooks = listeners.length;
    for (const endpoint of listeners) {
      await this.connection.query('insert into deliveries (event, endpoint) values ($1, $2)', [event.id, endpoint.id]);
    }
  }
}
