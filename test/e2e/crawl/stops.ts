import type { APIRequestContext } from '@playwright/test'
import type { RemovalReceipt, RemovalRequest, ReportReceipt } from '#contract/schemas/moderation/safety'
import type { OwnPayment } from '#contract/schemas/payments/payments'
import type { ShownList } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { paymentMethods } from '#contract/values/payments/payments'
import { legalPages, mailPages } from '#contract/values/site/legal'
import { audience } from '#dev/seed/audience'
import { type AdminSection, adminSections, adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { payPaths } from '#web/lib/navigation/pay-paths'
import { newName } from '../support/site'

/** The demo content that page URLs refer to. */
interface Facts {
  free: Video
  premium: Video
  /** Null for accounts without videos. */
  own: Video | null
  /** A shared list, if the account has any. */
  list: ShownList | null
  payment: string
  report: string
  removal: string
}

type Addresses = typeof paths & typeof payPaths
type Dynamic = {
  [Name in keyof Addresses]: Addresses[Name] extends string ? never : Name
}[keyof Addresses]

/**
 * One URL of each kind of page for every state it can show. A new kind of URL that isn't added here doesn't
 * compile.
 */
const samples: Record<Dynamic, (facts: Facts) => string[]> = {
  category: () => [paths.category('fractals'), paths.category('none')],
  tag: () => [paths.tag('slow'), paths.tag('none')],
  search: () => [paths.search('slow'), paths.search('nothing like it')],
  video: ({ free, premium, own }) => [free, premium, ...(own ? [own] : [])].map(({ id }) => paths.video(id)),
  videoAt: () => [],
  videoPart: ({ free }) => [paths.videoPart(free.id, 1, 3)],
  profile: ({ free }) => [paths.profile(free.uploader.username), paths.profile('nobody')],
  list: ({ list }) => [paths.list(list?.id ?? 1)],
  sharedList: ({ list }) => [paths.sharedList(list?.linkKey ?? 'A'.repeat(22))],
  receipt: ({ payment }) => [paths.receipt(payment)],
  choice: () => [payPaths.choice({ plan: 'yearly', currency: 'INR', method: 'upi' })],
  checkout: () =>
    paymentMethods.map((method) =>
      payPaths.checkout({
        method,
        plan: 'monthly',
        currency: method === 'wallet' ? 'USD' : 'INR',
        bank: 'sbi',
      }),
    ),
  editVideo: ({ own, free }) => [paths.editVideo((own ?? free).id)],
  trimVideo: () => [],
  videoStatistics: ({ own, free }) => [paths.videoStatistics((own ?? free).id)],
  legal: () => legalPages.map(paths.legal),
  mail: () => mailPages.flatMap((page) => [paths.mail(page), `${paths.mail(page)}#none`]),
  askRemoval: () => [],
  askListRemoval: () => [],
  removalReceipt: ({ removal }) => [paths.removalReceipt(removal)],
  reportReceipt: ({ report }) => [paths.reportReceipt(report, null)],
  ownRemoval: () => [paths.ownRemoval(1)],
}

/** URLs that show the same page count as one, regardless of the item they name. */
export const patterns: [source: string, name: string][] = [
  ['^/video/[^/]+$', '/video/:id'],
  ['^/categories/[^/]+$', '/categories/:slug'],
  ['^/u/[^/]+$', '/u/:username'],
  ['^/tag/[^/]+$', '/tag/:slug'],
  ['^/lists/[^/]+$', '/lists/:id'],
  ['^/list/[^/]+$', '/list/:key'],
  ['^/account/receipts/[^/]+$', '/account/receipts/:id'],
  ['^/edit-video/[^/]+$', '/edit-video/:id'],
  ['^/my-videos/[^/]+/stats$', '/my-videos/:id/stats'],
  ['^/removal/[^/]+$', '/removal/:token'],
  ['^/reports/[^/]+$', '/reports/:code'],
  ['^/removals/[^/]+$', '/removals/:id'],
  ['^/embed/[^/]+$', '/embed/:id'],
]

/**
 * Names that may be part of the names of dialogs and buttons. Staff accounts are left out, since their names
 * are ordinary words.
 */
export const people = ['creator', 'member', 'viewer', ...audience]

/** The view that a section of the control panel shows if its URL names none. */
const firstViews: Partial<Record<AdminSection, string>> = {
  settings: 'general',
  comments: 'reported',
  removals: 'open',
  payments: 'payments',
  mail: 'waiting',
  jobs: 'open',
}

/** Returns the page that a URL shows, and its tab. */
export function routeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const known = patterns.find(([source]) => new RegExp(source).test(pathname))
  const [tab, view] = ['tab', 'view'].map((name) => searchParams.get(name))
  const isFirst = view === firstViews[tab as AdminSection]
  const shown = [tab === adminSections[0].value ? null : tab, isFirst ? null : view]
  return [known?.[1] ?? pathname, ...shown.filter((name) => name !== null)].join(' ')
}

/** Returns whether a page is the same for every account, so that one visit is enough. */
export function isForEveryone(pathname: string): boolean {
  return [...legalPages, ...mailPages, 'nothing-here'].some((page) => pathname === `/${page}`)
}

/** Returns whether a URL is a page of the app. */
export function isOfApp(address: string): boolean {
  return !/^\/(checkout|embed)\b/.test(new URL(address, 'http://localhost').pathname)
}

/** Returns every URL of the app for an account. */
export async function findStops(request: APIRequestContext): Promise<string[]> {
  const facts = await findFacts(request)
  const fixed = Object.values(paths).filter((path) => typeof path === 'string')
  const dynamic = Object.values(samples).flatMap((of) => of(facts))
  const sections = adminSections.slice(1).map(({ value }) => adminTab(value))
  const others = [`/embed/${facts.free.id}`, `/embed/${facts.premium.id}`, '/nothing-here']
  return [...fixed, ...dynamic, ...sections, ...others]
}

async function findFacts(request: APIRequestContext): Promise<Facts> {
  const read = async <Answer>(path: string, none: Answer): Promise<Answer> => {
    const answer = await request.get(path)
    return answer.ok() ? ((await answer.json()) as Answer) : none
  }
  const catalogue = ['/api/videos?limit=50&isPremium=false', '/api/videos?limit=50&isPremium=true']
  const [frees, premiums, [own], [payment], lists] = await Promise.all([
    ...catalogue.map((path) => read<Video[]>(path, [])),
    read<Video[]>('/api/videos/my-videos?limit=1', []),
    read<OwnPayment[]>('/api/account/payments', []),
    read<ShownList[]>('/api/lists', []),
  ] as [Promise<Video[]>, Promise<Video[]>, Promise<Video[]>, Promise<OwnPayment[]>, Promise<ShownList[]>])
  // The newest may belong to another test, which hides or deletes it meanwhile.
  const [free, premium] = [frees, premiums].map((videos) =>
    videos.find(({ uploader }) => uploader.username === 'creator'),
  )
  if (!free || !premium) throw new Error('The demo content has no such video')
  cases ??= makeCases(request, free.id)
  return {
    free,
    premium,
    own: own ?? null,
    list: lists.find(({ linkKey }) => linkKey !== null) ?? lists[0] ?? null,
    payment: payment?.id ?? 'none',
    ...(await cases),
  }
}

/** Shared by all accounts: anyone with its URL may read a receipt. */
let cases: ReturnType<typeof makeCases> | undefined

/**
 * Files a report and a removal request, neither grave enough to hide the video: cases for staff, and their
 * receipts.
 */
async function makeCases(
  request: APIRequestContext,
  video: number,
): Promise<Pick<Facts, 'report' | 'removal'>> {
  const send = async <Answer>(path: string, data: object): Promise<Answer> => {
    const answer = await request.post(path, { data })
    if (!answer.ok()) throw new Error(await answer.text())
    return (await answer.json()) as Answer
  }
  const name = newName()
  const removal: RemovalRequest = {
    url: `http://localhost/video/${video}`,
    reason: 'copyright',
    relation: 'rights_holder',
    name,
    email: `${name}@example.com`,
    statement: 'This is a copy of a picture of mine.',
    goodFaith: true,
    signature: name,
  }
  const [{ code }, { token }] = await Promise.all([
    send<ReportReceipt>(`/api/videos/${video}/report`, { reason: 'spam', details: 'Advertises.' }),
    send<RemovalReceipt>('/api/removal-requests', removal),
  ])
  return { report: code, removal: token }
}
