/**
 * Names in foreign content: the standard's sections "Adjust SVG attributes" and "Adjust MathML attributes", and the SVG elements of "in
 * foreign content".
 */

const SVG_ELEMENTS =
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
  'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
  'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset ' +
  'fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient ' +
  'radialGradient textPath';

const SVG_ATTRIBUTES =
  'attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits ' +
  'glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust ' +
  'limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength ' +
  'patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio ' +
  'primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant ' +
  'specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX ' +
  'targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan';

const byLowerCase = (names: string): ReadonlyMap<string, string> =>
  new Map(names.split(' ').map((name) => [name.toLowerCase(), name]));

const svgElements = byLowerCase(SVG_ELEMENTS);

/** Attributes with upper-case letters, by namespace. */
const ATTRIBUTES: Readonly<Record<Namespace, ReadonlyMap<string, string>>> = {
  html: new Map(),
  svg: byLowerCase(SVG_ATTRIBUTES),
  mathml: byLowerCase('definitionURL'),
};

/** Namespace of an element. */
export type Namespace = 'html' | 'svg' | 'mathml';

/** Namespaces in the order of their codes. */
export const NAMESPACES: readonly Namespace[] = ['html', 'svg', 'mathml'];

/** The name of an element from its name in lower case. */
export function adjustElement(name: string, namespace: Namespace): string {
  return namespace === 'svg' ? (svgElements.get(name) ?? name) : name;
}

/** Renames attributes from lower case to the names of the namespace. */
export function adjustAttributes(attributes: Map<string, string>, namespace: Namespace): Map<string, string> {
  const adjusted = ATTRIBUTES[namespace];
  if (namespace === 'html' || attributes.size === 0) return attributes;
  return new Map(Array.from(attributes, ([name, value]) => [adjusted.get(name) ?? name, value]));
}
