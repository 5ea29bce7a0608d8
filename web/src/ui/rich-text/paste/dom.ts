/** An element's name without its namespace prefix: Word writes `m:oMath`, some pages `mml:math`. */
export const nameOf = (element: Element): string => {
  const name = element.tagName.toLowerCase();
  return name.slice(name.indexOf(':') + 1);
};

/** The value of a property in an element's style attribute, in lower case. */
export const styleOf = (element: Element, property: string): string => {
  for (const declaration of (element.getAttribute('style') ?? '').split(';')) {
    const [name = '', ...value] = declaration.split(':');
    if (name.trim().toLowerCase() === property) return value.join(':').trim().toLowerCase();
  }
  return '';
};
