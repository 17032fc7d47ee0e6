import { accountsBeingDeleted, beginDeletion } from '#db/queries/leaving/delete-account'
import { accountsLetGo } from '#db/queries/leaving/tombstone'
import type { ServiceContext } from '../../context'
import { type Budget, deleteAccount, deleteReleased } from './delete-account'

const accountsAtOnce = 20
/**
 * Batches per run: each costs a few D1 requests of the thousand that an invocation may make, and up to ten messages of the
 * queue share one.
 */
const batchesAtOnce = 40

/**
 * Erases accounts whose grace period is over, one after another, within one run's budget. The next run goes
 * on from there.
 */
export async function deleteDueAccounts(ctx: ServiceContext): Promise<void> {
  await beginDeletion(ctx.db, ctx.now, accountsAtOnce)
  await eachWithin(await accountsBeingDeleted(ctx.db, accountsAtOnce), (id, budget) =>
    deleteAccount(ctx, id, budget),
  )
}

/** Erases the parts of erased accounts that cases kept, once they are released. */
export async function deleteReleasedByCases(ctx: ServiceContext): Promise<void> {
  await eachWithin(await accountsLetGo(ctx.db, ctx.now, accountsAtOnce), (id, budget) =>
    deleteReleased(ctx, id, budget),
  )
}

async function eachWithin(
  accounts: { id: number }[],
  erase: (id: number, budget: Budget) => Promise<boolean>,
): Promise<void> {
  const budget = { batches: batchesAtOnce }
  const failures: unknown[] = []
  for (const { id } of accounts) {
    try {
      if (!(await erase(id, budget))) break
    } catch (error) {
      // An account that can't be erased must not block the others.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
