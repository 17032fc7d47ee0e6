import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/auth'
import { call, client } from '../../lib/api'
import { ApiError, PlainError } from '../../lib/api-error'
import { key } from '../../lib/query/keys'
import { videoRequest } from '../../lib/video-request'
import { errorToast, type Toast, toast } from '../../ui/feedback/toast'
import { changeViewer } from './change-viewer'
import { claimIntent } from './claim-intent'

const cookieLost = {
  'sign-in': "Your browser didn't keep the sign-in cookie. Allow cookies for this site and try again.",
  'sign-up':
    "Your account was created, but your browser didn't keep the sign-in cookie. Allow cookies for this site, then sign in.",
}

export interface NewSession {
  user: User
  greeting: Toast
  after: keyof typeof cookieLost
}

/**
 * Makes a new session the page's own, after carrying out the intent that led to it. One toast confirms the
 * intent, or else greets the viewer. Throws a PlainError when the browser dropped the session's cookie.
 */
export async function beginSession(
  queryClient: QueryClient,
  { user, greeting, after }: NewSession,
): Promise<void> {
  await insistOnCookie(after)
  const intent = claimIntent()
  const request = videoRequest(intent?.video ?? 0, intent?.key)
  const { like, save } = client.api.videos[':id']
  try {
    // Sent before the pages refetch, so that they show it.
    if (intent?.act === 'like') await call(like.$post(request))
    if (intent?.act === 'save') await call(save.$put(request))
    await changeViewer(queryClient, user)
    // Only the video's page can ask which lists. The entry is dropped with the viewer's other data.
    if (intent?.act === 'choose lists') queryClient.setQueryData(key('lists', 'wanted'), intent.video)
    toast(intent && intent.act !== 'choose lists' ? { ...greeting, description: done[intent.act] } : greeting)
  } catch (error) {
    await changeViewer(queryClient, user)
    errorToast('Action failed', error)
  }
}

const done = { like: 'You liked the video.', save: 'Saved. Find it in your account under Saved.' }

async function insistOnCookie(after: NewSession['after']): Promise<void> {
  try {
    await call(client.api.auth.me.$get())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new PlainError(cookieLost[after])
    // The sign-in succeeded: anything else that is wrong shows at the next request.
  }
}
