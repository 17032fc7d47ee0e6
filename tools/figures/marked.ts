import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces the text between `<!-- NAME -->` and `<!-- end of NAME -->` in a page. */
export function writeMarked(page: string, name: string, content: string): void {
  const { text, whole } = markedPart(page, name)
  writeFileSync(
    page,
    text.replace(whole, () => `<!-- ${name} -->\n${content}\n<!-- end of ${name} -->`),
  )
}

/** Returns the part of a page with its marks, for a page that is rewritten around it. */
export function readMarked(page: string, name: string): string {
  return markedPart(page, name).whole
}

function markedPart(page: string, name: string) {
  const text = readFileSync(page, 'utf8')
  const [whole] = new RegExp(`<!-- ${name} -->\n[\\s\\S]*?<!-- end of ${name} -->`).exec(text) ?? []
  if (whole === undefined) throw new Error(`${page} has no place for ${name}.`)
  return { text, whole }
}
