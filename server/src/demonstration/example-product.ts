import type { ExampleProduct } from '@portico/examples/product';
import type { Logger } from 'pino';
import { setProductLink } from '../catalog/index.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../core/db/database.ts';

/** The product that the example replaces, with its address in the catalog. */
const example = { id: 'veriscan-cloud', url: 'https://cloud.veriscan.example/' };

interface Options {
  readonly config: Pick<Config, 'exampleProductPort' | 'host'>;
  readonly database: Database;
  readonly publicUrl: string;
  readonly logger: Logger;
}

/**
 * Runs the example product and links the catalog's product to it (DEMO-11). If the example does not run, or the
 * portal is reached under a host name other than this machine's, the product keeps the catalog's link.
 */
export async function runExampleProduct({
  config: { exampleProductPort: port, host },
  database,
  publicUrl,
  logger,
}: Options): Promise<ExampleProduct | undefined> {
  const isLocal = [host, new URL(publicUrl).hostname].every((name) => ['localhost', '127.0.0.1'].includes(name));
  const product = port !== undefined && isLocal ? await start(port, publicUrl, logger) : undefined;
  await setProductLink(database, example.id, {
    url: product?.url ?? example.url,
    sharesSignOut: product !== undefined,
  });
  return product;
}

async function start(port: number, portal: string, logger: Logger): Promise<ExampleProduct | undefined> {
  try {
    const { startExampleProduct } = await import('@portico/examples/product');
    return await startExampleProduct({ port, portal });
  } catch (error) {
    logger.warn({ err: error, port }, 'the example product does not run');
    return undefined;
  }
}
