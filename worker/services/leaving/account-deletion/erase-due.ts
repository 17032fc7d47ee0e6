import { accountsErasing, beginErasing } from '../../../../db/queries/leaving/erase'
import { accountsLetGo } from '../../../../db/queries/leaving/tombstone'
import type { ServiceContext } from '../../context'
import { type Budget, eraseAccount, eraseLetGo } from '.'

const accountsAtOnce = 20
/** Of one run: each is a few requests to D1, of which all tasks of a minute share a thousand. */
const bitesAtOnce = 40

/** Erases accounts whose days are over, one after the other, as far as a run goes. The next one goes on where it ended. */
export async function eraseAccounts(ctx: ServiceContext): Promise<void> {
  await beginErasing(ctx.db, ctx.now, accountsAtOnce)
  await eachWithin(await accountsErasing(ctx.db, accountsAtOnce), (id, budget) =>
    eraseAccount(ctx, id, budget),
  )
}

/** The same for what cases kept of erased accounts, once they let go of it. */
export async function eraseWhatCasesLetGo(ctx: ServiceContext): Promise<void> {
  await eachWithin(await accountsLetGo(ctx.db, ctx.now, accountsAtOnce), (id, budget) =>
    eraseLetGo(ctx, id, budget),
  )
}

async function eachWithin(
  accounts: { id: number }[],
  erase: (id: number, budget: Budget) => Promise<boolean>,
): Promise<void> {
  const budget = { bites: bitesAtOnce }
  const failures: unknown[] = []
  for (const { id } of accounts) {
    try {
      if (!(await erase(id, budget))) break
    } catch (error) {
      // One that can't be erased must keep none of the others.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
