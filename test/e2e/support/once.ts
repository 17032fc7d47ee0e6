import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

type Outcome<Value> = { value: Value } | { error: string }

/**
 * Makes something once for all workers of a run. The first worker that needs it makes it, and the others
 * wait; if it fails, all fail with its error. `folder` belongs to the run, and is emptied before the next
 * one.
 */
export async function once<Value>(folder: string, name: string, make: () => Promise<Value>): Promise<Value> {
  await mkdir(folder, { recursive: true })
  const turn = join(folder, `${name}.turn`)
  const made = join(folder, `${name}.json`)
  if (await isFirst(turn)) {
    const outcome: Outcome<Value> = await make().then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    )
    await writeFile(`${made}.part`, JSON.stringify(outcome))
    await rename(`${made}.part`, made)
  }
  const isOver = async () => !isRunning(Number(await readFile(turn, 'utf8'))) || existsSync(made)
  // Without a limit of its own: the fixture has one, which ends earlier for the first worker.
  await expect.poll(isOver, { timeout: 0 }).toBe(true)
  if (!existsSync(made)) throw new Error(`The worker that was making "${name}" has ended`)
  const outcome = JSON.parse(await readFile(made, 'utf8')) as Outcome<Value>
  if ('error' in outcome) throw new Error(`"${name}" couldn't be made: ${outcome.error}`)
  return outcome.value
}

/** Takes the turn, with the ID of this process, unless another has. */
async function isFirst(turn: string): Promise<boolean> {
  try {
    await writeFile(turn, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Tells whether a process is running: signal 0 only asks. While the file is still empty, the ID reads as 0,
 * this process's own group, which is running.
 */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
