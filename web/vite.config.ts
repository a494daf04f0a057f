import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { domainChunk, entryChunk, partsChunk } from './build/chunks.ts';
import { icons } from './build/icons.ts';
import { injectedStyles } from './build/injected-styles.ts';
import { messages } from './build/lingui.ts';

const root = import.meta.dirname;

/** The entries by the name under which `build/documents.ts` finds them. */
export const entries = {
  app: 'src/app/main.tsx',
  'sign-in': 'src/app/sign-in-main.tsx',
  'app-styles': 'src/app/app.css',
  'skeleton-styles': 'src/app/skeleton.css',
  'sign-in-styles': 'src/app/sign-in.css',
  'way-in-styles': 'src/app/way-in.css',
  'sign-up-styles': 'src/app/sign-up.css',
} as const;

const input = Object.fromEntries(
  Object.entries(entries).map(([name, file]) => [name, fileURLToPath(new URL(file, import.meta.url))]),
);

/** Which modules share a chunk. */
const groups = [
  // First the modules of both entries, because a group includes the dependencies of its modules.
  {
    name: (id: string, context: Parameters<typeof entryChunk>[1]) =>
      entryChunk(id, context) === 'base' ? 'base' : null,
    debugName: 'base',
    priority: 3,
  },
  // The application's components before its start modules, for the same reason.
  {
    name: (id: string, context: Parameters<typeof entryChunk>[1]) =>
      entryChunk(id, context) === 'app-parts' ? 'app-parts' : null,
    debugName: 'app-parts',
    priority: 2.5,
  },
  { name: entryChunk, debugName: 'entries', priority: 2 },
  { name: partsChunk, debugName: 'parts', minShareCount: 16, priority: 1.6 },
  { name: domainChunk, debugName: 'domains', minShareCount: 4, priority: 1.5 },
  // An icon is a few hundred bytes, so icons of several lazy parts share a few chunks.
  {
    name: 'icons',
    test: /lucide-react/,
    minShareCount: 2,
    priority: 1,
    entriesAware: true,
    entriesAwareMergeThreshold: 2_000,
  },
  // The parts of the sign-up share its state, which is small.
  {
    name: 'wizard',
    test: /[\\/]onboarding[\\/]sign-up[\\/](?:model[\\/]wizard|components[\\/]wizard-context|visit)/,
    minShareCount: 2,
    priority: 1,
  },
  // Modules that several lazy parts share are in few chunks too.
  {
    name: 'shared',
    test: /node_modules|[\\/]src[\\/](?:ui|lib)[\\/]/,
    minShareCount: 2,
    priority: 1,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_000,
  },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  resolve: {
    // React has had these hooks since version 18, so shims for older versions are left out.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  // The server answers every document; Vite only serves and builds assets.
  appType: 'custom',
  plugins: [icons(), react(), messages({ strict: command === 'build' }), tailwindcss(), injectedStyles()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    target: ['chrome120', 'firefox121', 'safari17.2'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      ...(!isSsrBuild && {
        input,
        output: {
          // By default, the name of a shared chunk lists all of its pages, and every page would load that long name.
          chunkFileNames: ({ name }) => (name.includes('~') ? 'assets/[hash].js' : 'assets/[name]-[hash].js'),
          codeSplitting: { groups },
        },
      }),
    },
  },
  ssr: { noExternal: true },
}));
