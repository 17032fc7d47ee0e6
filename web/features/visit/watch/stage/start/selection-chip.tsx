import { useLocation, useNavigate } from 'react-router'
import { formatDuration } from '#contract/values/shared/duration'
import { usePlayback, usePlayer } from '#web/player/ui/player-context'
import { PictureNote } from '../../dialogs/picture-note'

/** Shown while only a part of the video plays. */
export function SelectionChip() {
  const player = usePlayer()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const part = usePlayback((playback) => playback.window)
  if (!part) return null

  function watchWhole() {
    player.setWindow(null)
    // The other parameters may hold the key that opens the video, or the list that plays.
    const rest = new URLSearchParams(search)
    rest.delete('t')
    navigate({ pathname, search: String(rest) }, { replace: true, state, preventScrollReset: true })
  }

  const text = `Selection ${formatDuration(part.start)}–${formatDuration(part.end)}`
  return <PictureNote text={text} action="Watch whole video" onAction={watchWhole} />
}
