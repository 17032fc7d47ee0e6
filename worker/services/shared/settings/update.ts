import type { AdminSettings, UpdateSettings } from '../../../../contract/schemas/site/settings-admin'
import type { SiteLogo } from '../../../../contract/values/shared/look'
import { batchNamed } from '../../../../db/batch-named'
import {
  changeSettings,
  type SettingsChange,
  type SettingsRow,
  whereSettingsAt,
} from '../../../../db/queries/shared/settings'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { audit } from '../audit'
import { checkSettings } from './check'
import { copyChanged } from './copy'
import { requireSettings, settingsView } from './get'

/** A new logo comes from setLogo. */
type Wanted = Omit<UpdateSettings, 'logo'> & { logo?: SiteLogo | null | undefined }

/** Two at once happen in one person's two windows; more is no accident. */
const attempts = 5

/**
 * Changes the given settings and leaves the rest. The second of two changes at once applies to the result of
 * the first, so that each record shows what it really found. The row is written before the copy that requests
 * read.
 */
export async function updateSettings(ctx: UserContext, input: Wanted): Promise<AdminSettings> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { row, editor } = await requireSettings(ctx)
    const change = changeOf(row, input)
    if (Object.keys(change).length === 0) return settingsView(ctx, row, editor)
    checkSettings(row, change, ctx.client.place)
    const changed = await write(ctx, row, change)
    if (!changed) continue
    await copyChanged(ctx)
    return settingsView(ctx, changed, ctx.actor.username)
  }
  throw new AppError('conflict', 'Someone else just changed the settings. Please check them again.')
}

/** Returns the settings that differ from the row. */
function changeOf(row: SettingsRow, { blockedRegions, ...input }: Wanted): SettingsChange {
  const wanted = {
    ...input,
    ...(blockedRegions && {
      blockedRegions: [...new Set(blockedRegions)].sort(),
      // Sending a list counts as a decision; the flag without a list means "everywhere".
      regionsDecided: input.regionsDecided ?? true,
    }),
  }
  const changed = Object.entries(wanted).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(row[name as keyof SettingsRow]),
  )
  return Object.fromEntries(changed) as SettingsChange
}

async function write(
  ctx: UserContext,
  row: SettingsRow,
  change: SettingsChange,
): Promise<SettingsRow | undefined> {
  const before = Object.fromEntries(
    Object.keys(change).map((name) => [name, row[name as keyof SettingsChange]]),
  )
  const entry = {
    action: 'settings.update',
    subject: 'settings',
    subjectId: 'site',
    details: { before, after: change },
  }
  const { changed } = await batchNamed(ctx.db, [
    // The record comes first: its condition is false once the row is changed.
    audit(ctx, entry, whereSettingsAt(row.updatedAt)),
    { changed: changeSettings(ctx.db, change, row.updatedAt, { userId: ctx.actor.id, now: ctx.now }) },
  ])
  return changed[0]
}
