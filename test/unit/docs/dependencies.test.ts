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

/** Returns the cells of a section's table, the headings first. */
function table(title: string): string[][] {
  const section = sections.find((each) => each.startsWith(`${title}\n`)) ?? ''
  const [headings = [], _line, ...rows] = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim().replace(/^`(.+)`$/, '$1')),
  )
  return [headings, ...rows]
}

const [worker, web, tools] = ['Worker', 'Web', 'Tools'].map(table) as [string[][], string[][], string[][]]

const names = ([, ...rows]: string[][]) => rows.map(([name = '']) => name).sort()

describe('docs/dependencies.md', () => {
  it('has a row for each package of package.json, and for no other', () => {
    const runtime = new Set([...names(worker), ...names(web)])
    expect([...runtime].sort()).toEqual(Object.keys(manifest.dependencies).sort())
    expect(names(tools)).toEqual(Object.keys(manifest.devDependencies).sort())
    for (const each of [worker, web]) expect(names(each)).toEqual([...new Set(names(each))])
  })

  it('says the same of each package in a table', () => {
    const ofRuntime = ['package', 'what for', 'why not our own', 'licence', 'size', 'last release']
    expect([worker[0], web[0]]).toEqual([ofRuntime, ofRuntime])
    expect(tools[0]).toEqual(ofRuntime.filter((column) => column !== 'why not our own'))
  })

  it.each([worker, web, tools].flatMap(([headings = [], ...rows]) => rows.map((row) => ({ headings, row }))))(
    'says all of it of $row.0',
    ({ headings, row }) => {
      expect(row.map((cell) => cell !== '')).toEqual(headings.map(() => true))
      const [licence, size, release] = row.slice(-3)
      expect(licence).toBe(read(`node_modules/${row[0]}/package.json`).license)
      expect(size).toMatch(/^\d+(\.\d)? [kM]B\b/)
      expect(release).toMatch(/^\S+(; newest \S+)?$/)
      const [ours = '', newest = ours] = release?.split('; newest ') ?? []
      for (const day of [ours, newest]) expect(new Date(day).toJSON()).toBe(`${day}T00:00:00.000Z`)
      // The registry is of 2010.
      expect('2010' < ours && ours <= newest && newest <= new Date().toJSON()).toBe(true)
    },
  )
})
