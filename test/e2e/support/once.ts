import { access, mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/**
 * Makes something once for all workers of a run: the first that needs it makes it, and the others wait. `folder`: the
 * run's own, which is emptied before the next run.
 */
export async function once<Value>(folder: string, name: string, make: () => Promise<Value>): Promise<Value> {
  await mkdir(folder, { recursive: true })
  const turn = join(folder, `${name}.turn`)
  const made = join(folder, `${name}.json`)
  const isFirst = await mkdir(turn).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    try {
      await writeFile(`${made}.part`, JSON.stringify(await make()))
      await rename(`${made}.part`, made)
    } catch (error) {
      await rmdir(turn)
      throw error
    }
  }
  const isMade = () =>
    access(made).then(
      () => true,
      () => false,
    )
  await expect.poll(isMade, { timeout: 60_000, message: `${name}, which another worker makes` }).toBe(true)
  return JSON.parse(await readFile(made, 'utf8')) as Value
}
