import type { ImportState } from '#contract/schemas/uploads/upload'
import type { ImportKind } from '#contract/values/uploads/upload'
import type { Condition } from '#db/conditions'
import {
  insertImport,
  insertImportFor,
  insertImportForNewVideo,
  runningImport,
} from '#db/queries/uploads/imports'
import { AppError } from '#worker/errors'
import { randomId } from '#worker/storage/keys'
import type { ServiceContext, UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { nudge } from '../../shared/send'
import { fieldOf, requireAddress } from './address'
import { maxRunningImports } from './limits'
import { viewImport } from './view'

/**
 * Starts importing a video for the editor in the browser, which downloads, prepares and uploads it. Returns
 * the running import when asked again.
 */
export async function startImport(ctx: UserContext, input: { url: string }): Promise<ImportState> {
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
      `At most ${maxRunningImports} imports can run at once. Please wait for one to finish.`,
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
 * Returns the statement that starts a video's import, for the batch that creates or changes the video; call
 * enqueueImport afterwards. `newVideo` is inserted earlier in the batch. Throws for a refused URL.
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

/** Queues the import; cron covers a lost message. */
export async function enqueueImport(ctx: ServiceContext, importId: string): Promise<void> {
  await nudge(ctx.imports, { importId })
}
