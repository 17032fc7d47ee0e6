import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { day, hour } from '#contract/values/shared/time'
import { progressed } from '../programs/watched.ts'
import { type Folder, idAt, isHash, objectsFile, parsedObject, wholeIn } from './folder.ts'
import { readLines } from './lines.ts'

/**
 * How long a backup is kept, in days. With a backup at least every other day, no rows or files that were
 * deleted from the site remain in any backup after 30 days.
 */
export const keptDays = 28

export interface Pruned {
  backups: number
  files: number
}

/**
 * Deletes backups and catch-ups that are too old, and interrupted backups after two days or once a later one
 * is whole. Also deletes files that no backup names any more. The newest backup stays at any age, and so do
 * files that a process may be writing.
 */
export async function prune(folder: Folder, now: number): Promise<Pruned> {
  const whole = wholeIn(folder.backups)
  const oldest = idAt(now - keptDays * day)
  const newest = whole.at(-1) ?? ''
  const interrupted = readdirSync(folder.backups).filter((id) => id > newest && id >= idAt(now - 2 * day))
  const kept = [...whole.filter((id) => id >= oldest || id === newest), ...interrupted]
  // Nothing is deleted before every list was read.
  const named = await namedBy(folder, kept, whole)
  let backups = 0
  for (const id of readdirSync(folder.backups)) {
    if (kept.includes(id)) continue
    rmSync(join(folder.backups, id), { recursive: true })
    progressed()
    backups += whole.includes(id) ? 1 : 0
  }
  const states = wholeIn(folder.catchUps)
  for (const state of readdirSync(folder.catchUps))
    if (!keptCatchUps(states, now).includes(state) && state < idAt(now - hour))
      rmSync(join(folder.catchUps, state), { recursive: true })
  let files = 0
  // A link may lead out of the folder, where nothing is ours.
  for (const part of readdirSync(folder.media, { withFileTypes: true }))
    for (const name of part.isDirectory() ? readdirSync(join(folder.media, part.name)) : []) {
      const file = join(folder.media, part.name, name)
      progressed()
      if (named.has(name) || !isHash(name) || lstatSync(file).mtimeMs > now - hour) continue
      rmSync(file)
      files += 1
    }
  return { backups, files }
}

/** Returns the hashes of the files that backups name. */
async function namedBy(folder: Folder, ids: string[], whole: string[]): Promise<Set<string>> {
  const named = new Set<string>()
  for (const id of ids) {
    const list = join(folder.backups, id, objectsFile)
    if (!existsSync(list)) continue
    for await (const line of readLines(list)) {
      progressed()
      const object = parsedObject(line)
      // A run that was killed by a power cut may leave anything.
      if (object === null && whole.includes(id))
        throw new Error(
          `${list} is damaged, so no one knows which files that backup needs, and nothing old was deleted. Move the folder ${join(folder.backups, id)} away, and run this again.`,
        )
      if (object) named.add(object.sha256)
    }
  }
  return named
}

/** The names of partial files: of an object that is being fetched, and of a lock that is being replaced. */
const partialName = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|running(\.taking)*\.\d+)\.part$/

/** Deletes the files that a run was writing when it ended. Only the holder of the lock may. */
export function deletePartial({ path }: Pick<Folder, 'path'>): void {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isFile() && partialName.test(entry.name)) rmSync(join(path, entry.name), { force: true })
}

/**
 * Returns the catch-ups to keep: all of two days, and before that the last of each day. The newest stays at
 * any age.
 */
function keptCatchUps(ids: string[], now: number): string[] {
  const [oldest, recent] = [idAt(now - keptDays * day), idAt(now - 2 * day)]
  const dayOf = (id: string | undefined) => id?.slice(0, 10)
  return ids.filter((id, index) => {
    const next = ids[index + 1]
    return next === undefined || id >= recent || (id >= oldest && dayOf(id) !== dayOf(next))
  })
}
