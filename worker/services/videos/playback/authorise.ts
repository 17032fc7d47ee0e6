import { revocationsAfter, revocationsOf, revocationsSince } from '#db/queries/shared/revocations'
import { AppError, notFound } from '#worker/errors'
import { isolateState } from '#worker/isolate-state'
import { mayFetch } from '#worker/policy/media-access'
import type { MediaToken } from '#worker/storage/media-token'
import {
  graceMs,
  RevocationList,
  type RevocationSource,
  revocationsKeptMs,
  type Trust,
} from '#worker/storage/revocations'
import { mediaTrustMs, type SessionClaims } from '../../accounts/sessions'
import type { ServiceContext } from '../../context'

export interface MediaRequest {
  token: MediaToken
  /** Whether the age gate's cookie is set. */
  ageVerified: boolean
  /** The claims of the session's token; the database isn't read. */
  claims: SessionClaims | null
}

/** Holds at most `heldAtMost` of them. */
const revocations = isolateState(() => new RevocationList())

/**
 * Throws unless the bytes may be sent: `not_found` when the video was hidden, held, replaced or
 * deleted since its URL was signed, `age_gate` and `forbidden` by policy. An ended session counts as none. `elapsed`:
 * milliseconds that the answer has been running.
 *
 * Reads only new revocations from the database, every ten seconds.
 */
export async function authoriseMedia(ctx: ServiceContext, request: MediaRequest, elapsed = 0): Promise<void> {
  const { token, ageVerified, claims } = request
  const now = ctx.now + elapsed
  const session = await standingSession(ctx, claims, { grace: graceOf(token), waits: elapsed > 0 }, now)
  if (await revocations.value.isRevoked(sourceOf(ctx), token)) throw notFound('This file')
  const decision = mayFetch(token, { ageVerified, session, now })
  if (decision === 'age_gate') throw new AppError('age_gate', 'Please confirm your age first.')
  if (decision === 'forbidden') throw new AppError('forbidden', "You don't have access to this video.")
}

/**
 * Returns how late a refusal of this media may be, in milliseconds: beyond the poll, only for media that
 * everyone may open.
 */
function graceOf({ class: access }: MediaToken): number {
  return access === 'free' || access === 'embed' ? graceMs : 0
}

/** Returns a token's claims unless its session was ended. */
export async function standingSession(
  ctx: ServiceContext,
  claims: SessionClaims | null,
  trust: Trust = { grace: 0 },
  now = ctx.now,
): Promise<SessionClaims | null> {
  const source = sourceOf(ctx)
  await revocations.value.refresh(source, now, (work) => ctx.defer(work), trust)
  // The revocation of an older token may be forgotten by now, and its session may have ended unused; every page
  // renews the token.
  const isCurrent =
    claims !== null && now - claims.issuedAt < Math.min(revocationsKeptMs, mediaTrustMs(claims))
  return isCurrent && !(await revocations.value.isEnded(source, claims)) ? claims : null
}

function sourceOf({ db }: Pick<ServiceContext, 'db'>): RevocationSource {
  return {
    since: async (at, atMost) => revocationsSince(db, at, atMost),
    after: async (id, atMost) => revocationsAfter(db, id, atMost),
    of: async (kind, target) => revocationsOf(db, kind, target),
  }
}
