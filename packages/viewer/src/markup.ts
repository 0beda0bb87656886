const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
};

/** Text that is safe as text of an element and as an attribute value in quotes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? '');
