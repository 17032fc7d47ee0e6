import type { StorageStats } from '#contract/schemas/site/storage'
import { storagePrice } from '#contract/values/site/storage'
import { latestScan, pendingCount, totalsByKind } from '#db/queries/site/storage'
import type { ObjectKind } from '#db/schema'
import type { ServiceContext } from '../../context'
import { scanView } from './view'

const videoKinds: readonly ObjectKind[] = ['source', 'rendition', 'preview', 'trailer']
const imageKinds: readonly ObjectKind[] = ['poster', 'blurred', 'storyboard', 'avatar']
/** Objects pending deletion are counted up to this. */
const pendingAtMost = 1000

/** Returns the storage totals from the table that is kept in sync with R2, without asking the bucket. */
export async function storageStats(ctx: ServiceContext): Promise<StorageStats> {
  const [kinds, [scan], [pending]] = await ctx.db.batch([
    totalsByKind(ctx.db),
    latestScan(ctx.db),
    pendingCount(ctx.db, pendingAtMost),
  ])
  const bytesOf = (some: readonly ObjectKind[]) =>
    kinds.filter(({ kind }) => some.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0)
  const totalBytes = kinds.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    totalBytes,
    videoBytes: bytesOf(videoKinds),
    imageBytes: bytesOf(imageKinds),
    storageType: 'Cloudflare R2',
    bucket: ctx.config.mediaBucket,
    baseUrl: `${ctx.config.siteOrigin}/media`,
    kinds,
    budgetBytes: ctx.settings.storageBudgetBytes,
    monthlyCost: monthlyCost(totalBytes),
    pendingDeletion: pending?.count ?? 0,
    scan: scan ? scanView(scan) : null,
  }
}

/** Estimates the monthly cost in dollars, to the cent. */
export function monthlyCost(bytes: number): number {
  const gigabytes = Math.max(0, bytes / 1e9 - storagePrice.freeGb)
  return Math.round(gigabytes * storagePrice.perGb * 100) / 100
}
