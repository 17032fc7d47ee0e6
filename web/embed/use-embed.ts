import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EmbedBoot, EmbeddedVideo } from '#contract/schemas/videos/embed'
import { call, client } from '../lib/api'
import { ApiError, errorDetail } from '../lib/api-error'
import { videoRequest } from '../lib/video-request'

/** How long an answer is trusted: the player reports the same failure on each of its retries. */
const answerHoldsMs = 5000

export interface EmbedState {
  state: EmbedBoot['state']
  video: EmbeddedVideo | null
  /** The age was confirmed here just now, by a press that may start playback. */
  confirmed: boolean
}

/** Returns the frame's state. Confirming the age opens the video; later requests renew its URLs. */
export function useEmbed(boot: EmbedBoot) {
  const [shown, setShown] = useState<EmbedState>({ state: boot.state, video: null, confirmed: false })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const asked = useRef<{ at: number; answer: Promise<void> } | null>(null)

  async function ask(confirmed: boolean): Promise<void> {
    if (boot.id === null) return
    const request = client.api.embed[':id'].$post(videoRequest(boot.id, boot.key))
    try {
      const video = await call(request)
      setShown((before) => ({ state: 'ready', video, confirmed: before.confirmed || confirmed }))
    } catch (error) {
      const gone = goneState(error)
      if (gone) setShown({ state: gone, video: null, confirmed: false })
      // While a video is shown, its player reports failures. Otherwise the gate has the button to try again.
      else if (confirmed) setFailure(errorDetail(error))
      else setShown((before) => (before.video ? before : { ...before, state: 'gate' }))
    }
  }

  // The document knows that the age was confirmed in this frame before.
  const askAtOnce = useEffectEvent(() => void ask(false))
  useEffect(() => {
    if (boot.state === 'ready') askAtOnce()
  }, [boot.state])

  return {
    ...shown,
    busy,
    failure,
    confirm(): void {
      setBusy(true)
      setFailure(null)
      void ask(true).finally(() => setBusy(false))
    },
    /** The video may be gone, since it was reported here. */
    lookAgain(): void {
      void ask(false)
    },
    renew(): Promise<void> {
      const now = performance.now()
      if (!asked.current || now - asked.current.at >= answerHoldsMs) {
        asked.current = { at: now, answer: ask(false) }
      }
      return asked.current.answer
    },
  }
}

/** Returns the state for a video that can no longer be played here; null for a failure that may pass. */
function goneState(error: unknown): EmbedBoot['state'] | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 404) return 'missing'
  if (error.status === 503) return 'closed'
  return error.problem?.code === 'forbidden' ? 'locked' : null
}
