import type { ImportState } from '../../../../contract/schemas/uploads/uploads'
import type { ImportKind } from '../../../../contract/values/videos/videos'
import type { Condition } from '../../../../db/conditions'
import {
  insertImport,
  insertImportFor,
  insertImportForNewVideo,
  runningImport,
} from '../../../../db/queries/uploads/imports'
import { AppError } from '../../../errors'
import { randomId } from '../../../storage/keys'
import { insistOnVerified } from '../../accounts/accounts'
import type { ServiceContext, UserContext } from '../../context'
import { enforceLimit } from '../../shared/limits'
import { fieldOf, requireAddress } from './address'
import { maxRunningImports } from './limits'
import { viewImport } from './view'

/**
 * Fetches a video for the editor in the browser, which then downloads, prepares and uploads it. Asked again while it
 * runs, it answers the same import.
 */
export async function startImport(ctx: UserContext, input: { url: string }): Promise<ImportState> {
  insistOnVerified(ctx)
  const url = requireAddress(ctx, input.url, 'url')
  const [earlier] = await runningImport(ctx.db, ctx.actor.id, url)
  if (earlier) return viewImport(earlier)
  await enforceLimit(ctx, 'importOpen', String(ctx.actor.id))
  const row = { id: randomId(), userId: ctx.actor.id, kind: 'video', url } as const
  const [inserted] = await insertImport(ctx.db, row, maxRunningImports, ctx.now)
  if (!inserted) {
    const [faster] = await runningImport(ctx.db, ctx.actor.id, url)
    if (faster) return viewImport(faster)
    throw new AppError(
      'conflict',
      `At most ${maxRunningImports} imports can run at once. Please wait for one to end.`,
    )
  }
  ctx.defer(enqueueImport(ctx, row.id))
  return viewImport(inserted)
}

export type VideoImport = { kind: ImportKind; url: string } & (
  | { videoId: number; onlyIf: Condition }
  | { newVideo: true }
)

/**
 * A file that a video waits for: a statement for the batch that makes or changes the video, after which enqueueImport
 * is called. `newVideo` is the one that an earlier statement of the batch inserts. Throws for a refused address.
 */
export function importRow(ctx: UserContext, input: VideoImport) {
  const { kind } = input
  const row = {
    id: randomId(),
    userId: ctx.actor.id,
    kind,
    url: requireAddress(ctx, input.url, fieldOf[kind]),
  }
  const statement =
    'newVideo' in input
      ? insertImportForNewVideo(ctx.db, row, ctx.now)
      : insertImportFor(ctx.db, row, input.videoId, input.onlyIf, ctx.now)
  return { id: row.id, statement }
}

/** A message that gets lost is made up for by cron. */
export async function enqueueImport(ctx: ServiceContext, importId: string): Promise<void> {
  await ctx.imports.send({ importId })
}
