import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { bins, run } from '#tools/programs/process'

/** Files that determine the output of a build. */
const inputs = [
  'web/**/*',
  'web/public/.*',
  'contract/**/*',
  'build/{budgets,web/*}.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
]
/** Holds the hash of the last build's inputs. */
const built = 'dist/built'
/** Holds the ID of the process that is building. */
const lock = 'dist/building'

/**
 * Builds the web app and the modules that the worker imports from it, unless the last build had the same
 * inputs.
 */
export async function buildWeb(): Promise<void> {
  mkdirSync('dist', { recursive: true })
  await alone(async () => {
    const hash = hashOfInputs()
    if (hashOfBuild() === hash) return
    rmSync(built, { force: true })
    // runnerImport leaves NODE_ENV at development, which would build React's slow and large half.
    const env = { ...process.env, NODE_ENV: 'production' }
    await run(process.execPath, [bins.vite, 'build', '--logLevel', 'warn'], { env })
    writeFileSync(built, hash)
  })
}

/**
 * Throws an error if the sources have changed since the last build. By then, a deployment has laid out that
 * build's files, and a worker that names another build's wouldn't find them.
 */
export function requireBuilt(): void {
  if (hashOfBuild() !== hashOfInputs())
    throw new Error('The sources have changed since they were built. Deploy again.')
}

function hashOfBuild(): string | null {
  return existsSync(built) ? readFileSync(built, 'utf8') : null
}

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const file of globSync(inputs).sort())
    if (statSync(file).isFile()) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Runs work while no other process does: `npm run check` beside `npm start`, for one. */
async function alone(work: () => Promise<void>): Promise<void> {
  while (!tryLock()) {
    // The process that holds the lock was killed.
    if (!isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true })
    await pause(200)
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function tryLock(): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
