import { readSettings, type SettingsDocument, type UpdateSettings } from '#contract/schemas/site/settings'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { batchNamed } from '#db/batch-named'
import { changeSettings, type SettingsRow, whereSettingsAt } from '#db/queries/shared/settings'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit } from '../audit/append'
import { checkSettings } from './check'
import { copyChanged } from './copy'
import { type KnownSettings, requireSettings, settingsView } from './get'
import { documentOf } from './row'

/** A new logo comes from setLogo. */
type Wanted = Omit<UpdateSettings, 'logo'> & { logo?: SettingsDocument['logo'] | undefined }

/** Two changes at once happen in one person's two windows; more than that are no accident. */
const attempts = 5

/**
 * Changes the given settings and leaves the rest. The second of two changes at once applies to the result of
 * the first, so that each record shows what was really replaced. The row is written before the copy that
 * requests read.
 */
export async function updateSettings(ctx: UserContext, input: Wanted): Promise<AdminSettings> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const known = await requireSettings(ctx)
    const change = changeOf(known.row, input)
    if (Object.keys(change).length === 0) return settingsView(ctx, known)
    checkSettings(known, change, ctx.client.place)
    const row = await write(ctx, known, change)
    if (!row) continue
    await copyChanged(ctx)
    return settingsView(ctx, { settings: documentOf(row), row, editor: ctx.actor.username })
  }
  throw new AppError('conflict', 'Someone else just changed the settings. Please check them again.')
}

/** Returns the settings that differ from the current ones, or replace invalid ones. */
function changeOf(
  { document }: SettingsRow,
  { blockedRegions, ...input }: Wanted,
): Partial<SettingsDocument> {
  const { settings, mended } = readSettings(document)
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
      value !== undefined &&
      (name in mended || JSON.stringify(value) !== JSON.stringify(settings[name as keyof SettingsDocument])),
  )
  return Object.fromEntries(changed)
}

async function write(
  ctx: UserContext,
  { settings, row }: KnownSettings,
  change: Partial<SettingsDocument>,
): Promise<SettingsRow | undefined> {
  const before = Object.fromEntries(
    Object.keys(change).map((name) => [name, settings[name as keyof SettingsDocument]]),
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
    { changed: changeSettings(ctx.db, row, { settings: change }, { userId: ctx.actor.id, now: ctx.now }) },
  ])
  return changed[0]
}
