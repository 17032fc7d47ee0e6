import { dirname } from 'node:path'
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
  const path = test
    .replace(/^test\/worker\//, '')
    .replace(/^processors\/(\w+)\/tests\/worker\//, 'payments/$1/')
  return Math.max(
    ...changed.map((file) => {
      const imported = imports.some((each) => each === file || each === `${dirname(file)}/index.ts`)
      return wordsInCommon(path, file) + (imported ? 1 : 0)
    }),
  )
}

/**
 * Counts the words that a test's path shares with the path of a file, in any order: two for `moderation/users/care` and
 * `moderation/account-care/act-on`. A room alone, which many tests share, is worth half a word.
 */
function wordsInCommon(test: string, file: string): number {
  const [room = '', ...others] = [...wordsOf(test)]
  const words = wordsOf(file)
  const shared = others.filter((word) => words.has(word)).length
  return words.has(room) ? shared + 0.5 : shared
}

/** Returns the words of a path: `removal/lists.test.ts` has "removal" and "list". */
function wordsOf(path: string): Set<string> {
  const name = path.replace(/(\.test)?\.\w+$/, '')
  return new Set(name.split(/[/-]/).map((word) => word.replace(/s$/, '')))
}
