import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../../contract/schemas/accounts/auth'
import { call, client } from '../../lib/api'
import { errorToast, type Toast, toast } from '../../ui/feedback/toast'
import { changeViewer } from './change-viewer'
import { claimIntent } from './intent'

/**
 * Makes a new session the page's own, after doing what its owner came for. One toast says what was done, or
 * else the greeting.
 */
export async function beginSession(queryClient: QueryClient, user: User, greeting: Toast): Promise<void> {
  const intent = claimIntent()
  const param = { id: String(intent?.video) }
  const { like, save } = client.api.videos[':id']
  try {
    // Before the pages ask again, so that they see it.
    if (intent?.act === 'like') await call(like.$post({ param }))
    if (intent?.act === 'save') await call(save.$put({ param }))
    await changeViewer(queryClient, user)
    toast(intent ? { ...greeting, description: done[intent.act] } : greeting)
  } catch (error) {
    await changeViewer(queryClient, user)
    errorToast('Action failed', error)
  }
}

const done = { like: 'You liked the video.', save: 'Saved. Find it in your account under Saved.' }
