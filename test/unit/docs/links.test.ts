import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const documents = globSync(['*.md', 'docs/**/*.md', 'processors/**/*.md']).sort()
/** What names a path of the repository begins with one of these. */
const folders = [
  'bench',
  'build',
  'contract',
  'db',
  'dev',
  'docs',
  'lint',
  'migrations',
  'processors',
  'scripts',
  'test',
  'tools',
  'web',
  'worker',
]
const repositoryPath = new RegExp(`^(?:${folders.join('|')})/[^\\s()]*$`)

function textOf(document: string): string {
  return readFileSync(document, 'utf8')
}

/** Where the links of a document lead, but for those to other sites. */
function linksOf(document: string): string[] {
  const targets = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

/** The paths of the repository that a document names. */
function pathsOf(document: string): string[] {
  const quoted = [...textOf(document).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  return quoted.filter((text) => repositoryPath.test(text))
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  const headings = [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

function isThere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor))
}

describe.each(documents)('%s', (document) => {
  it('links only to files and headings that exist', () => {
    expect(linksOf(document).filter((link) => !isThere(document, link))).toEqual([])
  })

  it('names only paths that exist', () => {
    // `<name>` is any name.
    const missing = pathsOf(document).filter((path) =>
      path.includes('<') ? globSync(path.replaceAll(/<\w+>/g, '*')).length === 0 : !existsSync(path),
    )
    expect(missing).toEqual([])
  })
})

it('the README can be read in a few minutes', () => {
  expect(textOf('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(900)
})

it('the index of the decisions lists each of them', () => {
  const pages = globSync('docs/decisions/[0-9]*.md').filter((file) => !file.includes('/000-'))
  const rows = [...textOf('docs/decisions/README.md').matchAll(/^\| \d{3} \| \[.+?\]\((.+?)\) \| \w+/gm)]
  expect(rows.map(([, file]) => `docs/decisions/${file}`)).toEqual(pages.sort())
})
