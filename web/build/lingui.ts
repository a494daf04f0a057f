import { join } from 'node:path';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

const web = join(import.meta.dirname, '..');

/**
 * Compiles messages and catalogs, whatever the working directory.
 * @param strict whether a missing French message is an error
 */
export function messages({ strict }: { strict: boolean }): PluginOption {
  return [
    lingui({ cwd: web, failOnMissing: strict, failOnCompileError: true }),
    babel({
      cwd: web,
      presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd: web }) }, { cwd: web })],
    }),
  ];
}
