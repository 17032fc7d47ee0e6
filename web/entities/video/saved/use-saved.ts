import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SaveState, Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { renew } from '#web/lib/query/renew'
import { createToggleQueue } from '#web/lib/toggle-queue'
import { videoRequest } from '#web/lib/video-request'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { useSignInOffer } from '../../viewer/use-sign-in-offer'
import { useViewer } from '../../viewer/viewer-query'
import { videoQuery } from '../video-queries'
import { savedLists, savedStateQuery } from './queries'

/** The toast for a visitor who wants to save a video. */
export const signInToSave = {
  title: 'Sign in to save videos',
  description: "You'll find them in your account.",
}

/** Saves or unsaves a video: shown at once, then corrected by the server's answer. */
export function useSaved(video: Video): { saved: boolean; toggle: () => void } {
  const queryClient = useQueryClient()
  const { user, pending } = useViewer()
  const signIn = useSignInOffer({ act: 'save', video: video.id, key: video.unlistedKey })
  const account = user?.id ?? 0
  const { savedByMe } = video
  const { data: saved = false } = useQuery({
    ...savedStateQuery(account, video.id),
    enabled: user !== null,
    // A video fetched on its own includes its state, as old as the response.
    ...(savedByMe !== undefined && {
      initialData: savedByMe,
      initialDataUpdatedAt: () => queryClient.getQueryState(videoQuery(video.id).queryKey)?.dataUpdatedAt,
    }),
  })

  function toggle() {
    if (user) return saverOf(queryClient, user.id, video).toggle(!saved)
    // Until the viewer is known, no one can be asked to sign in.
    if (!pending) toast({ ...signInToSave, action: signIn })
  }

  return { saved: user !== null && saved, toggle }
}

interface Saver {
  toggle: (on: boolean) => void
}

/** One per video, since it may appear on a page more than once. */
const savers = new WeakMap<QueryClient, Map<string, Saver>>()

function saverOf(queryClient: QueryClient, account: number, { id, unlistedKey }: Video): Saver {
  const ofClient = savers.get(queryClient) ?? new Map<string, Saver>()
  savers.set(queryClient, ofClient)
  const key = `${account}/${id}/${unlistedKey ?? ''}`
  const saver = ofClient.get(key) ?? createSaver(queryClient, account, id, unlistedKey)
  ofClient.set(key, saver)
  return saver
}

function createSaver(
  queryClient: QueryClient,
  account: number,
  id: number,
  unlistedKey: Video['unlistedKey'],
): Saver {
  const { queryKey } = savedStateQuery(account, id)
  /** The last state that the server confirmed, restored when a request fails. */
  let before = false

  function show(saved: boolean) {
    // A response to an earlier request would undo the change on the screen.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, saved)
  }

  const queue = createToggleQueue({
    send: (on) => sendSave(id, unlistedKey, on),
    onSettled({ saved }: SaveState) {
      show(saved)
      void renew(queryClient, savedLists)
      toast(
        saved
          ? { title: 'Video saved', description: 'Find it in your account under Saved.' }
          : { title: 'Video removed', description: "It's no longer in Saved." },
      )
    },
    onFailed(confirmed, error) {
      show(confirmed?.saved ?? before)
      // The request may have arrived, with only its response lost.
      void queryClient.invalidateQueries({ queryKey })
      errorToast('Action failed', error)
    },
  })

  return {
    toggle(on) {
      if (queue.idle) before = !on
      show(on)
      queue.set(on)
    },
  }
}

function sendSave(id: number, key: Video['unlistedKey'], on: boolean): Promise<SaveState> {
  const request = videoRequest(id, key)
  const { save } = client.api.videos[':id']
  return call(on ? save.$put(request) : save.$delete(request))
}
