// Loaded before every script. It is plain JavaScript for old versions of Node.js, which would only say 'Unknown file
// extension ".ts"'.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(`Portico needs Node 24.2 or newer; this is v${process.versions.node}.`);
  // `npm ci` brings Node 24 along for npm scripts, and `npm prune --omit=dev` removes it again.
  const comesAlong = existsSync(new URL('../node_modules/node/', import.meta.url));
  const isPruned = !comesAlong && existsSync(new URL('../node_modules/fastify/', import.meta.url));
  if (comesAlong) console.error('Use a script of npm, such as `npm start`: it runs with the Node 24 in node_modules.');
  else if (isPruned) console.error("Install Node 24 on this machine: see docs/operations.md, 'Node 24'.");
  else console.error('Run `npm ci`: it brings Node 24 along for npm scripts. Or install Node 24 on this machine.');
  process.exit(1);
}
// Compiled code is cached for the next start. Enabled before any TypeScript is loaded, so that even the compiler that
// strips types is cached.
nodeModule.enableCompileCache();
