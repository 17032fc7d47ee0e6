import type { PublicSettings } from '../../contract/schemas/site/settings'
import { isolateState } from '../isolate-state'
import { settingsKey } from './keys'

/** Stored settings. The site's address isn't one: it is SITE_ORIGIN. */
export interface Settings extends Omit<PublicSettings, 'siteUrl'> {
  /** Storage quota of an account. */
  quotaBytes: number
  /** The operator's storage budget. */
  storageBudgetBytes: number
  /** Countries and subdivisions where the site answers 451. */
  blockedRegions: string[]
  regionsDecided: boolean
  /** What no text or search may contain, one term a line. */
  blockedTerms: string
  /** A sample of the pages reports how it loaded. */
  fieldData: boolean
}

/** How long an isolate trusts its copy. Locally this limits how late a change arrives. */
const isolateMs = 10_000

const cached = isolateState<{ settings: Settings; readAt: number } | null>(() => null)

/** The KV copy that every request reads, held in the isolate for 10 s. Null when KV has none. */
export async function readSettingsCopy(
  kv: KVNamespace,
  now: number,
  onRead: () => void,
): Promise<Settings | null> {
  const held = cached.value
  if (held && now - held.readAt >= 0 && now - held.readAt < isolateMs) return held.settings
  onRead()
  const settings = await readCopy(kv)
  cached.value = settings ? { settings, readAt: now } : null
  return settings
}

/** Writes the row just saved to KV; other isolates and locations follow as KV propagates it. */
export async function writeSettingsCopy(kv: KVNamespace, settings: Settings, now: number): Promise<void> {
  cached.value = { settings, readAt: now }
  await kv.put(settingsKey, JSON.stringify(settings))
}

/** Reads KV's copy for the code that keeps it in step with the row. */
export interface SettingsCopy {
  /** KV's own copy, bypassing the isolate's memory. */
  read(): Promise<Settings | null>
  write(settings: Settings): Promise<void>
}

export function createSettingsCopy(kv: KVNamespace, now: number): SettingsCopy {
  return {
    read: () => readCopy(kv),
    write: (settings) => writeSettingsCopy(kv, settings, now),
  }
}

async function readCopy(kv: KVNamespace): Promise<Settings | null> {
  // 30 s is the shortest that KV allows.
  const copy = await kv.get<Settings>(settingsKey, { type: 'json', cacheTtl: 30 })
  return copy && isWhole(copy) ? copy : null
}

/** An older version of the worker, with fewer settings, wrote a smaller copy: the row replaces it. */
function isWhole(copy: Partial<Settings>): boolean {
  return names.every((name) => name in copy)
}

/** Written out, so that a missing setting is a type error. */
const names = Object.keys({
  siteName: true,
  siteDescription: true,
  contactEmail: true,
  cryptoPaymentsEnabled: true,
  commentsEnabled: true,
  maintenanceMode: true,
  requireContentApproval: true,
  minDuration: true,
  maxDuration: true,
  maxUploadBytes: true,
  quotaBytes: true,
  storageBudgetBytes: true,
  blockedRegions: true,
  regionsDecided: true,
  blockedTerms: true,
  fieldData: true,
  offersDownloads: true,
  offers4k: true,
  accent: true,
  logo: true,
  footerLinks: true,
  homeSections: true,
} satisfies Record<keyof Settings, true>)
