import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileOf } from '../catch-up.ts'
import { type Chosen, whyCatchUp } from '../choose.ts'
import { type Definitions, sequences } from '../definitions.ts'
import {
  type CatchUpManifest,
  type CopiedObject,
  type Folder,
  isFolder,
  isHash,
  type Manifest,
  manifestFile,
  mediaFile,
  objectsFile,
} from '../folder.ts'
import { type Content, isIntact, readLines } from '../lines.ts'
import { definitionsFile, isCopied, tableFile, valuesFile } from '../take.ts'
import { compareDefinitions, migrationsTable } from './own-definitions.ts'
import { hasSeal } from './seal.ts'
import { isEqual, type Sum, sumOfFile } from './sums.ts'

// Compares all of a backup with its seal and its sums before a restore writes anything. The first difference
// throws an error that names it.

export interface Proof {
  /** The key of seals; null if the operator has none. */
  key: string | null
  /** Says that the operator restores without proof. */
  unverified: boolean
  say(text: string): void
}

const useAnother = 'Nothing was changed. Choose an older one'

/** Verifies a backup, and returns the migrations' own definitions, which are those of its tables. */
export async function verifyBackup(
  folder: Folder,
  backup: Chosen<Manifest>,
  proof: Proof,
): Promise<Definitions> {
  const { own, manifest } = backup
  const advice = `${useAnother}, with --backup.`
  verifySeal(backup, proof)
  if (manifest.format === 2)
    await verifyFiles(backup, backupFiles(Object.keys(manifest.tables)), advice, proof)
  if (manifest.format === 1 || proof.unverified)
    for (const [name, content] of Object.entries(manifest.tables))
      await refuseDamaged(join(own, tableFile(name)), content, `table ${name} of the backup`, advice)
  const found = definitionsIn(own)
  const applied = await migrationsIn(own, found)
  const comparison = await compareDefinitions(found, applied)
  if (comparison.difference !== null)
    throw new Error(
      `The backup ${comparison.difference}. If another version of Nocturne made it, restore it with that one. ${useAnother}, with --backup.`,
    )
  const lacking = [...comparison.own.tables.filter(isCopied), sequences].find(
    ({ name }) => !Object.hasOwn(manifest.tables, name),
  )
  if (lacking) throw new Error(`The backup lacks the rows of the table ${lacking.name}. ${advice}`)
  // Without proof, damaged ones are found when they are sent, and the others are still of use.
  if (!proof.unverified) await verifyMedia(folder, backup)
  return comparison.own
}

/** Verifies a catch-up. */
export async function verifyCatchUp(catchUp: Chosen<CatchUpManifest>, proof: Proof): Promise<void> {
  const { own, manifest } = catchUp
  const advice = `${useAnother}, with --catch-up. ${whyCatchUp}`
  verifySeal(catchUp, proof)
  const parts = Object.entries(manifest.parts)
  const odd = parts.flatMap(([, { columns }]) => columns).find((name) => !/^\w+$/.test(name))
  if (odd !== undefined) throw new Error(`The catch-up has a column called ${JSON.stringify(odd)}. ${advice}`)
  if (manifest.format === 2)
    await verifyFiles(
      catchUp,
      parts.map(([name]) => fileOf(name)),
      advice,
      proof,
    )
  if (manifest.format === 1 || proof.unverified)
    for (const [name, { content }] of parts)
      await refuseDamaged(join(own, fileOf(name)), content, `part ${name} of the catch-up`, advice)
}

/** Returns sentences about what is proven of a verified backup, its catch-up, or both, and what isn't. */
export function saidOfProof(chosen: Chosen[], { key, unverified }: Proof): string[] {
  const what = chosen.map(({ kind, id }) => `the ${kind} ${id}`).join(' and ')
  const hasFiles = chosen.some(({ kind }) => kind === 'backup')
  if (!unverified)
    return [
      `Proven: ${what} ${chosen.length > 1 ? 'are' : 'is'} as sealed by BACKUP_KEY${hasFiles ? ', and every file is whole' : ''}.`,
    ]
  const isOld = chosen.some(({ manifest }) => manifest.format === 1)
  const why =
    key === null
      ? `BACKUP_KEY isn't set`
      : isOld && chosen.every((each) => each.manifest.format === 1 || hasSeal(each, key))
        ? 'an older version sealed nothing'
        : chosen.every((each) => hasSeal(each, key))
          ? null
          : `a seal doesn't fit BACKUP_KEY`
  const sentences = [
    why !== null &&
      `Not proven: that no one changed ${what}. Anyone who could write to the folder may have (${why}).`,
    isOld &&
      'Not proven: that the list of files and the settings are as they were written (an older version has no sums of them).',
    hasFiles &&
      'Not proven: that all files are there and whole. Those that are not are left out, and named at the end.',
  ]
  return sentences.filter((sentence) => sentence !== false)
}

function verifySeal(chosen: Chosen, { key, unverified }: Proof): void {
  if (unverified) return
  const older = chosen.kind === 'backup' ? 'with --backup' : 'with --catch-up'
  const unproven = 'add --unverified, which restores it without proof'
  const what = `The ${chosen.kind} ${chosen.id}`
  if (chosen.manifest.format === 1)
    throw new Error(
      `${what} is of an older version, which sealed nothing. If you trust the folder, ${unproven}.`,
    )
  if (key === null)
    throw new Error(
      `${what} is sealed by BACKUP_KEY, which isn't set. Set it in .dev.vars or the environment, or ${unproven}.`,
    )
  if (!hasSeal(chosen, key))
    throw new Error(
      `${what} doesn't fit its seal: ${join(chosen.own, manifestFile)} was changed, or BACKUP_KEY isn't the key that sealed it. Nothing was changed here. Set that key, choose an older one, ${older}, or ${unproven}.`,
    )
}

function backupFiles(tables: string[]): string[] {
  return [definitionsFile, valuesFile, objectsFile, ...tables.map(tableFile)]
}

/**
 * Compares the files in a folder with those of its manifest, which has to name the wanted ones. Without proof,
 * a difference is only said: damaged rows and other definitions are refused later.
 */
async function verifyFiles(
  chosen: Chosen,
  wanted: string[],
  advice: string,
  { unverified, say }: Proof,
): Promise<void> {
  if (!unverified) return await compareFiles(chosen, wanted, advice)
  try {
    await compareFiles(chosen, wanted, 'With --unverified, it is used as far as it can be.')
  } catch (error) {
    say((error as Error).message)
  }
}

async function compareFiles(
  { kind, own, manifest }: Chosen,
  wanted: string[],
  advice: string,
): Promise<void> {
  const sums = new Map(Object.entries(manifest.files))
  const there = readdirSync(own, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(own, join(entry.parentPath, entry.name)))
  const extra = there.find((file) => file !== manifestFile && !(wanted.includes(file) && sums.has(file)))
  if (extra !== undefined)
    throw new Error(`The ${kind} has a file that isn't part of it: ${join(own, extra)}. ${advice}`)
  for (const file of new Set([...wanted, ...sums.keys()]))
    if (!there.includes(file)) throw new Error(`The ${kind} lacks the file ${join(own, file)}. ${advice}`)
  for (const [file, sum] of sums) await refuseOtherSum(join(own, file), sum, '', advice)
}

/** Compares every file that a backup names with its sum. */
async function verifyMedia(folder: Folder, { own }: Chosen<Manifest>): Promise<void> {
  const list = join(own, objectsFile)
  const advice =
    'Nothing was changed. Choose an older backup, with --backup, if that one does not name this file, or restore all but the damaged files, with --unverified.'
  // Objects with equal content share a file.
  const compared = new Set<string>()
  for await (const line of readLines(list)) {
    const { key, size, sha256 } = JSON.parse(line) as CopiedObject
    if (!isHash(sha256)) throw new Error(`${list} has a line without a hash, of ${key}. ${advice}`)
    if (compared.has(sha256)) continue
    const sum = { bytes: size, sha256 }
    await refuseOtherSum(mediaFile(folder, sha256), sum, ` (the site's ${key})`, advice)
    compared.add(sha256)
  }
}

async function refuseOtherSum(file: string, sum: Sum, title: string, advice: string): Promise<void> {
  const found = lstatSync(file, { throwIfNoEntry: false })
  const fault =
    found !== undefined && !isFolder(dirname(file))
      ? 'is in a folder that is a link'
      : found === undefined
        ? 'is missing'
        : !found.isFile()
          ? `isn't a file, but a link or a folder`
          : found.size !== sum.bytes
            ? `has ${found.size} bytes instead of ${sum.bytes}`
            : isEqual(await sumOfFile(file), sum)
              ? null
              : `has other content than was written`
  if (fault) throw new Error(`${file}${title} ${fault}. ${advice}`)
}

/** Compares rows with their sum, which is all that format 1 has. */
async function refuseDamaged(file: string, content: Content, title: string, advice: string): Promise<void> {
  if (!(await isIntact(file, content)))
    throw new Error(`${file}, the ${title}, has other rows than were written. ${advice}`)
}

function definitionsIn(own: string): Definitions {
  const file = join(own, definitionsFile)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Definitions
  } catch (cause) {
    throw new Error(`${file} is missing or damaged. ${useAnother}, with --backup.`, { cause })
  }
}

/** Returns the names of the migrations that had been applied to the copied site. */
async function migrationsIn(own: string, { tables }: Definitions): Promise<string[]> {
  const at = tables
    .find(({ name }) => name === migrationsTable)
    ?.columns.findIndex(({ name }) => name === 'name')
  const names: string[] = []
  if (at !== undefined)
    for await (const line of readLines(join(own, tableFile(migrationsTable))))
      names.push((JSON.parse(line) as string[])[at] ?? '')
  return names
}
