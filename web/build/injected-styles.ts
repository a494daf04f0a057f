import type { Plugin } from 'vite';

/**
 * Takes the `<style>` element that sonner writes into the page at run time out of its module. The app's own style sheet imports
 * `sonner/dist/styles.css` instead, so the content security policy needs no inline styles for it.
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
