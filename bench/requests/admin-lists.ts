import { setTimeout } from 'node:timers/promises'
import { pageSize } from '#contract/values/shared/limits'
import { siteOrigin } from '#tools/site/local'

/** Rows that a page may read for each row it may show. */
export const rowsPerShown = 5

/**
 * The same of all content: it goes along one index, past what its other filters leave out. A page that would read more
 * than `scannedAtMost` is short and still links to a next one.
 */
const rowsPerFiltered = 25

/**
 * The same where titles are searched, and each contains the text: a title is read, then its video. Where few do, it
 * reads up to `titlesAtMost` more.
 */
const rowsPerTitle = 7

/** The same where a row comes with others: a comment with its reports, each of which has an account of its own. */
const rowsPerReported = 6

/** Every list of the control panel, with each filter alone and the common pairs. */
export const adminLists = [
  ...['', 'state=live', 'state=private', 'state=pending', 'state=rejected', 'state=broken', 'state=held'],
  ...['state=unlisted', 'state=scheduled'],
  ...['order=asc', 'sort=title', 'sort=views', 'sort=length', 'sort=views&state=live'],
  ...['sort=title&categoryId=2', 'sort=length&isPremium=true'],
  ...['q=filler', 'owner=member', 'categoryId=2', 'isPremium=true', 'isPremium=false', 'reported=true'],
  ...['state=pending&categoryId=2', 'state=private&categoryId=2', 'state=live&isPremium=true'],
  ...['state=private&isPremium=false', 'categoryId=2&isPremium=true', 'reported=true&isPremium=false'],
]
  .map((query) => `videos?${query}`)
  .concat(
    'videos/pending?',
    'videos/changed?',
    ...[
      'users?',
      'users?order=asc',
      'users?sort=name',
      'users?q=filler',
      'users?filter=admin',
      'users?filter=premium',
      'users?filter=banned',
    ],
    ...['admin', 'premium', 'banned'].map((filter) => `users?q=filler&filter=${filter}`),
    ...['audit?', 'audit?actorId=1', 'audit?action=user.ban', 'audit?subject=video&subjectId=3'],
    ...['audit?subject=settings', 'audit?subject=video', 'audit?actorId=1&action=user.ban'],
    ...['reports?', 'reports?status=decided', 'reports?reason=spam', 'reports?videoId=2'],
    'reports?status=decided&reason=spam',
    ...['comments?', 'comments?queue=held', 'comments?queue=removed'],
    ...['removal-requests?', 'removal-requests?status=decided', 'appeals?'],
    ...['mail?', 'mail?state=failed', 'mail?state=sent', 'mail?recipient=filler3%40example.com'],
    ...['failed', 'sent'].map((state) => `mail?state=${state}&recipient=filler3%40example.com`),
    ...['jobs?', 'jobs?status=resolved', 'storage/orphans?'],
    ...['payments?', 'payments?order=asc', 'payments?status=captured', 'payments?q=creator&status=captured'],
    ...['tags?', 'tags?q=filler', 'tags?filter=blocked', 'tags?filter=merged'],
    ...['claims?', 'payment-alerts?', 'gifts?', 'gift-codes?'],
  )

export interface PageCost {
  shown: number
  rows: number
}

export interface ListCost {
  first: PageCost
  /** Null where there is no tenth page. */
  tenth: PageCost | null
}

/** Returns the cost of a list's first and tenth page. */
export async function costOfList(list: string, cookie: string): Promise<ListCost> {
  let path = list.replace(/\?$/, '')
  let first: PageCost | null = null
  for (let number = 1; ; number += 1) {
    const response = await ask(path, cookie)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    const timing = response.headers.get('server-timing') ?? ''
    const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    const cost = {
      shown: ((await response.json()) as unknown[]).length,
      rows: Number(/rows_read=(\d+)/.exec(timing)?.[1]),
    }
    first ??= cost
    if (number === 10) return { first, tenth: cost }
    if (next === undefined) return { first, tenth: null }
    path = next
  }
}

/** Asks again when the site says so: all these pages are more than it allows one address in a minute. */
async function ask(path: string, cookie: string): Promise<Response> {
  const response = await fetch(siteOrigin + path, { headers: { cookie } })
  if (response.status !== 429) return response
  await response.arrayBuffer()
  await setTimeout(Number(response.headers.get('retry-after')) * 1000)
  return ask(path, cookie)
}

export function isOver(list: string, { rows }: PageCost): boolean {
  const perShown = list.startsWith('videos?q=')
    ? rowsPerTitle
    : list.startsWith('videos?')
      ? rowsPerFiltered
      : list.startsWith('comments?')
        ? rowsPerReported
        : rowsPerShown
  return rows > perShown * pageSize.default
}

/** Prints a list's line of the table. */
export function listLine(
  list: string,
  { first, tenth }: ListCost,
  isTooMuch: (cost: PageCost) => boolean,
): string {
  const cell = (cost: PageCost | null) =>
    cost ? `${cost.rows} for ${cost.shown}${isTooMuch(cost) ? ' **over**' : ''}` : ''
  return `| ${list.replace(/\?$/, '').replace('?', ' ')} | ${cell(first)} | ${cell(tenth)} |`
}
