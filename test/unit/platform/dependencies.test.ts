import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Manifest {
  license: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const sections = readFileSync('docs/dependencies.md', 'utf8').split('\n## ').slice(1)
const manifest = read('package.json')

function read(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Returns the rows of a section's table, by package. */
function table(title: string) {
  const section = sections.find((each) => each.startsWith(title)) ?? ''
  const rows = [...section.matchAll(/^\| `(.+?)` \| (.+) \|$/gm)]
  return rows.map(([, name = '', cells = '']) => ({
    name,
    cells: cells.split('|').map((cell) => cell.trim()),
  }))
}

const [worker, web, tools] = ['Worker', 'Web', 'Tools'].map(table) as [Rows, Rows, Rows]
type Rows = ReturnType<typeof table>

const names = (rows: Rows) => rows.map(({ name }) => name)

describe('docs/dependencies.md', () => {
  it('has a line for each package of package.json, and for no other', () => {
    const runtime = new Set([...names(worker), ...names(web)])
    expect([...runtime].sort()).toEqual(Object.keys(manifest.dependencies).sort())
    expect(names(tools).sort()).toEqual(Object.keys(manifest.devDependencies).sort())
  })

  it.each([...worker, ...web, ...tools])('gives the licence of $name', ({ name, cells }) => {
    expect(cells).toContain(read(`node_modules/${name}/package.json`).license)
  })
})

it.each([
  ['Worker', worker, 14],
  ['Web', web, 16],
] as const)('%s: as many packages as its heading says, and no more than it may', (title, rows, most) => {
  expect(sections.map((section) => section.split('\n')[0])).toContain(`${title} (${rows.length} of ${most})`)
  expect(rows.length).toBeLessThanOrEqual(most)
})
