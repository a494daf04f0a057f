import type { ExampleProduct } from '@portico/examples/product';
import type { Logger } from 'pino';
import { setProductLink } from '../catalog/index.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../core/db/database.ts';

/** The product of the demonstration's catalog in whose place the example stands, and its address there. */
const example = { id: 'veriscan-cloud', url: 'https://cloud.veriscan.example/' };

interface Options {
  readonly config: Pick<Config, 'exampleProductPort' | 'host'>;
  readonly database: Database;
  readonly publicUrl: string;
  readonly logger: Logger;
}

/**
 * Runs the example product, to which the catalog's product leads then (DEMO-11). Without it, and on a machine that visitors reach by another name than this
 * one's, the product leads where the catalog says.
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
