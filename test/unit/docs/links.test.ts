import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const documents = globSync(['*.md', 'docs/**/*.md', 'processors/**/*.md']).sort()
/** The first folders of paths in the repository. */
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

/** Returns the targets of a document's links, except those on other sites. */
function linksOf(document: string): string[] {
  const targets = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

function quotedBy(document: string): string[] {
  return [...textOf(document).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
}

/** Returns the repository's paths that a document names. */
function pathsOf(document: string): string[] {
  return quotedBy(document).filter((text) => repositoryPath.test(text))
}

/** Returns the tests that a document names by their file alone, or by the end of its path. */
function testsOf(document: string): string[] {
  const names = quotedBy(document).filter((text) => /^[\w/*-]+\.(?:test|spec)\.tsx?$/.test(text))
  return names.map((text) => basename(text))
}

/** Returns the anchors of a document's headings, as GitHub makes them. */
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

/** Returns the first line of a decision, capitalised as in the index. */
function capitalisedTitle(decision: string): string {
  return (textOf(decision).split('\n')[0] ?? '').replace(/: \w/, (start) => start.toUpperCase())
}

/**
 * Returns the numbers of the decisions that a file names. Decisions name each other by their numbers alone.
 */
function decisionsCitedBy(file: string): string[] {
  const named = /\bdecisions?[ /](\d{3})\b/gi
  const pattern = file.startsWith('docs/decisions/') ? /(?<=[ (])(0\d\d)(?=[ ,;:)])/g : named
  return [...textOf(file).matchAll(pattern)].map(([, number = '']) => number)
}

describe.each(documents)('%s', (document) => {
  it('links only to files and headings that exist', () => {
    expect(linksOf(document).filter((link) => !isThere(document, link))).toEqual([])
  })

  it('names only paths that exist', () => {
    // `<name>` stands for any name.
    const missing = pathsOf(document).filter((path) =>
      path.includes('<') ? globSync(path.replaceAll(/<\w+>/g, '*')).length === 0 : !existsSync(path),
    )
    expect(missing).toEqual([])
  })

  it('names only tests that exist', () => {
    const missing = testsOf(document).filter((name) => globSync(`{test,processors}/**/${name}`).length === 0)
    expect(missing).toEqual([])
  })
})

it('the README can be read in a few minutes', () => {
  expect(textOf('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(900)
})

describe('the decisions', () => {
  const pages = globSync('docs/decisions/[0-9]*.md').filter((file) => !file.includes('/000-'))
  const numbers = pages.map((file) => basename(file).slice(0, 3))

  it('are listed in their index, each by its title', () => {
    const rows = [...textOf('docs/decisions/README.md').matchAll(/^\| (\d{3}) \| \[(.+?)\]\((.+?)\) \|/gm)]
    const listed = rows.map(([, number, title, file]) => [`docs/decisions/${file}`, `# ${number}: ${title}`])
    expect(listed).toEqual(pages.sort().map((file) => [file, capitalisedTitle(file)]))
  })

  it('are there where a text or a comment cites them', () => {
    const files = globSync(['*.md', `{${folders.join(',')}}/**/*.{md,sql,ts,tsx}`])
    const cited = files.flatMap((file) => decisionsCitedBy(file).map((number) => ({ file, number })))
    expect(cited.length).toBeGreaterThan(100)
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})
