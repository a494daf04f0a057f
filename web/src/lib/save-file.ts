/** Saves a file under the given name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start to read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
