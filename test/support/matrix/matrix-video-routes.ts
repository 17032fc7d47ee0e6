import {
  type Answer,
  isThere,
  mayKnow,
  mayPlay,
  type Role,
  type State,
  shown,
  signedIn,
} from './matrix-rules'

const known = (role: Role, state: State): Answer => (mayKnow(role, state) ? 'ok' : 'missing')
const change = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  if (!mayKnow(role, state)) return 'missing'
  if (role === 'administrator') return 'ok'
  return role === 'owner' && state !== 'quarantined' ? 'ok' : 'forbidden'
}
const like = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  return mayKnow(role, state) ? 'ok' : 'missing'
}
/** What belongs to the owner alone: staff may hide a video, not put words into it. */
const ownersChange = (role: Role, state: State): Answer => {
  const answer = change(role, state)
  return role === 'administrator' && answer === 'ok' ? 'forbidden' : answer
}
/** An owner sends in again what was rejected, and nothing else. */
const resubmit = (role: Role, state: State): Answer => {
  const answer = ownersChange(role, state)
  return answer === 'ok' && state !== 'rejected' ? 'reached' : answer
}
/** What staff may look up about every video that is there. */
const staff = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  if (role !== 'administrator') return 'forbidden'
  return isThere(state) ? 'ok' : 'missing'
}
/** What is evidence can't be deleted, by staff neither. */
const remove = (role: Role, state: State): Answer => {
  const isEvidence = state === 'quarantined' || state === 'removed'
  const answer = change(role, state)
  return answer === 'ok' && isEvidence ? 'reached' : answer
}
const playing = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  return mayPlay(role, state) ? 'ok' : 'missing'
}

/** The uploader of the matrix allows it; members may where they may play. */
const download = (role: Role, state: State): Answer => {
  const answer = playing(role, state)
  if (answer === 'missing' && state === 'premium') return 'forbidden'
  if (answer !== 'ok') return answer
  return ['member', 'owner', 'administrator'].includes(role) ? 'ok' : 'forbidden'
}
const embedded = (_: Role, state: State): Answer => {
  if (state === 'premium') return 'forbidden'
  return state === 'free' ? 'ok' : 'missing'
}

/** What staff may do to a video in some states only; in the others they are told so. */
const staffWhere =
  (states: (state: State) => boolean) =>
  (role: Role, state: State): Answer => {
    const answer = staff(role, state)
    return answer === 'ok' && !states(state) ? 'reached' : answer
  }

/** Routes that name a video. */
export const videoRoutes: Record<string, (role: Role, state: State) => Answer> = {
  'GET /api/videos/:id': known,
  'PATCH /api/videos/:id': change,
  'DELETE /api/videos/:id': remove,
  'POST /api/videos/:id/resubmit': resubmit,
  // Without a word on what was looked at, a decision is about what waits.
  'POST /api/admin/videos/:id/approve': staffWhere((state) => state === 'pending'),
  'POST /api/admin/videos/:id/reject': staffWhere((state) => state === 'pending'),
  'GET /api/admin/videos/:id/uploader': staff,
  'POST /api/videos/:id/like': like,
  'DELETE /api/videos/:id/like': like,
  'PUT /api/videos/:id/save': like,
  // What isn't saved counts as taken back, whether it exists or not.
  'DELETE /api/videos/:id/save': (role, state) => (signedIn(role, state) ? 'ok' : 'sign in'),
  'POST /api/videos/:id/view': (role, state) => (mayPlay(role, state) ? 'ok' : 'missing'),
  'PUT /api/videos/:id/progress': playing,
  'POST /api/videos/:id/report': known,
  'GET /api/videos/:id/download': download,
  // They ask nobody who they are, so that an owner and staff are anybody there.
  'GET /api/embed/:id': embedded,
  // The document says that it is for members; the call has nothing for anybody.
  'GET /embed/:id': (_, state) => (shown.includes(state) ? 'ok' : 'missing'),
  'POST /api/admin/videos/:id/remove': staffWhere((state) => state !== 'removed'),
  'GET /api/admin/videos/:id/evidence': staffWhere((state) => state === 'quarantined' || state === 'removed'),
  'PUT /api/videos/:id/captions/:language': ownersChange,
  'DELETE /api/videos/:id/captions/:language': ownersChange,
  // The page of a video; pages that name none are the same for all.
  'GET /*': known,
}
