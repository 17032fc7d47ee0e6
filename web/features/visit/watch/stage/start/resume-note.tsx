import { useEffect, useState } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { usePlayback, usePlayer } from '#web/player/ui/player-context'
import { PictureNote } from '../../dialogs/picture-note'

const shownForMs = 8000

/** Briefly says that the video resumes where it was left. */
export function ResumeNote({ second }: { second: number }) {
  const player = usePlayer()
  const started = usePlayback((state) => state.started && !state.paused)
  const [over, setOver] = useState(false)

  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), shownForMs)
    return () => clearTimeout(timer)
  }, [started])

  function startOver() {
    player.seekTo(0)
    setOver(true)
  }

  if (over) return null
  return (
    <PictureNote text={`Resumed at ${formatDuration(second)}`} action="Start over" onAction={startOver} />
  )
}
