import { revocationsAfter, revocationsSince } from '../../../../db/queries/shared/revocations'
import { AppError, notFound } from '../../../errors'
import { isolateState } from '../../../isolate-state'
import { mayFetch } from '../../../policy/media-access'
import type { MediaFacts } from '../../../storage/media-facts'
import { RevocationList, revocationsKeptMs } from '../../../storage/revocations'
import type { SessionClaims } from '../../accounts/sessions'
import type { ServiceContext } from '../../context'

export interface MediaRequest {
  facts: MediaFacts
  /** The cookie of the age gate is there. */
  ageVerified: boolean
  /** What the session's token says; the database isn't asked. */
  claims: SessionClaims | null
}

const revocations = isolateState(() => new RevocationList())

/**
 * Whether the bytes may go out at `now`: throws `not_found` for what was hidden, held, replaced or deleted since the
 * address was printed, `age_gate` and `forbidden` by policy. A session that ended counts as none. Asks the database
 * for nothing but new revocations, once in ten seconds.
 */
export async function authoriseMedia(
  ctx: ServiceContext,
  request: MediaRequest,
  now = ctx.now,
): Promise<void> {
  const { facts, ageVerified, claims } = request
  const session = await standingSession(ctx, claims, now)
  if (revocations.value.isRevoked(facts)) throw notFound('This file')
  const decision = mayFetch(facts, { ageVerified, session, now })
  if (decision === 'age_gate') throw new AppError('age_gate', 'Please confirm your age first.')
  if (decision === 'forbidden') throw new AppError('forbidden', "You don't have access to this video.")
}

/** What a token says, as long as nothing ended its session. */
export async function standingSession(
  ctx: ServiceContext,
  claims: SessionClaims | null,
  now = ctx.now,
): Promise<SessionClaims | null> {
  const source = {
    since: async (at: number, atMost: number) => revocationsSince(ctx.db, at, atMost),
    after: async (id: number, atMost: number) => revocationsAfter(ctx.db, id, atMost),
  }
  await revocations.value.refresh(source, now, (work) => ctx.defer(work))
  // An older token may have been ended by a revocation that is forgotten by now; every page issues it anew.
  const isCurrent = claims !== null && now - claims.issuedAt < revocationsKeptMs
  return isCurrent && !revocations.value.isEnded(claims) ? claims : null
}
