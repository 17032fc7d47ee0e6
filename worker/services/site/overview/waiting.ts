import type { WaitingCounts } from '../../../../contract/schemas/site/overview'
import { waitingCountMax } from '../../../../contract/values/site/overview'
import { waitingCounts } from '../../../../db/queries/site/overview'
import type { UserContext } from '../../context'

/** Returns how much waits in each queue, for the numbers beside the panel's sections. */
export async function getWaiting({ db }: UserContext): Promise<WaitingCounts> {
  const [counts] = await waitingCounts(db, waitingCountMax)
  if (!counts) throw new Error('A select without a table answers a row')
  return counts
}
