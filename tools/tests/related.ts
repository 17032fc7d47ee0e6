import { basename, dirname } from 'node:path'
import { importsOf, sourceFiles } from '../checks/imports.ts'
import { run } from '../programs/process.ts'

/**
 * Returns the files changed since the branch left `main`, committed or not; on `main`, since the last commit.
 */
export async function changedFiles(): Promise<string[]> {
  const since = await git('merge-base', 'HEAD', await mainBranch())
  const changed = await git('diff', '--name-only', '--no-renames', since.trim())
  const added = await git('ls-files', '--others', '--exclude-standard')
  return `${changed}${added}`.split('\n').filter(Boolean)
}

async function mainBranch(): Promise<string> {
  const names = ['refs/remotes/origin/main', 'refs/heads/main']
  const found = await git('for-each-ref', '--format=%(refname)', ...names)
  return names.find((name) => found.includes(name)) ?? 'HEAD'
}

function git(...args: string[]): Promise<string> {
  return run('git', args)
}

/**
 * Returns the worker's tests most related to the changed files, closest first. They call the worker by its
 * routes, so their names say more than their imports.
 */
export function relatedTests(changed: string[]): string[] {
  const known = new Set(sourceFiles('{contract,db,dev,processors,test,worker}/**/*.{ts,tsx}'))
  return sourceFiles('{test,processors/*/tests}/worker/**/*.test.ts')
    .map((test) => ({ test, score: closeness(test, changed, known) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.test.localeCompare(b.test))
    .map(({ test }) => test)
}

function closeness(test: string, changed: string[], known: ReadonlySet<string>): number {
  if (changed.includes(test)) return Number.POSITIVE_INFINITY
  const imports = importsOf(test, known).map(({ target }) => target)
  // `settings/admin.test.ts` is about the settings, `payments/settle.test.ts` about settling payments.
  const names = [wordsOf(test), [...wordsOf(dirname(test)), ...wordsOf(test)]]
  return Math.max(
    ...changed.map((file) => {
      const imported = imports.some((path) => path === file || path === `${dirname(file)}/index.ts`)
      return Math.max(...names.map((words) => wordsInCommon(words, file))) + (imported ? 1 : 0)
    }),
  )
}

/**
 * Counts the words that a test's name shares, from the first one on, with the name of a file, its folder, or
 * both: `settle-refund` with `settle/refund.ts`.
 */
function wordsInCommon(words: string[], file: string): number {
  const parts = file.split('/').map(wordsOf)
  const names = parts.flatMap((part, index) => [part, [...part, ...(parts[index + 1] ?? [])]])
  return Math.max(
    ...names.map((name) => {
      const apart = words.findIndex((word, index) => word !== name[index])
      return apart === -1 ? words.length : apart
    }),
  )
}

/** Returns the words of a path: `removal-lists.test.ts` gives "removal" and "list". */
function wordsOf(path: string): string[] {
  const name = basename(path).replace(/(\.test)?\.\w+$/, '')
  return name.split('-').map((word) => word.replace(/s$/, ''))
}
