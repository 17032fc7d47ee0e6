import { join } from 'node:path'
import { fileOf, mark, refusalOf, stateOf } from './catch-up.ts'
import { askOf, sequences } from './definitions.ts'
import { type CatchUpManifest, type Folder, type Manifest, readManifest, wholeIn } from './folder.ts'
import { readWritten } from './lines.ts'
import type { Stores } from './open-site.ts'
import { hasSeal } from './proof/seal.ts'

/** Returns the newest backup or catch-up; null if there is none. Throws if its seal doesn't fit. */
export function newestOf<Kind extends Manifest | CatchUpManifest>(
  folder: string,
  kind: Kind['kind'],
  key: string,
): { own: string; manifest: Kind } | null {
  const id = wholeIn(folder).at(-1)
  if (id === undefined) return null
  const own = join(folder, id)
  const manifest = readManifest<Kind>(own)
  if (!hasSeal({ kind, id, manifest }, key))
    throw new Error(
      `The newest ${kind}, ${own}, doesn't fit its seal: it was changed, or BACKUP_KEY isn't the key that sealed it. Set that key, or move it away if you know why. With another key, or after an older version, begin with a new folder.`,
    )
  return { own, manifest }
}

/** Unusual cases that the operator confirms as intended. */
export interface Expected {
  /** The folder has copies of another site, such as this one before it moved. */
  otherSite?: boolean | undefined
  /** The site is older than the newest catch-up, and is to stay so. */
  wentBack?: boolean | undefined
}

/**
 * Refuses to copy a site whose state must not become the newest one: another site, one that is being
 * restored, or one that went back in time and hasn't caught up yet.
 */
export async function refuseUnexpected(
  site: Stores,
  folder: Folder,
  { otherSite, wentBack, key }: Expected & { key: string },
): Promise<void> {
  const newest = newestOf<Manifest>(folder.backups, 'backup', key)
  if (newest && !otherSite) refuseOther(site, newest.manifest)
  const [restoring] = await askOf(site.db)([
    `select 1 from sqlite_master where name in ('${mark}', '${refusalOf('leases')}')`,
  ])
  if (restoring?.length)
    throw new Error('A restore of this site has begun and not ended: nothing is copied meanwhile.')
  if (!wentBack) await refuseOlder(site, folder, key)
}

/** Refuses a copy of another site. */
export function refuseOther({ name }: Stores, { site }: Manifest | CatchUpManifest): void {
  if (site !== name)
    throw new Error(
      `The folder has copies of another site: this one is ${name}, that one ${site}. If that is meant, add --other-site.`,
    )
}

/**
 * Refuses a site of an earlier time than the newest catch-up. IDs only grow, so such a site has lower ones.
 */
async function refuseOlder({ db }: Stores, { catchUps }: Folder, key: string): Promise<void> {
  const newest = newestOf<CatchUpManifest>(catchUps, 'catch-up', key)
  if (newest === null) return
  const [rows] = (await askOf(db)([`select name, seq from ${sequences.name}`])) as [
    { name: string; seq: number }[],
  ]
  const highest = new Map(rows.map(({ name, seq }) => [name, seq]))
  const part = stateOf('sequences')
  const { content = {} } = newest.manifest.parts[part] ?? {}
  for await (const line of readWritten(join(newest.own, fileOf(part)), content)) {
    const [name, seq] = JSON.parse(line) as [string, number]
    if ((highest.get(name) ?? seq) < seq)
      throw new Error(
        `This site is older than its newest catch-up (the table ${name} has fewer rows behind it). Restore that one first, with "npm run restore" and --only-catch-up; if the site is to stay as it is, add --went-back.`,
      )
  }
}
