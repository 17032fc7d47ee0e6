import { abandonedImports, deleteEndedImports, touchImport } from '#db/queries/uploads/imports'
import type { ServiceContext } from '../../context'
import { enqueueImport } from './start'

/** A message waits at most this long for its turn; a later one finds the lease taken or nothing to do. */
const abandonedMs = 5 * 60_000
const keptMs = 7 * 24 * 60 * 60_000
const atMost = 50

/** Imports whose message was lost or whose run died. */
export function importsLeft({ db, now }: ServiceContext) {
  return abandonedImports(db, now, now - abandonedMs, atMost)
}

/** Resumes such imports. The total time limit still ends them. */
export async function continueAbandonedImports(ctx: ServiceContext): Promise<void> {
  for (const { id } of await importsLeft(ctx)) {
    await touchImport(ctx.db, id, ctx.now)
    await enqueueImport(ctx, id)
  }
}

export async function pruneImports(ctx: ServiceContext): Promise<void> {
  await deleteEndedImports(ctx.db, ctx.now - keptMs, atMost)
}
