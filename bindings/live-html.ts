/**
 * The HTML of a document or element of a browser, also with what its `outerHTML` lacks: open shadow roots, as declarative
 * ones, and bodies of frames of the same origin, as `div`. The page does not change. Of the doctype, only its effect on
 * tables is kept.
 *
 * It refers to nothing outside of itself, because programs send its source to a page.
 */
export function liveHtml(input: Document | Element): string {
  const isDocument = 'documentElement' in input;
  const root = isDocument ? input.documentElement : input;
  const doctype = isDocument && input.compatMode !== 'BackCompat' ? '<!doctype html>' : '';
  const withDescendants = (node: Node): Element[] =>
    'querySelectorAll' in node ? [node as Element, ...(node as Element).querySelectorAll('*')] : [];
  // A form may have fields of these names.
  const shadowOf = ({ shadowRoot }: Element): ShadowRoot | undefined =>
    shadowRoot?.nodeType === 11 ? shadowRoot : undefined;
  const bodyOf = (element: Element): Element | null | undefined =>
    element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument?.body : undefined;
  if (!withDescendants(root).some((element) => shadowOf(element) ?? bodyOf(element)?.firstChild))
    return doctype + root.outerHTML;
  // In a document without a window, no element loads or runs anything.
  const inert = (root.ownerDocument ?? document).implementation.createHTMLDocument('');
  const copyOf = (node: Node): Node => {
    const copy = inert.importNode(node, true);
    const copies = withDescendants(copy);
    for (const [at, element] of withDescendants(node).entries()) {
      const [shadow, body, own] = [shadowOf(element), bodyOf(element), copies[at]];
      if (shadow !== undefined) {
        const template = inert.createElement('template');
        template.setAttribute('shadowrootmode', 'open');
        template.content.append(...Array.from(shadow.childNodes, copyOf));
        own?.prepend(template);
      } else if (body?.firstChild) {
        const frame = inert.createElement('div');
        for (const name of ['id', 'class', 'style', 'hidden', 'aria-hidden'])
          if (element.hasAttribute(name)) frame.setAttribute(name, element.getAttribute(name) ?? '');
        frame.append(...Array.from(body.childNodes, copyOf));
        own?.replaceWith(frame);
      }
    }
    return copy;
  };
  return doctype + (copyOf(root) as Element).outerHTML;
}
