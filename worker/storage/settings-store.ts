import * as z from 'zod'
import { settingsDocument, unreadSettings } from '#contract/schemas/site/settings'
import { minute } from '#contract/values/shared/time'
import { inTime } from '#db/in-time'
import { isolateState } from '../isolate-state'
import { describeError, log } from '../log'
import { settingsKey } from './keys'

/** The settings that requests use, with the state beside them. */
const wholeSettings = settingsDocument.extend({
  /** Cards are taken; the card rules hold, and all was looked through. */
  cardPaymentsEnabled: z.boolean(),
  /** Since when the card rules hold; null while they don't. */
  cardRulesSince: z.number().nullable(),
  /** Features that some public video has, for the premium pitch. */
  offersDownloads: z.boolean(),
  offers4k: z.boolean(),
})

export type Settings = z.infer<typeof wholeSettings>

/**
 * Replace settings that couldn't be read, with safe values. They don't say where the site is closed, so it
 * shows only what is open everywhere (http/guards/region).
 */
export const unknownSettings: Settings = {
  ...unreadSettings,
  cardPaymentsEnabled: false,
  cardRulesSince: null,
  offersDownloads: false,
  offers4k: false,
}

/** How long an isolate trusts its copy. Locally this limits how late a change arrives. */
const isolateMs = 10_000
/** Without any settings, the isolate asks again soon. */
const unknownMs = 1000
/**
 * Without KV, the last settings count for this long before the row is asked: an operator may have closed a
 * region since.
 */
const lastMs = minute
/** Milliseconds after which a request that waits for KV does without it. */
const kvMs = 500
const writeMs = 5000

interface Held {
  settings: Settings
  /** When KV or the row had them. */
  knownAt: number
  readAt: number
  keptMs: number
}

/** One copy of the settings, and whether KV's last read failed. */
const state = isolateState<{ held: Held | null; isFailing: boolean }>(() => ({
  held: null,
  isFailing: false,
}))

export interface SettingsSources {
  kv: KVNamespace
  /** Reads the row. */
  row(): Promise<Settings>
  now: number
  defer(work: Promise<unknown>): void
  /** Called with the milliseconds that a read of KV took. */
  onRead(ms: number): void
}

/**
 * Returns the settings by which a request is answered: KV's copy, which the isolate holds for 10 s. Where KV has none,
 * the row, which is copied to KV. Where KV fails or its copy is malformed, the isolate's last for a minute, else
 * the row; cron and the next save mend the copy. Where nothing answers, `unknownSettings`.
 */
export async function currentSettings(sources: SettingsSources): Promise<Settings> {
  const { kv, row, now, defer, onRead } = sources
  const { held } = state.value
  if (held && now >= held.readAt && now - held.readAt < held.keptMs) return held.settings
  const last = held && held.settings !== unknownSettings ? held.settings : null
  const from = Date.now()
  const copy = await readCopy(kv)
  onRead(Date.now() - from)
  if (typeof copy === 'object') return hold(copy, now, now)
  if (copy === 'failed' && held && last && now - held.knownAt < lastMs) return hold(last, held.knownAt, now)
  try {
    const settings = await row()
    // KV takes one write per second and key: when many isolates copy at once, some fail, and simply use the row.
    if (copy === 'none') defer(writeCopy(kv, settings).catch(notCopied))
    return hold(settings, now, now)
  } catch (error) {
    log('error', 'settings.unknown', { ...describeError(error), haveLast: last !== null })
    return held && last ? hold(last, held.knownAt, now) : hold(unknownSettings, now, now, unknownMs)
  }
}

function hold(settings: Settings, knownAt: number, now: number, keptMs = isolateMs): Settings {
  state.value.held = { settings, knownAt, readAt: now, keptMs }
  return settings
}

function notCopied(error: unknown): void {
  log('warn', 'settings.not-copied', describeError(error))
}

/** Keeps KV's copy in step with the row. */
export interface SettingsCopy {
  /** Returns whether KV's own copy, rather than the isolate's, equals the row. */
  equals(row: Settings): Promise<boolean>
  /** Writes the copy. Other isolates and places follow as KV spreads it. */
  write(row: Settings): Promise<void>
}

export function createSettingsCopy(kv: KVNamespace, now: number): SettingsCopy {
  return {
    equals: async (row) => (await readText(kv)) === JSON.stringify(row),
    write: async (row) => {
      hold(row, now, now)
      await writeCopy(kv, row)
    },
  }
}

/**
 * Returns KV's copy. One that isn't whole, as an older version of the worker would write it, counts as
 * failed. The first failure is logged.
 */
async function readCopy(kv: KVNamespace): Promise<Settings | 'none' | 'failed'> {
  try {
    const text = await readText(kv)
    const copy = text === null ? null : wholeSettings.parse(JSON.parse(text))
    state.value.isFailing = false
    return copy ?? 'none'
  } catch (error) {
    if (!state.value.isFailing) log('error', 'settings.copy-failed', describeError(error))
    state.value.isFailing = true
    return 'failed'
  }
}

function readText(kv: KVNamespace): Promise<string | null> {
  // 30 s is the shortest that KV allows.
  return inTime(kv.get(settingsKey, { type: 'text', cacheTtl: 30 }), kvMs, () => {
    throw new Error('KV did not answer in time')
  })
}

function writeCopy(kv: KVNamespace, settings: Settings): Promise<void> {
  return inTime(kv.put(settingsKey, JSON.stringify(settings)), writeMs, () => {
    throw new Error('KV did not write in time')
  })
}
