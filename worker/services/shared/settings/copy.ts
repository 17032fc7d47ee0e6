import type { ServiceContext } from '../../context'
import { settingsRow } from './row'

/** Syncs the KV copy with the row, after a copy that failed, or two at once in the wrong order. */
export async function copySettings(ctx: ServiceContext): Promise<void> {
  const row = await settingsRow(ctx)
  // What can't be read is written anew as well.
  if (!(await ctx.settingsCopy.equals(row).catch(() => false))) await ctx.settingsCopy.write(row)
}
