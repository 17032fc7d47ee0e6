import { useLocation, useNavigate } from 'react-router'
import { formatDuration } from '../../../../../contract/values/shared/duration'
import { usePlayback, usePlayer } from '../../../../player/ui/player-context'
import { PictureNote } from '../dialogs/picture-note'

/** Shown while only a part of the video plays. */
export function SelectionChip() {
  const player = usePlayer()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const part = usePlayback((playback) => playback.window)
  if (!part) return null

  function watchWhole() {
    player.setWindow(null)
    navigate(pathname, { replace: true, state, preventScrollReset: true })
  }

  const text = `Selection ${formatDuration(part.start)}–${formatDuration(part.end)}`
  return <PictureNote text={text} action="Watch whole video" onAction={watchWhole} />
}
