// Starts the portal in production. It is plain JavaScript, so that an old Node.js gets as far as the check of its version.
import '../scripts/require-node.mjs';

await import('./src/main.ts');
