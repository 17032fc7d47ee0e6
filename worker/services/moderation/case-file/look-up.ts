import { accountNames, caseVideos } from '#db/queries/moderation/cases'
import { reversedRemoval } from '#db/queries/moderation/removals'
import type { ServiceContext } from '../../context'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { posterView } from '../../videos/model'
import { inCase } from '../case-viewer/in-case'

interface Named {
  videoIds: (number | null)[]
  userIds: (number | null)[]
}

/**
 * Looks up the videos and accounts of a page of cases in one round trip. The returned finders give null for
 * null and deleted rows.
 */
export async function lookUp(ctx: ServiceContext, { videoIds, userIds }: Named) {
  const [videoRows, accountRows] = await ctx.db.batch([
    caseVideos(ctx.db, known(videoIds)),
    accountNames(ctx.db, known(userIds)),
  ])
  const videos = new Map(
    videoRows.map((row) => {
      const { id, title, isPremium, isPublic, review, hold, openReports } = row
      const shown = {
        id,
        title,
        isPremium,
        isPublic,
        review,
        hold,
        ...posterView(inCase(ctx), row),
      }
      return [id, { shown, openReports }]
    }),
  )
  const accounts = new Map(accountRows.map((account) => [account.id, account]))
  return {
    video: (id: number | null) => (id === null ? null : (videos.get(id)?.shown ?? null)),
    openReports: (id: number) => videos.get(id)?.openReports ?? null,
    account: (id: number | null) => (id === null ? null : (accounts.get(id) ?? null)),
  }
}

export type Found = Awaited<ReturnType<typeof lookUp>>

function known(ids: (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))]
}

/** Returns a placeholder for a deleted account that a case names. */
export function goneAccount(id: number): { id: number; username: string } {
  return { id, username: 'deleted account' }
}

/** Returns the decision on a case; null while it is open. */
export function decisionView({
  decidedAt,
  decisionNote,
}: {
  decidedAt: number | null
  decisionNote: string | null
}) {
  return decidedAt === null ? null : { at: isoTime(decidedAt), note: decisionNote ?? '' }
}

interface DecidedCase {
  videoId: number | null
  decidedAt: number | null
}

/** Returns when the removal that resulted from a case was reversed; null while it is in force. */
export async function reversedAt(
  { db }: ServiceContext,
  { videoId, decidedAt }: DecidedCase,
): Promise<string | null> {
  if (videoId === null || decidedAt === null) return null
  const [removal] = await reversedRemoval(db, { videoId, decidedAt })
  return isoTimeOrNull(removal?.restoredAt ?? null)
}
