import type { FoundThing } from '#contract/schemas/site/find'
import { can } from '#contract/values/accounts/permissions'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { readReportCode } from '#contract/values/moderation/report-code'
import { formatAmount } from '#contract/values/payments/amounts'
import { coinFacts, waitingClaims } from '#contract/values/payments/payments'
import { batchNamed } from '#db/batch-named'
import {
  accountOfId,
  accountsBeginning,
  accountsMailed,
  claimsNamed,
  paymentsOfIds,
  removalOfId,
  removalsOfHash,
  reportsNamed,
  requestsNamed,
  videoOfId,
  videosTitled,
} from '#db/queries/site/find'
import { videosOfHash } from '#db/queries/videos/search/titles'
import type { UserContext } from '../../context'
import { foldTitle } from '../../shared/fold-title'
import { type Names, namesIn } from '../../shared/pasted-names'
import { partsOf } from '../../videos/model'

type PaymentIdsNamed = (ctx: UserContext, text: string) => Promise<string[]>

/** An email address or `#12`, for which titles aren't searched. */
const isOtherThing = /^(#\d+|[^\s@]+@[^\s@]+\.[^\s@]+)$/

/** Results of each kind. */
const atMost = 5

const claimKinds = ['reference', ...new Set(Object.values(coinFacts).map(({ network }) => network))]

/**
 * Returns videos, accounts, payments and cases that a pasted text names: by ID, URL, beginning of a name,
 * part of a title, file hash, reference or receipt. Each is found along an index; titles are searched up to a
 * limit. Videos in any state and cases are only for administrators. `paymentIdsNamed` is the payments' own
 * function, since their code is kept apart.
 */
export async function findThings(
  ctx: UserContext,
  pasted: string,
  paymentIdsNamed: PaymentIdsNamed,
): Promise<FoundThing[]> {
  const names = namesIn(pasted)
  const [byName, paymentIds] = await Promise.all([
    findNamed(ctx, names),
    paymentIdsOf(ctx, names, paymentIdsNamed),
  ])
  const paid = paymentIds.length > 0 ? await paymentsOfIds(ctx.db, paymentIds) : []
  const shown = paid.map(({ payment, username }) => ({
    kind: 'payment' as const,
    id: payment.id,
    amountText: formatAmount(payment),
    username,
  }))
  const first = byName.findIndex(({ kind }) => kind !== 'video' && kind !== 'user')
  const at = first === -1 ? byName.length : first
  return [...byName.slice(0, at), ...shown, ...byName.slice(at)]
}

async function findNamed(ctx: UserContext, names: Names): Promise<FoundThing[]> {
  const { db, actor } = ctx
  const { text, id, only, references } = names
  const sees = {
    user: 'user.readEmail',
    payment: 'payment.read',
    video: 'site.administer',
    report: 'site.administer',
    request: 'site.administer',
    removal: 'site.administer',
  } as const
  const cases = ['report', 'request', 'removal']
  const asks = (kind: keyof typeof sees) =>
    (only === null || only === kind || (only === 'case' && cases.includes(kind))) &&
    can(actor.role, sees[kind])
  const byWord = only === null
  const hash = can(actor.role, 'site.administer') ? names.hash : null
  const folded = foldTitle(text)
  const mayBeTitle =
    byWord && asks('video') && folded !== '' && names.hash === null && !isOtherThing.test(text)
  const name = canonicalUsername(text)
  const found = await batchNamed(db, [
    { videoById: videoOfId(db, asks('video') ? (id ?? 0) : 0) },
    {
      titled: videosTitled(db, folded, partsOf(text), mayBeTitle ? atMost : 0),
    },
    { alike: videosOfHash(db, hash ?? '', hash === null ? 0 : atMost) },
    { userById: accountOfId(db, asks('user') ? (id ?? 0) : 0) },
    { called: accountsBeginning(db, name, byWord && asks('user') && name !== '' ? atMost : 0) },
    { mailed: accountsMailed(db, text.toLowerCase(), byWord && asks('user') && text !== '' ? atMost : 0) },
    { claimed: claimsNamed(db, text, claimKinds, references, asks('payment') ? atMost : 0) },
    {
      reported: reportsNamed(
        db,
        asks('report') ? id : null,
        asks('report') ? (readReportCode(text) ?? text) : '',
      ),
    },
    { requested: requestsNamed(db, asks('request') ? id : null, asks('request') ? text : '') },
    { removed: removalOfId(db, asks('removal') ? (id ?? 0) : 0) },
    { blocking: removalsOfHash(db, hash ?? '', hash === null ? 0 : atMost) },
  ])
  const caseOf =
    (kind: 'report' | 'removal-request' | 'removal') =>
    ({
      status,
      ...row
    }: {
      id: number
      videoId: number | null
      title: string | null
      status: string | null
    }) => ({
      ...row,
      kind,
      isOpen: status === 'open',
    })
  return [
    ...once([...found.videoById, ...found.titled, ...found.alike]).map((video) => ({
      kind: 'video' as const,
      ...video,
    })),
    ...once([...found.userById, ...found.called, ...found.mailed]).map((user) => ({
      kind: 'user' as const,
      ...user,
    })),
    ...found.claimed.map(({ id, ref, status, paymentId, username }) => ({
      kind: 'claim' as const,
      id,
      reference: ref,
      paymentId,
      username,
      isOpen: waitingClaims.includes(status),
    })),
    ...found.reported.map(caseOf('report')),
    ...found.requested.map(caseOf('removal-request')),
    ...once([...found.removed, ...found.blocking]).map(caseOf('removal')),
  ]
}

async function paymentIdsOf(
  ctx: UserContext,
  { text, only }: Names,
  paymentIdsNamed: PaymentIdsNamed,
): Promise<string[]> {
  if (only !== null && only !== 'payment') return []
  return (await paymentIdsNamed(ctx, text)).slice(0, atMost)
}

/** Leaves out rows that earlier searches found. */
function once<Row extends { id: number }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
