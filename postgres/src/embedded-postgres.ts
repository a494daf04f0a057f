import { setTimeout as pause } from 'node:timers/promises';
import {
  type Cluster,
  type ClusterOptions,
  EmbeddedPostgresError,
  hasCluster,
  makeCluster,
  openCluster,
} from './cluster.ts';
import { answers, connectionAddress, createDatabase, type LaunchOptions, launch } from './launch.ts';
import {
  findPostmaster,
  isPostmasterOn,
  type Postmaster,
  signalPostmasterToStop,
  stopPostmaster,
} from './postmaster.ts';
import { type ReportRestart, supervise } from './supervise.ts';

export { EmbeddedPostgresError };

/** A PostgreSQL server that this process runs. */
export interface OwnPostgres {
  readonly connectionString: string;
  /** Stops the server after running statements, and waits for its end. */
  stop(): Promise<void>;
}

/** The embedded PostgreSQL server in a folder, with a generated password. */
export interface EmbeddedPostgres extends OwnPostgres {
  /** Stops the server without waiting for its end, for a process that ends immediately. */
  tellToStop(): void;
}

export interface EmbeddedPostgresOptions extends ClusterOptions, LaunchOptions {
  /**
   * Called when a server that ended on its own is restarted at the same address. Without this callback, the server is
   * not restarted.
   */
  readonly onRestart?: ReportRestart;
}

/**
 * Starts PostgreSQL in `<folder>/postgres`, which the first call creates. A server that a killed process left running
 * is adopted. No other process may use the folder.
 * @throws EmbeddedPostgresError with advice, if this machine cannot run it.
 */
export async function startEmbeddedPostgres(
  folder: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(folder, options);
  if (!hasCluster(folder)) await makeCluster(cluster);
  const postmaster = (await adopt(cluster)) ?? (await launch(cluster, options));
  const connectionString = connectionAddress(cluster, postmaster);
  const stop = options.onRestart
    ? supervise(cluster, postmaster, options, options.onRestart)
    : () => stopPostmaster(cluster.data, postmaster.pid);
  return {
    connectionString,
    stop,
    tellToStop: () => {
      const running = findPostmaster(cluster.data);
      if (running) signalPostmasterToStop(cluster.data, running.pid);
    },
  };
}

/**
 * The address of the PostgreSQL that another process runs in `<folder>/postgres`; undefined if none runs. Starts
 * nothing.
 * @throws EmbeddedPostgresError if one runs but does not answer.
 */
export async function findEmbeddedPostgres(folder: string, options: ClusterOptions = {}): Promise<string | undefined> {
  if (!hasCluster(folder)) return undefined;
  const cluster = await openCluster(folder, options);
  const running = await adopt(cluster);
  return running && connectionAddress(cluster, running);
}

/** The running server if it accepts the password, or undefined. */
async function adopt(cluster: Cluster): Promise<Postmaster | undefined> {
  const left = findPostmaster(cluster.data);
  if (!left) return undefined;
  // The server may be shutting down or recovering, which ends soon.
  for (let attempt = 0; attempt < 50; attempt++) {
    if (!isPostmasterOn(cluster.data, left.pid)) return undefined;
    if (await answers(connectionAddress(cluster, left, 'postgres'))) {
      await createDatabase(cluster, left);
      return left;
    }
    await pause(100);
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL with process id ${left.pid} holds ${cluster.data} but does not answer. End that process, then start again.`,
  );
}
