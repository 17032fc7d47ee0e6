/** Parts of handwritten documents. */

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Data for the page's scripts. */
export function jsonScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonInScript(value)}</script>`
}

/** Inside a script element only `<` could end it or begin a comment. */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/**
 * Returns tags for the entry and everything that it would otherwise request in turn. `later`: after the
 * styles and the pictures that the page already shows.
 */
export function moduleScripts(modules: string[], later: boolean): string {
  const priority = later ? ' fetchpriority="low"' : ''
  const preloads = modules.slice(0, -1).map((file) => `<link rel="modulepreload"${priority} href="${file}">`)
  return `<script type="module"${priority} src="${modules.at(-1)}"></script>${preloads.join('')}`
}
