import type { PublicSettings } from '../../contract/schemas/settings'
import { settingsKey } from './keys'

export interface Settings extends PublicSettings {
  /** Bytes that one account may store. */
  quotaBytes: number
}

/** How long an isolate trusts what it read. Locally this bounds how late a change arrives. */
const isolateMs = 10_000

let cached: { settings: Settings; readAt: number } | null = null

/** The KV copy that every request reads, held in the isolate for 10 s. Null when KV has none. */
export async function readSettingsCopy(
  kv: KVNamespace,
  now: number,
  onRead: () => void,
): Promise<Settings | null> {
  if (cached && now - cached.readAt >= 0 && now - cached.readAt < isolateMs) return cached.settings
  onRead()
  // 30 s is the shortest that KV allows.
  const settings = await kv.get<Settings>(settingsKey, { type: 'json', cacheTtl: 30 })
  cached = settings ? { settings, readAt: now } : null
  return settings
}

/** Called with the row that was just written; other isolates and places follow as KV spreads it. */
export async function writeSettingsCopy(kv: KVNamespace, settings: Settings, now: number): Promise<void> {
  cached = { settings, readAt: now }
  await kv.put(settingsKey, JSON.stringify(settings))
}
