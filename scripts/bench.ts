import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stopAll } from './bench/processes.ts';
import type { Row } from './bench/row.ts';
import { table } from './bench/row.ts';
import { measureStartUp } from './bench/start-up.ts';

/** What can be measured, by name; in the order in which it is. */
const figures: Readonly<Record<string, (folder: string) => Promise<Row[]>>> = {
  start: measureStartUp,
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(figures, name));
if (options.help || unknown.length > 0) {
  console.log(`npm run bench [-- ${Object.keys(figures).join(' | ')} …]`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
const clearAway = async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void clearAway().finally(() => process.exit(130)));
}

const rows: Row[] = [];
try {
  for (const [name, measure] of Object.entries(figures)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const measured = await measure(folder);
    console.log(table(measured));
    rows.push(...measured);
  }
} finally {
  await clearAway();
}
