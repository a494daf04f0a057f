import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Document, isMap, type Node, Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Written } from './canonical.ts';
import { catalogModel, type FieldModel } from './model.ts';
import { decodePicture } from './picture.ts';

/** Texts in both languages are on one line up to this length. */
const maxLineLength = 80;

/**
 * Writes a definition as a catalog file, with its pictures in a folder beside it (CAT-46).
 * @returns the paths of the pictures
 * @throws the file system's errors
 */
export function writeCatalogFile(definition: Written, file: string): string[] {
  const pictures = new Map<string, Buffer>();
  const folder = `${basename(file, extname(file))}-pictures`;
  const document = new Document();
  document.commentBefore = ' Written by npm run catalog -- export. docs/catalog.md explains each field.';
  document.contents = createNode(document, catalogModel, definition, [], (place, uri) => {
    const { extension, content } = decodePicture(uri);
    const path = `${folder}/${place.join('-')}.${extension}`;
    pictures.set(path, content);
    return path;
  }) as Document['contents'];
  for (const [path, content] of pictures) {
    const picture = join(dirname(file), path);
    mkdirSync(dirname(picture), { recursive: true });
    writeFileSync(picture, content);
  }
  writeFileSync(file, document.toString({ lineWidth: 0 }));
  return [...pictures.keys()];
}

/** @param place the ids and the field that lead to the value */
type WritePicture = (place: readonly string[], uri: string) => string;

function createNode(
  document: Document,
  model: FieldModel,
  value: unknown,
  place: readonly string[],
  picture: WritePicture,
): Node {
  switch (model.kind) {
    case 'block': {
      const map = document.createNode({}) as YAMLMap;
      for (const field of model.fields) {
        const written = (value as Written)[field.name];
        if (written !== undefined)
          map.set(field.name, createNode(document, field.model, written, [...place, field.name], picture));
      }
      return map;
    }
    case 'list': {
      const list = document.createNode([]) as YAMLSeq;
      for (const [index, item] of (value as unknown[]).entries()) {
        // Ids contain no period, so a name with an index differs from every id.
        const key = model.key === null ? `${place.at(-1)}.${index}` : String((item as Written)[model.key]);
        list.add(createNode(document, model.item, item, [...place.slice(0, -1), key], picture));
      }
      return list;
    }
    case 'localized':
      return createTextNode(document, value as { en: string; fr?: string });
    case 'money': {
      const amount = new Scalar(Number(value));
      amount.minFractionDigits = 2;
      return amount;
    }
    case 'picture':
      return document.createNode(picture(place, value as string));
    default:
      return document.createNode(value);
  }
}

function createTextNode(document: Document, text: { en: string; fr?: string }): Node {
  if (text.fr === undefined) return document.createNode(text.en);
  const node = document.createNode(text);
  if (isMap(node)) node.flow = text.en.length + text.fr.length < maxLineLength;
  return node;
}
