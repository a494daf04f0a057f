import type { Plugin } from 'vite';

/**
 * Removes the code by which sonner adds a `<style>` element at run time. The application's style sheet imports
 * `sonner/dist/styles.css` instead, so the content security policy need not allow inline styles.
 */
export function injectedStyles(): Plugin {
  return {
    name: 'portico-injected-styles',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]sonner[\\/]dist[\\/]index\.mjs/ },
      handler(code) {
        const mended = code.replace(/^__insertCSS\(.*\);?$/m, '');
        if (mended === code) this.error('sonner no longer injects its styles the way this plugin expects');
        return { code: mended, map: null };
      },
    },
  };
}
