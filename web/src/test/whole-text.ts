/**
 * Matches the innermost element whose whole text is `words`, even if nested elements, such as those of dates, split
 * the text.
 */
export function wholeText(words: string | RegExp): (content: string, element: Element | null) => boolean {
  const says = (element: Element) => {
    const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return typeof words === 'string' ? text === words : words.test(text);
  };
  return (_content, element) => element !== null && says(element) && ![...element.children].some(says);
}
