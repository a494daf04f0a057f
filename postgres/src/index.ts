export {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  findEmbeddedPostgres,
  type OwnPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
export { freePort } from './free-port.ts';
export { openPool } from './pool.ts';
export { startTemporaryPostgres } from './temporary-postgres.ts';
