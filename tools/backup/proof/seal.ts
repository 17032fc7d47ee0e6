import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { parseEnv } from 'node:util'
import { secretGuard } from '#worker/policy/secret-guard'

const keyName = 'BACKUP_KEY'
const secretsFile = '.dev.vars'

/** Something with a seal: an HMAC of the rest of it, by a key that only the operator has. */
export type Sealed<Content> = Content & { seal: string }

/**
 * Returns the key of seals, from the environment or .dev.vars; null if there is none. Throws if it is easy to
 * guess, or lies in the folder of backups: someone who can change that could seal the change.
 */
export function findBackupKey(folder: string, file = secretsFile): string | null {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8'))[keyName] : undefined
  const key = process.env[keyName] ?? fromFile
  if (key === undefined || key === '') return null
  const fault = secretGuard()(keyName, key)
  if (fault) throw new Error(`${keyName} ${fault}. ${howToMake}`)
  if (key === fromFile && existsSync(folder) && isWithin(folder, file))
    throw new Error(`${keyName} is in ${file}, within ${folder}. Keep it out of the folder that it seals.`)
  return key
}

/** Returns the key of seals. Throws if there is none. */
export function requireBackupKey(folder: string): string {
  const key = findBackupKey(folder)
  if (key === null) throw new Error(`A backup is sealed by ${keyName}, which isn't set. ${howToMake}`)
  return key
}

const howToMake = `Make one with "openssl rand -base64 48", set it in ${secretsFile} or the environment, and keep a copy where neither the backups nor this computer are.`

function isWithin(folder: string, file: string): boolean {
  const path = relative(realpathSync(folder), realpathSync(file))
  return !path.startsWith('..')
}

export function sealed<Content extends object>(content: Content, key: string): Sealed<Content> {
  return { ...content, seal: hmacOf(content, key).toString('hex') }
}

/** Tells whether something is as it was sealed with this key. */
export function fitsSeal({ seal, ...content }: { seal?: unknown }, key: string): boolean {
  if (typeof seal !== 'string') return false
  const [found, made] = [Buffer.from(seal, 'hex'), hmacOf(content, key)]
  return found.length === made.length && timingSafeEqual(found, made)
}

/** A manifest, and what its folder says that it is. */
interface Titled {
  kind: string
  id: string
  manifest: { seal?: unknown; kind: string; id: string }
}

/** Tells whether a manifest was sealed with this key, and for its folder. */
export function hasSeal({ kind, id, manifest }: Titled, key: string): boolean {
  return fitsSeal(manifest, key) && manifest.kind === kind && manifest.id === id
}

function hmacOf(content: object, key: string): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(content)).digest()
}
