import type { Spec } from './report.ts'

/**
 * Returns Playwright's arguments for the tests with a tag, or with a part of a title or of a file's name; no
 * arguments for no names. Throws a list of all names if one is unknown.
 */
export function grepOf(names: string[], specs: Spec[]): string[] {
  const unknown = names.find((name) => !specs.some((spec) => isNamed(spec, name)))
  if (unknown !== undefined) {
    const list = specs.map(({ tags, title }) => `  ${tags.join(' ').padEnd(8)}${title}`)
    throw new Error(`Nothing is called ${unknown}. These are the names:\n${list.join('\n')}`)
  }
  if (names.length === 0) return []
  const titles = specs.filter((spec) => names.some((name) => isNamed(spec, name))).map(({ title }) => title)
  return ['--grep', titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')]
}

function isNamed({ tags, title, file }: Spec, name: string): boolean {
  return tags.includes(name) || title.includes(name) || file.includes(name)
}
