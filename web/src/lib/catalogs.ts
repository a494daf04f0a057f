import type { ComponentType } from 'react';
import { lazyPart } from './lazy.tsx';
import { addCatalog } from './locale.ts';

/** Every message catalog by its path. */
const catalogs = import.meta.glob<typeof import('../locales/app/en.po')>([
  '../locales/*/*.po',
  // The documents load these themselves.
  '!../locales/{sign-in,sign-up}/*.po',
]);

/**
 * Loads a part of the application together with the message catalogs that it needs. The build assigns messages to
 * catalogs by the calls of this function and of `definePage` (`web/build/message-catalogs.ts`).
 */
export async function withCatalogs<Module>(names: readonly string[], load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([
    load(),
    ...names.map((name) =>
      addCatalog(name, (locale) => {
        const read = catalogs[`../locales/${name}/${locale}.po`];
        if (!read) throw new Error(`no message catalog ${name}: run npm run extract --workspace web`);
        return read();
      }),
    ),
  ]);
  return module;
}

/** `lazyPart` for a component that needs further message catalogs. */
export function lazyPartWith<Props extends object>(
  names: readonly string[],
  load: () => Promise<ComponentType<Props>>,
): ReturnType<typeof lazyPart<Props>> {
  return lazyPart(() => withCatalogs(names, load));
}
