import { useEffect, useState } from 'react'
import { announcementFor } from '../core/announcement'
import { usePlayer } from './player-context'

/** Announces changes to screen readers, except those that a focused slider announces itself. */
export function Announcer() {
  const player = usePlayer()
  const [text, setText] = useState('')

  useEffect(() => {
    let previous = player.getSnapshot()
    return player.subscribe(() => {
      const next = player.getSnapshot()
      const announcement = announcementFor(previous, next)
      previous = next
      const sliderSpeaks = document.activeElement?.matches('input[type="range"]')
      if (announcement && !(sliderSpeaks && announcement.startsWith('Volume'))) setText(announcement)
    })
  }, [player])

  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
