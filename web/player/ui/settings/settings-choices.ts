import { formatQuality } from '../../core/qualities'
import { formatSpeed, speeds } from '../../core/speeds'
import { usePlayback, usePlayer } from '../player-context'
import { useSurface } from '../player-surface'

/** A page of the menu with several options to choose from. */
export interface Choice {
  label: string
  value: string
  /** The current choice, in words. */
  shown: string
  options: readonly { value: string; label: string }[]
  choose: (value: string) => void
}

export type ChoiceName = 'quality' | 'speed' | 'captions'

const captionsOff = 'off'

/** Returns the choices in the menu's order; undefined where the video offers no choice. */
export function useChoices(): Record<ChoiceName, Choice | undefined> {
  const player = usePlayer()
  const { captions } = useSurface()
  const rate = usePlayback((state) => state.rate)
  const caption = usePlayback((state) => state.caption)
  const qualities = usePlayback((state) => state.qualities)
  const quality = usePlayback((state) => state.quality)
  const playing = usePlayback((state) => state.playingQuality)
  const renditions = qualities.toSorted((one, other) => other - one)

  return {
    quality:
      qualities.length > 1
        ? {
            label: 'Quality',
            value: String(quality),
            shown: formatQuality(quality, playing),
            options: [
              ...renditions.map((rendition) => ({
                value: String(rendition),
                label: formatQuality(rendition),
              })),
              { value: 'auto', label: formatQuality('auto', quality === 'auto' ? playing : null) },
            ],
            choose: (value) => player.setQuality(value === 'auto' ? value : Number(value)),
          }
        : undefined,
    speed: {
      label: 'Speed',
      value: String(rate),
      shown: formatSpeed(rate),
      options: speeds.map((speed) => ({ value: String(speed), label: formatSpeed(speed) })),
      choose: (value) => player.setRate(Number(value)),
    },
    captions:
      captions.length > 0
        ? {
            label: 'Captions',
            value: caption ?? captionsOff,
            shown: captions.find(({ language }) => language === caption)?.label ?? 'Off',
            options: [
              { value: captionsOff, label: 'Off' },
              ...captions.map(({ language, label }) => ({ value: language, label })),
            ],
            choose: (value) => player.setCaption(value === captionsOff ? null : value),
          }
        : undefined,
  }
}
