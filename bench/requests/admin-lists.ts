import { setTimeout } from 'node:timers/promises'
import { pageSize } from '#contract/values/shared/limits'
import { siteOrigin } from '#tools/site/local'

/** Rows that a page may read for each row it may show. */
export const rowsPerShown = 5

/**
 * Rows for each row shown in a list of all content. It goes along one index, past rows that its other filters
 * leave out. A page that would read more than `scannedAtMost` is short and still links to a next one.
 */
const rowsPerFiltered = 25

/**
 * Rows for each row shown where titles are searched and all of them contain the text: a title is read, then
 * its video. Where few contain it, up to `titlesAtMost` more are read.
 */
const rowsPerTitle = 7

/** Rows for each row shown with others: a comment, its reports, each with the account that sent it, and the oldest. */
const rowsPerReported = 8

/** Queries of every list of the control panel, each filter alone and the common pairs. */
const queries = {
  videos: [
    '',
    'state=live',
    'state=private',
    'state=pending',
    'state=rejected',
    'state=broken',
    'state=held',
    'state=unlisted',
    'state=scheduled',
    'order=asc',
    'sort=title',
    'sort=views',
    'sort=length',
    'sort=views&state=live',
    'sort=title&categoryId=2',
    'sort=length&isPremium=true',
    'q=filler',
    'owner=member',
    'categoryId=2',
    'isPremium=true',
    'isPremium=false',
    'reported=true',
    'state=pending&categoryId=2',
    'state=private&categoryId=2',
    'state=live&isPremium=true',
    'state=private&isPremium=false',
    'categoryId=2&isPremium=true',
    'reported=true&isPremium=false',
  ],
  'videos/pending': ['', 'order=desc'],
  'videos/changed': [''],
  users: [
    '',
    'order=asc',
    'sort=name',
    'q=filler',
    'filter=admin',
    'filter=premium',
    'filter=banned',
    'q=filler&filter=admin',
    'q=filler&filter=premium',
    'q=filler&filter=banned',
  ],
  audit: [
    '',
    'actorId=1',
    'action=user.ban',
    'subject=video&subjectId=3',
    'subject=settings',
    'subject=video',
    'actorId=1&action=user.ban',
  ],
  reports: ['', 'status=decided', 'reason=spam', 'videoId=2', 'status=decided&reason=spam'],
  comments: ['', 'queue=held', 'queue=removed'],
  'removal-requests': ['', 'status=decided'],
  appeals: [''],
  mail: [
    '',
    'state=failed',
    'state=sent',
    'recipient=filler3%40example.com',
    'state=failed&recipient=filler3%40example.com',
    'state=sent&recipient=filler3%40example.com',
  ],
  jobs: ['', 'status=resolved'],
  'storage/orphans': [''],
  payments: ['', 'order=asc', 'status=captured', 'q=creator&status=captured'],
  tags: ['', 'q=filler', 'filter=blocked', 'filter=merged'],
  claims: [''],
  'payment-alerts': [''],
  gifts: [''],
  'gift-codes': [''],
}
export const adminLists = Object.entries(queries).flatMap(([path, each]) =>
  each.map((query) => `${path}?${query}`),
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
