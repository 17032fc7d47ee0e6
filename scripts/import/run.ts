import type { BrowserContext } from '@playwright/test'
import type { Ready } from './check.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'
import { Studio } from './studio.ts'

export interface Result {
  row: Ready
  outcome: 'published' | 'published before' | 'failed'
  /** Why it failed, or what it lacks. */
  note: string | null
}

interface Options {
  context: BrowserContext
  site: Site
  journal: Journal
  /** Rows that are worked on at once. */
  parallel: number
  onState: (row: Ready, text: string) => void
  onResult: (result: Result) => void
}

/**
 * Imports rows, oldest first, a few at once: each is sent with everything that the studio derives from it, then
 * published. They are published in their order, which is the order of the site's lists.
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
      before = result
      const found = await result
      results.push(found)
      onResult(found)
    }
  }

  async function importRow(row: Ready, studio: Studio, turn: Promise<unknown>): Promise<Result> {
    const known = journal.of(row.file)
    if (known?.state === 'published') return { row, outcome: 'published before', note: null }
    if (known?.state === 'sent') {
      await turn
      const published = await studio.publish(known.body)
      if ('id' in published) return publishedAs(row, published.id, null)
      // Its uploads are gone, which happens a day after they were sent.
      journal.forget(row.file)
    }
    const sent = await studio.send(row, site.account)
    await turn
    if ('refusal' in sent) return { row, outcome: 'failed', note: sent.refusal }
    journal.note({ file: row.file, state: 'sent', body: sent.body })
    const published = await studio.publish(sent.body)
    if ('refusal' in published) return { row, outcome: 'failed', note: published.refusal }
    return publishedAs(row, published.id, sent.missing)
  }

  function publishedAs(row: Ready, id: number, note: string | null): Result {
    journal.note({ file: row.file, state: 'published', id })
    return { row, outcome: 'published', note }
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
