// Starts the built portal in production, if this Node.js is new enough for it.
import '../scripts/require-node.mjs';

await import('./dist/main.js');
