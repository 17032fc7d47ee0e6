import type { ServiceContext } from '../../context'
import { settingsRow } from './row'

/**
 * Brings KV's copy in step with the row: after a change that could not be copied, or two at once that were copied in the
 * wrong order.
 */
export async function copySettings(ctx: ServiceContext): Promise<void> {
  const [copy, row] = await Promise.all([ctx.settingsCopy.read(), settingsRow(ctx)])
  if (JSON.stringify(copy) !== JSON.stringify(row)) await ctx.settingsCopy.write(row)
}
