import { batchNamed } from '../../../../db/batch-named'
import { failUntouchedUploads, uploadsUntouched } from '../../../../db/queries/uploads/uploads'
import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'
import { clearUpload, dropFinished } from './abandon'

/** An upload that nobody went on with. R2 would keep the parts for 7 days. */
const staleMs = 24 * 60 * 60_000
/** Of each state in one run: each costs a few requests to R2. */
const atMost = 20

/** Clears uploads that were left behind in any state. What a crash leaves half done, the next run finds again. */
export async function sweepStaleUploads(ctx: ServiceContext): Promise<void> {
  const before = ctx.now - staleMs
  const { failed, done, fetched } = await batchNamed(ctx.db, [
    failUntouchedUploads(ctx.db, before, 'This upload was left for too long. Please start it again.'),
    {
      failed: uploadsUntouched(ctx.db, 'failed', before, atMost),
      done: uploadsUntouched(ctx.db, 'done', before, atMost),
      fetched: uploadsUntouched(ctx.db, 'fetched', before, atMost),
    },
  ])
  const failures: unknown[] = []
  for (const upload of [...failed, ...done, ...fetched]) {
    try {
      await (upload.status === 'failed' ? clearUpload(ctx, upload) : dropFinished(ctx, upload))
    } catch (error) {
      // A refusal: a video took it just now. Of all else one that can't be cleared must keep none of the others.
      if (!(error instanceof AppError)) failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
