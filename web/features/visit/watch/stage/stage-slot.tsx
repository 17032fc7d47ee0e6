import { cloneElement, type ReactElement, useContext, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { KeepContext } from '#web/lib/kept-part.tsx'
import { Playback, type PlaybackProps } from './playback'
import { leavePage, placePlayer } from './player-host'

/** Renders the player's place on the page. The player outlives it: see docs/decisions/041-one-video-element.md. */
export function StageSlot({ video, savePoster }: Pick<PlaybackProps, 'video' | 'savePoster'>) {
  const keep = useContext(KeepContext)
  const place = useLocation()
  const slot = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (slot.current) placePlayer(slot.current)
    return () => {
      const isMini = leavePage()
      keep((shown) =>
        shown && isMini ? cloneElement(shown as ReactElement<PlaybackProps>, { isMini }) : null,
      )
    }
  }, [keep])

  useLayoutEffect(
    () => keep(() => <Playback video={video} place={place} savePoster={savePoster} />),
    [keep, video, place, savePoster],
  )

  return <div ref={slot} />
}
