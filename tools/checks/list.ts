import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startUpBudget, workerBudget } from '#build/budgets'
import { bundleFile, sourcePath, withBundle } from '#build/worker/bundle'
import { bins, run } from '../programs/process.ts'
import { wrangler } from '../programs/wrangler.ts'
import { type Print, type Sum, write } from '../tests/phases.ts'
import { wrongArrows, wrongClimbs } from './arrows.ts'
import { CannotCheck } from './cannot-check.ts'
import { wrongCommands } from './commands.ts'
import { longSentences } from './comments.ts'
import { wrongLicences } from './licences.ts'
import { wrongMigrations } from './migration-rules.ts'
import { requireSignatures } from './signatures.ts'
import { measureStartUp } from './start-up.ts'
import { wrongWords } from './wrong-words.ts'

export interface Check {
  name: string
  /** Throws an error that says what is wrong, or a `CannotCheck`. */
  run(): Promise<unknown>
}

async function refuseWrongMigrations(): Promise<void> {
  const wrong = wrongMigrations()
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

async function refuseWrongArrows(): Promise<void> {
  const wrong = [...wrongArrows(), ...wrongClimbs()]
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

async function refuseWrongCommands(): Promise<void> {
  const wrong = wrongCommands()
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

async function refuseWrongWords(): Promise<void> {
  const wrong = [...wrongWords(), ...longSentences()]
  if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\nSee docs/words.md`)
}

async function refuseWrongLicences(): Promise<void> {
  const wrong = wrongLicences()
  if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\nSee docs/dependencies.md`)
}

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

/**
 * Refuses a lockfile without other platforms' packages. npm leaves them out when it can't fetch them, and
 * then `npm ci` fails.
 */
async function requireWholeLockfile(): Promise<void> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  const wanted = Object.values(packages).flatMap((each) => Object.keys(each.optionalDependencies ?? {}))
  const there = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  )
  const missing = wanted.filter((name) => !there.has(name))
  if (missing.length > 0) throw new Error(`package-lock.json lacks ${missing.join(', ')}`)
}

/** Refuses a worker that is too large, or that holds anything of the tests and the sandbox. */
function requireLeanWorker(): Promise<void> {
  return withBundle((folder) => {
    const file = join(folder, bundleFile)
    const size = gzipSync(readFileSync(file)).length / 1000
    if (size > workerBudget) throw new Error(`The worker has ${Math.ceil(size)} kB (gzip) of ${workerBudget}`)
    const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }
    const strange = sources.map((source) => sourcePath(folder, source)).filter((path) => !isOfWorker(path))
    if (strange.length > 0) throw new Error(`The worker has ${strange.join(', ')}`)
  })
}

async function requireQuickStart(): Promise<void> {
  const { ours, reference } = await withBundle(measureStartUp)
  if (ours <= reference * startUpBudget) return
  const times = (ours / reference).toFixed(2)
  throw new Error(
    `The worker starts in ${Math.round(ours)} ms of CPU, ${times} times those of its packages alone. It may take ${startUpBudget} times: see docs/decisions/063-limits-of-the-worker.md`,
  )
}

function isOfWorker(path: string): boolean {
  return /^(worker|contract|db|web|dist\/worker|node_modules|processors\/[^/]+\/adapter)\/|^processors\/adapters\.ts$/.test(
    path,
  )
}

/** Every check that needs no running site. */
export const checks: Check[] = [
  { name: 'types', run: () => run(process.execPath, [bins.tsc, '-b']) },
  {
    name: 'lint',
    // `ci` colours its output even into a pipe.
    run: () => run('node_modules/.bin/biome', ['ci', '--error-on-warnings', '--colors=off', '.']),
  },
  { name: 'arrows between layers and rooms', run: refuseWrongArrows },
  { name: 'each script is an npm command', run: refuseWrongCommands },
  { name: 'words are those of the style sheet', run: refuseWrongWords },
  { name: 'migrations only add, and D1 takes them', run: refuseWrongMigrations },
  { name: 'lockfile is whole', run: requireWholeLockfile },
  { name: 'licences are those of the list', run: refuseWrongLicences },
  { name: 'packages are signed by the registry', run: requireSignatures },
  { name: 'worker is within its size, without code of tests', run: requireLeanWorker },
  { name: 'worker starts quickly', run: requireQuickStart },
  {
    name: 'types of the bindings are current',
    // It uses the flags that `npm run types` left in the file, so a developer's own .dev.vars has no effect.
    run: () => wrangler(['types', '--check']),
  },
]

/** Runs checks one after the other, and prints how each ended. */
export async function runChecks(chosen = checks, print: Print = write): Promise<Sum> {
  const faults: string[] = []
  let passed = 0
  for (const check of chosen) {
    try {
      await check.run()
      passed += 1
      print(`  ok      ${check.name}\n`)
    } catch (error) {
      if (error instanceof CannotCheck) {
        print(`  skipped ${check.name}: ${error.message}\n`)
        continue
      }
      faults.push(`check: ${check.name}`)
      print(`  FAILED  ${check.name}\n${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  return { passed, faults }
}
