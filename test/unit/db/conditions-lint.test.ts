import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const refused = [
  'function reportIsOpen(id: number): SQL { return sql`id = 1` }',
  'function mayLeave(id: number): SQL | undefined { return and(eq(users.id, id)) }',
  'function open(id: number): Condition { return condition(sql`id = 1`) }',
  'const open = (id: number): Condition => condition(sql`id = 1`)',
  'const isOpen = sql`status = 1`',
  'const isOpen = sql.raw("status = 1")',
  'const isOpen = whereReportOpen(1)',
  'const isOpen = old ? whereReportOpen(1) : always',
  'const isOpen = (id: number) => eq(reports.id, id)',
  'const guard = { isOpen: whereReportOpen(1) }',
  'interface Guard { isOpen: Condition }',
  'function close(isOpen: Condition) { return isOpen }',
  'if (whereReportOpen(1)) close()',
  'if (ready && (!whereReportOpen(1) || old)) close()',
  'if (wherePublic) close()',
  'const next = whereReportOpen(1) ? 1 : 2',
  'const next = !onlyIf',
]

const allowed = [
  'function isOpen(status: string): boolean { return status === "open" }',
  'function whereReportOpen(id: number): Condition { return condition(sql`id = 1`) }',
  'const undecided = whereReportOpen(1)',
  'const isOpen = (await db.select().from(reports).where(whereReportOpen(1))).length > 0',
  'if (await db.select().from(reports).where(wherePublic)) close()',
  'const after = title && whereBeginsWith(videos.title, title)',
  'const insert = insertReport(db, row)',
]

const folder = mkdtempSync(join(tmpdir(), 'conditions-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the lines of code that the plugin refuses. */
function refusedAmong(lines: string[]): string[] {
  mkdirSync(join(folder, 'code'))
  for (const [at, line] of lines.entries()) writeFileSync(join(folder, 'code', `${at}.ts`), `${line}\n`)
  const config = { plugins: [resolve('lint/conditions.grit')], linter: { rules: { preset: 'none' } } }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--reporter=github', '--max-diagnostics=none', 'code'],
    { cwd: folder, encoding: 'utf8' },
  )
  return lines.filter((_, at) => stdout.includes(`/code/${at}.ts,`))
}

it('refuses conditions that are named or tested like booleans, and nothing else', () => {
  expect(refusedAmong([...refused, ...allowed])).toEqual(refused)
})
