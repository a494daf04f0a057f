// Loaded before every script. It is plain JavaScript for old versions of Node.js, which would only say 'Unknown file
// extension ".ts"'.
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(`Portico needs Node 24.2 or newer; this is ${process.version}.`);
  console.error(
    'Run `npm ci`: it brings Node 24 along for the npm scripts. Or install Node 24 or newer on this machine.',
  );
  process.exit(1);
}
// Compiled code is cached for the next start. Enabled before any TypeScript is loaded, so that even the compiler that
// strips types is cached.
nodeModule.enableCompileCache();
