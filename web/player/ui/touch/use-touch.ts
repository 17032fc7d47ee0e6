import { useEffect, useEffectEvent, useState } from 'react'
import { seekButtonSeconds } from '../../core/hotkeys'
import { type Point, scrubTarget, type TouchGesture, TouchGestures } from '../../core/touch-gestures'
import { canSetVolume } from '../../dom/volume-support'
import { usePlayer } from '../player-context'
import { useSurface } from '../player-surface'

const holdMs = 500
const heldRate = 2

/** The latest gesture, to be shown on the picture. */
export type TouchSign =
  | { type: 'seek'; direction: 1 | -1; seconds: number }
  | { type: 'volume'; volume: number }
  | { type: 'fast' }

/**
 * Handles touch on the picture: repeated taps on a side seek, a swipe across seeks with a preview, a vertical
 * swipe on the right sets the volume, a long press speeds up. A single tap stays a click, and other vertical
 * swipes scroll.
 */
export function useTouch(video: HTMLVideoElement | null): TouchSign | null {
  const player = usePlayer()
  const { preview, wake } = useSurface()
  const [sign, setSign] = useState<TouchSign | null>(null)

  const seekBy = useEffectEvent((direction: 1 | -1, count: number) => {
    player.seekBy(direction * seekButtonSeconds)
    setSign({ type: 'seek', direction, seconds: count * seekButtonSeconds })
  })
  const show = useEffectEvent((second: number) => {
    wake()
    preview(second)
  })

  useEffect(() => {
    if (!video) return
    const abort = new AbortController()
    const gestures = new TouchGestures(canSetVolume())
    let timer: ReturnType<typeof setTimeout> | undefined
    let before = player.getSnapshot()
    let target: number | null = null
    let fast = false

    function pointOf({ clientX, clientY }: Touch): Point {
      const { left, top, width, height } = (video as HTMLVideoElement).getBoundingClientRect()
      return { x: (clientX - left) / width, y: (clientY - top) / height }
    }

    function start(event: TouchEvent): void {
      clearTimeout(timer)
      const [touch] = event.touches
      if (!touch || event.touches.length > 1) {
        release()
        return
      }
      before = player.getSnapshot()
      gestures.down(pointOf(touch))
      timer = setTimeout(() => {
        if (player.getSnapshot().paused || !gestures.hold()) return
        fast = true
        player.setRate(heldRate)
        setSign({ type: 'fast' })
      }, holdMs)
    }

    function follow(gesture: TouchGesture): void {
      if (gesture.type === 'scrub' && before.ready) {
        target = scrubTarget(before.currentTime, gesture.share, before.duration)
        show(target)
      }
      if (gesture.type === 'volume') {
        player.setVolume(before.volume + gesture.share)
        setSign({ type: 'volume', volume: player.getSnapshot().volume })
      }
    }

    function move(event: TouchEvent): void {
      const [touch] = event.touches
      const gesture = touch ? gestures.move(pointOf(touch)) : null
      if (!gesture) return
      // Otherwise the page would scroll along.
      if (event.cancelable) event.preventDefault()
      clearTimeout(timer)
      follow(gesture)
    }

    function end(event: TouchEvent): void {
      const { gesture, wasTap } = gestures.up(event.timeStamp)
      if (gesture?.type === 'seek-taps') seekBy(gesture.direction, gesture.count)
      if (target !== null) player.seekTo(target)
      // Otherwise a click would follow, which is for single taps.
      if ((!wasTap || gesture) && event.cancelable) event.preventDefault()
      release()
    }

    function release(): void {
      clearTimeout(timer)
      gestures.leave()
      target = null
      if (fast) {
        player.setRate(before.rate)
        setSign(null)
      }
      fast = false
    }

    const options = { signal: abort.signal, passive: false }
    video.addEventListener('touchstart', start, { ...options, passive: true })
    video.addEventListener('touchmove', move, options)
    video.addEventListener('touchend', end, options)
    video.addEventListener('touchcancel', release, options)
    // A long press would open the browser's menu for videos.
    video.addEventListener('contextmenu', (event) => fast && event.preventDefault(), options)
    return () => {
      abort.abort()
      release()
    }
  }, [video, player])

  return useFading(sign, setSign)
}

const signMs = 800

/** Returns the sign until it has been read; a held speed stays. */
function useFading(sign: TouchSign | null, setSign: (sign: null) => void): TouchSign | null {
  useEffect(() => {
    if (!sign || sign.type === 'fast') return
    const timer = setTimeout(() => setSign(null), signMs)
    return () => clearTimeout(timer)
  }, [sign, setSign])
  return sign
}
