import { call, client } from '../../lib/api'
import { ApiError, PlainError } from '../../lib/api-error'

const advice = {
  'sign-in': "Your browser didn't keep the sign-in cookie. Allow cookies for this site and try again.",
  'sign-up':
    "Your account was created, but your browser didn't keep the sign-in cookie. Allow cookies for this site, then sign in.",
}

/** Throws unless the browser kept the cookie of the sign-in or sign-up that has just succeeded. */
export async function insistOnCookie(after: keyof typeof advice = 'sign-in'): Promise<void> {
  try {
    await call(client.api.auth.me.$get())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new PlainError(advice[after])
    // The sign-in succeeded: anything else that is wrong shows at the next request.
  }
}
