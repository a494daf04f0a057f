// Starts the built portal in production, if this version of Node.js is new enough.
import '../scripts/require-node.mjs';

await import('./dist/main.js');
