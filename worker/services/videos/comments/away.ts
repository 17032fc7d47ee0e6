import { inChunks } from '#db/in-chunks'
import {
  backWithoutComments,
  goneWithComments,
  hideCommentsOf as hideRows,
  showCommentsOf as showRows,
} from '#db/queries/shared/comments-away'
import type { ServiceContext } from '../../context'

type StoreContext = Pick<ServiceContext, 'db' | 'now'>

/** Accounts that a run settles; the others wait for the next. */
const accountsAtOnce = 20

/**
 * Hides the comments of an account that was banned or is leaving. Cron hides those that one request can't.
 */
export async function hideCommentsOf({ db, now }: StoreContext, userId: number): Promise<void> {
  await inChunks((atMost) => hideRows(db, userId, now, atMost))
}

/** Shows the comments of an account that is back. */
export async function showCommentsOf({ db, now }: StoreContext, userId: number): Promise<void> {
  await inChunks((atMost) => showRows(db, userId, now, atMost))
}

/**
 * Finishes what requests left undone: hides the comments of accounts that are gone, shows those of accounts
 * that are back.
 */
export async function settleComments(ctx: StoreContext): Promise<void> {
  for (const { id } of await goneWithComments(ctx.db, ctx.now, accountsAtOnce)) await hideCommentsOf(ctx, id)
  for (const { id } of await backWithoutComments(ctx.db, ctx.now, accountsAtOnce))
    await showCommentsOf(ctx, id)
}
