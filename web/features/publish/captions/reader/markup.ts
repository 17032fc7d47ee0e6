/** Marks of SubStation Alpha, which other formats borrow. */
const marks = /\{\\[^{}]*\}/g

/** Tells whether a text asks for the top of the picture. */
export function isAtTop(text: string): boolean {
  return (text.match(marks) ?? []).some((block) => /\\an[789]/.test(block))
}

const withoutMeaning = /<\/?(?:font|span|p|div|s|strike|big|small|center|sub|sup|tt|a)(?:\s[^<>]*)?\/?>/gi
const named: Record<string, string> = { em: 'i', strong: 'b' }

/**
 * Returns a text with the markup that WebVTT has as well: line breaks, and bold, italic and underlined text.
 * Drops colours, positions and empty lines.
 */
export function webVttMarkup(text: string): string {
  return text
    .replaceAll(/<br\s*\/?>|\[br\]|\\N/gi, '\n')
    .replaceAll(withoutMeaning, '')
    .replaceAll(marks, tagsOf)
    .replaceAll(/\{[a-z]:[^{}]*\}/gi, '')
    .replaceAll(/<(\/?)(b|i|u|em|strong)>/gi, (_, slash: string, name: string) => {
      const tag = name.toLowerCase()
      return `<${slash}${named[tag] ?? tag}>`
    })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** Returns `<b><i>` for `{\b1\i1}`. */
function tagsOf(block: string): string {
  const tags = Array.from(block.matchAll(/\\([biu])(\d*)(?=[\\}])/g))
  return tags.map(([, name, on]) => `<${Number(on) > 0 ? '' : '/'}${name}>`).join('')
}
