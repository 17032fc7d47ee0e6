import { describeError, log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { loadSettings, settingsRow } from './row'

/** Syncs the KV copy with the row, after a copy that failed, or two at once in the wrong order. */
export async function copySettings(ctx: ServiceContext): Promise<void> {
  const row = await settingsRow(ctx)
  // A copy that can't be read is written again as well.
  if (!(await ctx.settingsCopy.equals(row).catch(() => false))) await ctx.settingsCopy.write(row)
}

/**
 * Writes the KV copy after a change of the row. KV takes one write per second and key: cron retries a refused one within a
 * minute.
 */
export async function copyChanged(ctx: ServiceContext): Promise<void> {
  try {
    await ctx.settingsCopy.write(await loadSettings(ctx.db))
  } catch (error) {
    log('warn', 'settings.not-copied', { requestId: ctx.requestId, ...describeError(error) })
  }
}
