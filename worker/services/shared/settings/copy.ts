import type { ServiceContext } from '../../context'
import { settingsRow } from './row'

/** Syncs the KV copy with the row, after a copy that failed, or two at once in the wrong order. */
export async function copySettings(ctx: ServiceContext): Promise<void> {
  const [copy, row] = await Promise.all([ctx.settingsCopy.read(), settingsRow(ctx)])
  if (JSON.stringify(copy) !== JSON.stringify(row)) await ctx.settingsCopy.write(row)
}
