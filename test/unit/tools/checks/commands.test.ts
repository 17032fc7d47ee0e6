import { expect, it } from 'vitest'
import { wrongCommands } from '#tools/checks/commands'

it('each npm command has a script of its name, and scripts/ holds nothing else', () => {
  expect(wrongCommands()).toEqual([])
})

it.each([
  ['a script of another name', { 'docs:sizes': 'node scripts/table-sizes.ts' }, ['scripts/docs-sizes.ts']],
  ['a script that is missing', { 'docs:sizes': 'STATE_DIR=x node scripts/docs-sizes.ts' }, []],
  ['a file without a command', { types: 'wrangler types' }, ['scripts/types.ts']],
  ['a folder', { build: 'node scripts/build.ts' }, ['scripts/build.ts', 'scripts/lib']],
])('refuses %s', (_, commands, files) => {
  expect(wrongCommands(commands, files)).toEqual([expect.stringContaining('scripts/')])
})
