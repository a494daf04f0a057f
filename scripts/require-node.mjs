// Loaded before every script, in plain JavaScript that older versions understand too: they would only say 'Unknown file extension ".ts"'.
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(`Portico needs Node 24.2 or newer; this is ${process.version}.`);
  console.error(
    'Run `npm ci`: it brings Node 24 along for the npm scripts. Or install Node 24 or newer on this machine.',
  );
  process.exit(1);
}
// What was compiled once need not be compiled at the next start. Said here, before any TypeScript is read, so that not even the compiler
// that takes the types away is loaded.
nodeModule.enableCompileCache();
