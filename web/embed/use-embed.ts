import { useRef, useState } from 'react'
import type { EmbedBoot, EmbeddedVideo } from '../../contract/schemas/videos/embed'
import { call, client } from '../lib/api'
import { ApiError, errorDetail } from '../lib/api-error'

/** What was answered is taken for true for so long: the player tells of the same trouble with each of its tries. */
const answerHoldsMs = 5000

export interface EmbedState {
  state: EmbedBoot['state']
  video: EmbeddedVideo | null
  /** The age was confirmed here just now, by a press that may begin to play. */
  confirmed: boolean
}

/** What the frame shows: the gate's answer opens the video, and later brings new addresses for those that ended. */
export function useEmbed(boot: EmbedBoot) {
  const [shown, setShown] = useState<EmbedState>({ state: boot.state, video: boot.video, confirmed: false })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const askedAt = useRef<number | null>(null)

  async function ask(confirmed: boolean): Promise<void> {
    if (boot.id === null) return
    const request = client.api.embed[':id'].$get({ param: { id: String(boot.id) } })
    try {
      const video = await call(request)
      setShown((before) => ({ state: 'ready', video, confirmed: before.confirmed || confirmed }))
    } catch (error) {
      const gone = goneState(error)
      if (gone) setShown({ state: gone, video: null, confirmed: false })
      // While a video is shown, its player says what is wrong.
      else if (confirmed) setFailure(errorDetail(error))
    }
  }

  return {
    ...shown,
    busy,
    failure,
    confirm(): void {
      setBusy(true)
      setFailure(null)
      void ask(true).finally(() => setBusy(false))
    },
    /** The video may be gone: it was reported here. */
    lookAgain(): void {
      void ask(false)
    },
    renew(): void {
      const now = performance.now()
      if (askedAt.current !== null && now - askedAt.current < answerHoldsMs) return
      askedAt.current = now
      void ask(false)
    },
  }
}

/** What an answer says of a video that can't be played here any more; null for a trouble that may pass. */
function goneState(error: unknown): EmbedBoot['state'] | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 404) return 'missing'
  if (error.status === 503) return 'closed'
  return error.problem?.code === 'forbidden' ? 'locked' : null
}
