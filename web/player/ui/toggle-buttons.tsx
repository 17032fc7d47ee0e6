import { Captions, PictureInPicture2, RectangleHorizontal } from 'lucide-react'
import { ControlButton } from './control-button'
import { usePlayback, usePlayer } from './player-context'
import { useSurface } from './player-surface'

/** A line under the icon shows that it is on, for viewers who don't hear `aria-pressed`. */
const pressedLine =
  'relative aria-pressed:after:absolute aria-pressed:after:inset-x-2.5 aria-pressed:after:bottom-1.5 aria-pressed:after:h-0.5 aria-pressed:after:rounded-full aria-pressed:after:bg-accent'

export function CaptionsButton() {
  const player = usePlayer()
  const { captions } = useSurface()
  const on = usePlayback((state) => state.caption !== null)
  if (captions.length === 0) return null
  return (
    <ControlButton
      label="Captions"
      hotkey="C"
      aria-pressed={on}
      onClick={() => player.toggleCaptions()}
      className={pressedLine}
    >
      <Captions className="size-5" aria-hidden />
    </ControlButton>
  )
}

/** On a phone it moves to the settings menu, for lack of room. */
export function PictureInPictureButton() {
  const player = usePlayer()
  const on = usePlayback((state) => state.pictureInPicture)
  if (!player.canPictureInPicture) return null
  return (
    <ControlButton
      label="Picture in picture"
      hotkey="P"
      aria-pressed={on}
      onClick={() => player.togglePictureInPicture()}
      className={`${pressedLine} max-sm:hidden`}
    >
      <PictureInPicture2 className="size-5" aria-hidden />
    </ControlButton>
  )
}

export function TheatreButton() {
  const { theatre } = useSurface()
  if (!theatre) return null
  return (
    <ControlButton
      label="Theatre mode"
      hotkey="T"
      aria-pressed={theatre.on}
      onClick={theatre.toggle}
      className={pressedLine}
    >
      <RectangleHorizontal className="size-5" aria-hidden />
    </ControlButton>
  )
}
