import { join } from 'node:path'
import { type Expected, refuseOther } from './expected.ts'
import { type CatchUpManifest, type Folder, type Manifest, readManifest, wholeIn } from './folder.ts'
import type { Stores } from './open-site.ts'
import type { Sealed } from './proof/seal.ts'

export interface Choice extends Pick<Expected, 'otherSite'> {
  /** The backup's ID; the newest by default. */
  id?: string | undefined
  /** The catch-up's ID; the newest by default. */
  catchUp?: string | undefined
}

/** A backup or a catch-up: its ID, its folder and its manifest. */
export interface Chosen<Kind extends Manifest | CatchUpManifest = Manifest | CatchUpManifest> {
  kind: Kind['kind']
  id: string
  own: string
  manifest: Sealed<Kind>
}

/** Chooses a backup and a catch-up. Without the latter, erased data would be back. */
export function choose(
  site: Stores,
  folder: Folder,
  choice: Choice,
): { backup: Chosen<Manifest>; catchUp: Chosen<CatchUpManifest> } {
  const { id: wanted, otherSite } = choice
  const { path, backups } = folder
  const whole = wholeIn(backups)
  const id = wanted ?? whole.at(-1)
  if (id === undefined || !whole.includes(id))
    throw new Error(
      id === undefined
        ? `${path} has no whole backup.`
        : `${path} has no whole backup called ${id}, only: ${whole.join(', ') || 'none'}.`,
    )
  const own = join(backups, id)
  const manifest = readManifest<Manifest>(own)
  if (!otherSite) refuseOther(site, manifest)
  const catchUp = chooseCatchUp(site, folder, choice)
  if (catchUp.manifest.takenAt < manifest.takenAt)
    throw new Error(`The catch-up is older than the backup. ${whyCatchUp}`)
  return { backup: { kind: 'backup', id, own, manifest }, catchUp }
}

export const whyCatchUp = 'Without a newer one, what was erased or removed since would be back.'

export function chooseCatchUp(
  site: Stores,
  { path, catchUps }: Folder,
  { catchUp: wanted, otherSite }: Choice,
): Chosen<CatchUpManifest> {
  const whole = wholeIn(catchUps)
  const id = wanted ?? whole.at(-1)
  if (id === undefined || !whole.includes(id))
    throw new Error(
      id === undefined
        ? `${path} has no catch-up. ${whyCatchUp}`
        : `${path} has no catch-up called ${id}, only: ${whole.join(', ')}.`,
    )
  const own = join(catchUps, id)
  const manifest = readManifest<CatchUpManifest>(own)
  if (!otherSite) refuseOther(site, manifest)
  return { kind: 'catch-up', id, own, manifest }
}
