import type { PlaybackCommand } from '../core/hotkeys'
import { stepSpeed } from '../core/speeds'
import type { PlayerController } from './player-controller'

export function runCommand(player: PlayerController, command: PlaybackCommand): void {
  const { duration, volume, rate } = player.getSnapshot()
  switch (command.type) {
    case 'toggle-play':
      player.togglePlay()
      break
    case 'toggle-mute':
      player.toggleMute()
      break
    case 'toggle-fullscreen':
      player.toggleFullscreen()
      break
    case 'toggle-captions':
      player.toggleCaptions()
      break
    case 'toggle-picture-in-picture':
      player.togglePictureInPicture()
      break
    case 'step-frame':
      player.stepFrame(command.direction)
      break
    case 'seek-by':
      player.seekBy(command.seconds)
      break
    case 'seek-to-fraction':
      player.seekTo(duration * command.fraction)
      break
    case 'volume-by':
      player.setVolume(volume + command.delta)
      break
    case 'speed-step':
      player.setRate(stepSpeed(rate, command.direction))
      break
    default:
      command satisfies never
  }
}
