import {
  type Answer,
  administers,
  isMember,
  isThere,
  mayKnow,
  mayOpenCase,
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
  if (administers(role)) return 'ok'
  // Routes that change a video don't take a link's key.
  if (role !== 'owner' && state === 'unlisted, by link') return 'missing'
  return role === 'owner' && state !== 'quarantined' ? 'ok' : 'forbidden'
}
const like = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  return mayKnow(role, state) ? 'ok' : 'missing'
}
/** Only the owner may make these changes: staff may hide a video, but not edit its texts. */
const ownersChange = (role: Role, state: State): Answer => {
  const answer = change(role, state)
  return administers(role) && answer === 'ok' ? 'forbidden' : answer
}
/** An owner may resubmit only rejected videos. */
const resubmit = (role: Role, state: State): Answer => {
  const answer = ownersChange(role, state)
  return answer === 'ok' && state !== 'rejected' ? 'reached' : answer
}
/** An owner may renew only the links of unlisted videos. */
const renewLink = (role: Role, state: State): Answer => {
  const answer = ownersChange(role, state)
  return answer === 'ok' && !state.startsWith('unlisted') ? 'reached' : answer
}
/** Staff may look up these facts about every existing video. */
const staff = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  if (!administers(role)) return 'forbidden'
  return isThere(state) ? 'ok' : 'missing'
}
/** For reviewers. A moderator may only act on videos with an open case, and doesn't learn of others. */
const reviewers = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  if (role !== 'moderator' && !administers(role)) return 'forbidden'
  return mayOpenCase(role, state) ? 'ok' : 'missing'
}
/** Evidence can't be deleted, not even by staff. A video that its owner has already deleted stays deleted. */
const remove = (role: Role, state: State): Answer => {
  if (role === 'owner' && state === 'in the trash') return 'ok'
  const isEvidence = state === 'quarantined' || state === 'removed'
  const answer = change(role, state)
  return answer === 'ok' && isEvidence ? 'reached' : answer
}
/** For a video's owner and administrators. Others don't even learn that there are figures. */
const ownNumbers = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  // The route takes no key.
  if (state === 'unlisted, by link') return 'reached'
  return (role === 'owner' || administers(role)) && mayKnow(role, state) ? 'ok' : 'missing'
}
const playing = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  return mayPlay(role, state) ? 'ok' : 'missing'
}

/** The matrix's uploader allows downloads. Members may download where they may play. */
const download = (role: Role, state: State): Answer => {
  const answer = playing(role, state)
  if (answer === 'missing' && state === 'premium') return 'forbidden'
  if (answer !== 'ok') return answer
  return isMember(role) || role === 'owner' ? 'ok' : 'forbidden'
}
const embedded = (_: Role, state: State): Answer => {
  if (state === 'premium') return 'forbidden'
  return state === 'free' || state === 'unlisted, by link' ? 'ok' : 'missing'
}

/** Staff actions that are possible only in some states; in others, the answer says so. */
const staffWhere =
  (states: (state: State) => boolean, who = staff) =>
  (role: Role, state: State): Answer => {
    const answer = who(role, state)
    return answer === 'ok' && !states(state) ? 'reached' : answer
  }

/** States in which no one may correct a video. */
const held: readonly State[] = ['quarantined', 'removed', 'owner leaving', 'owner banned', 'in the trash']
const isHeld = (state: State) => held.includes(state)
const correct = staffWhere((state) => !isHeld(state), reviewers)
/** An uploader may read staff's corrections while the video may be edited. */
const corrections = (role: Role, state: State): Answer => change(role, state)

/** Routes that name a video. */
export const videoRoutes: Record<string, (role: Role, state: State) => Answer> = {
  'GET /api/videos/:id': known,
  'GET /api/videos/:id/related': known,
  'GET /api/videos/:id/comments': known,
  'POST /api/videos/:id/comments': like,
  'PATCH /api/videos/:id': change,
  'DELETE /api/videos/:id': remove,
  'POST /api/videos/:id/resubmit': resubmit,
  'POST /api/videos/:id/link': renewLink,
  // A decision that doesn't name the reviewed state is about the pending one.
  'POST /api/admin/videos/:id/approve': staffWhere((state) => state === 'pending', reviewers),
  'POST /api/admin/videos/:id/reject': staffWhere((state) => state === 'pending', reviewers),
  'GET /api/admin/videos/:id/uploader': reviewers,
  'GET /api/admin/videos/:id/case': reviewers,
  'PATCH /api/admin/videos/:id': correct,
  'PUT /api/admin/videos/:id/captions/:language': correct,
  'DELETE /api/admin/videos/:id/captions/:language': correct,
  // The video hasn't changed since it was approved.
  'POST /api/admin/videos/:id/changes': staffWhere(() => false, reviewers),
  'GET /api/admin/videos/:id/changes/captions/:language': reviewers,
  'GET /api/videos/:id/corrections': corrections,
  'POST /api/videos/:id/like': like,
  'DELETE /api/videos/:id/like': like,
  'PUT /api/videos/:id/save': like,
  // A video that isn't saved counts as removed, whether it exists or not.
  'DELETE /api/videos/:id/save': (role, state) => (signedIn(role, state) ? 'ok' : 'sign in'),
  'POST /api/videos/:id/view': (role, state) => (mayPlay(role, state) ? 'ok' : 'missing'),
  'POST /api/videos/:id/watched': (role, state) => (mayPlay(role, state) ? 'ok' : 'missing'),
  'GET /api/videos/:id/statistics': ownNumbers,
  'PUT /api/videos/:id/progress': playing,
  'POST /api/videos/:id/report': known,
  'GET /api/videos/:id/download': download,
  // They don't identify the caller, so owner and staff are treated like anyone.
  'POST /api/embed/:id': embedded,
  // The document says that the video is for members; the API call has nothing for anyone.
  'GET /embed/:id': (_, state) => (shown.includes(state) ? 'ok' : 'missing'),
  'POST /api/admin/videos/:id/remove': staffWhere((state) => state !== 'removed', reviewers),
  'GET /api/admin/videos/:id/copies': reviewers,
  'GET /api/admin/videos/:id/evidence': staffWhere((state) => state === 'quarantined' || state === 'removed'),
  'PUT /api/videos/:id/captions/:language': ownersChange,
  'DELETE /api/videos/:id/captions/:language': ownersChange,
  // The page of a video; pages that name none are the same for all.
  'GET /*': known,
}
