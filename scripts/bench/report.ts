import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../test/run.ts';
import { type Row, table } from './row.ts';

const file = join(root, 'docs/benchmarks.md');
const [begin, end] = ['<!-- measured: npm run bench writes from here', '<!-- to here -->'];

/**
 * Writes the table of a complete run to docs/benchmarks.md, between its two marks.
 * @param failed names of failed measurements, listed under the table.
 * @throws if the marks are missing.
 */
export async function writeReport(rows: readonly Row[], failed: readonly string[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} no longer has the marks around the table`);
  const memory = Math.round(totalmem() / 2 ** 30);
  const measured = [
    `${begin} -->`,
    '',
    `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}, ${availableParallelism()} cores and ${memory} GB of memory.`,
    '',
    table(rows),
    '',
    ...(failed.length > 0 ? [`Measurements that failed: ${failed.join(', ')}.`, ''] : []),
  ].join('\n');
  await writeFile(file, text.slice(0, from) + measured + text.slice(to));
}
