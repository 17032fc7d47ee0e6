import { day } from '#contract/values/shared/time'
import { batchNamed } from '#db/batch-named'
import { anyUntouched, failUntouchedUploads, uploadsUntouched } from '#db/queries/uploads/upload'
import type { ServiceContext } from '../../context'
import { deleteFinished, deleteUploadFiles } from './abandon'

/** Age of an abandoned upload: a device may sleep for a day. R2 itself would keep the parts for 7 days. */
export const staleMs = 2 * day
/** Uploads of each state per run: each costs a few R2 requests. */
const atMost = 20

/** An upload that `pruneStaleUploads` would clear. */
export function staleUpload({ db, now }: ServiceContext) {
  return anyUntouched(db, now - staleMs)
}

/** Clears abandoned uploads in any state. The next run finds what a crash leaves half done. */
export async function pruneStaleUploads(ctx: ServiceContext): Promise<void> {
  const before = ctx.now - staleMs
  const { failed, done, fetched } = await batchNamed(ctx.db, [
    failUntouchedUploads(ctx.db, before, 'This upload was inactive for too long. Please start it again.'),
    {
      failed: uploadsUntouched(ctx.db, 'failed', before, atMost),
      done: uploadsUntouched(ctx.db, 'done', before, atMost),
      fetched: uploadsUntouched(ctx.db, 'fetched', before, atMost),
    },
  ])
  const failures: unknown[] = []
  for (const upload of [...failed, ...done, ...fetched]) {
    try {
      await (upload.status === 'failed' ? deleteUploadFiles(ctx, upload) : deleteFinished(ctx, upload))
    } catch (error) {
      // A failing one must not block the rest.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
