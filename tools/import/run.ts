import type { BrowserContext } from '@playwright/test'
import type { Ready } from './check.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'
import { Studio } from './studio.ts'

export interface Result {
  row: Ready
  outcome: 'published' | 'published before' | 'failed'
  /** Why it failed, or which part is missing. */
  note: string | null
}

interface Options {
  context: BrowserContext
  site: Site
  journal: Journal
  /** Rows in progress at once. */
  parallel: number
  onState: (row: Ready, text: string) => void
  onResult: (result: Result) => void
}

/**
 * Imports rows, oldest first, a few at once. Each is sent with everything that the studio derives from it,
 * and published in its turn: the order of publishing is the order of the site's lists.
 */
export async function importRows(rows: readonly Ready[], options: Options): Promise<Result[]> {
  const { context, site, journal, parallel, onState, onResult } = options
  const queue = inOrder(rows)
  const results: Result[] = []
  let before: Promise<unknown> = Promise.resolve()

  async function work(): Promise<void> {
    let current: Ready | undefined
    const studio = new Studio(context, site.origin, {
      onState: (text) => current && onState(current, text),
      renew: () => site.renew(),
    })
    for (current = queue.shift(); current; current = queue.shift()) {
      const row = current
      const turn = before
      const result = importRow(row, studio, turn)
      // A row that is ready early must still wait for those before it.
      before = Promise.allSettled([turn, result])
      const found = await result
      results.push(found)
      onResult(found)
    }
  }

  async function importRow(row: Ready, studio: Studio, turn: Promise<unknown>): Promise<Result> {
    const known = journal.of(row.file)
    if (known?.state === 'published') return { row, outcome: 'published before', note: null }
    // Uploads belong to the account they were opened for.
    const earlier = known?.state === 'sent' && known.owner === row.owner ? known : null
    const sent = earlier ?? (await studio.send(row, site.account))
    if ('refusal' in sent) return { row, outcome: 'failed', note: sent.refusal }
    const { file, owner } = row
    const { files, missing } = sent
    if (!earlier) journal.note({ file, state: 'sent', owner, files, missing })
    await turn
    const published = await studio.publish(row, files)
    if ('id' in published) {
      journal.note({ file, state: 'published', id: published.id })
      return { row, outcome: 'published', note: missing }
    }
    // Uploads that aren't published end a day after they were sent.
    if (published.isLost) journal.forget(file)
    if (published.isLost && earlier) return importRow(row, studio, turn)
    return { row, outcome: 'failed', note: published.refusal }
  }

  await Promise.all(Array.from({ length: parallel }, work))
  return results
}

/** Returns dated rows, oldest first, then those that appear today. */
function inOrder(rows: readonly Ready[]): Ready[] {
  const time = ({ date }: Ready) => (date === null ? Number.POSITIVE_INFINITY : Date.parse(date))
  // Two infinities have no difference; a stable sort keeps their lines in order.
  return [...rows].sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)))
}
