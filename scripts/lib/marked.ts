import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces what stands between `<!-- NAME -->` and `<!-- end of NAME -->` in a page. */
export function writeMarked(page: string, name: string, content: string): void {
  const text = readFileSync(page, 'utf8')
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`)
  if (!marked.test(text)) throw new Error(`${page} has no place for ${name}.`)
  writeFileSync(
    page,
    text.replace(marked, (_all, begin: string, end: string) => `${begin}${content}\n${end}`),
  )
}
