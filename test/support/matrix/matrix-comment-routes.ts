import { type Answer, isThere, mayKnow, type Role, type State, signedIn } from './matrix-rules'

/** The author of the matrix's comments. */
const isAuthor = (role: Role) => role === 'user'

const known = (role: Role, state: State): Answer => (mayKnow(role, state) ? 'ok' : 'missing')
const accounts = (role: Role, state: State): Answer =>
  signedIn(role, state) ? known(role, state) : 'sign in'
/** Only the author may edit a comment, not even staff. */
const edit = (role: Role, state: State): Answer => {
  const answer = accounts(role, state)
  return answer === 'ok' && !isAuthor(role) ? 'missing' : answer
}
/** An uploader's rights below a video depend only on whether it is theirs. */
const uploader = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  return role === 'owner' && isThere(state) ? 'ok' : 'missing'
}
/** An author may delete their comment anywhere, even before cron has deleted it with its video. */
const remove = (role: Role, state: State): Answer => {
  if (isAuthor(role)) return state === 'never existed' ? 'missing' : 'ok'
  return uploader(role, state)
}
/** No one may report their own comment. */
const report = (role: Role, state: State): Answer => {
  const answer = known(role, state)
  return answer === 'ok' && isAuthor(role) ? 'reached' : answer
}

/** Routes that name a comment. The state is its video's. */
export const commentRoutes: Record<string, (role: Role, state: State) => Answer> = {
  'GET /api/comments/:id/replies': known,
  'PATCH /api/comments/:id': edit,
  'DELETE /api/comments/:id': remove,
  'PUT /api/comments/:id/like': accounts,
  'DELETE /api/comments/:id/like': accounts,
  'PUT /api/comments/:id/pin': uploader,
  'DELETE /api/comments/:id/pin': uploader,
  'PUT /api/comments/:id/block': uploader,
  'POST /api/comments/:id/report': report,
}
