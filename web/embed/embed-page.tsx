import type { EmbedBoot } from '#contract/schemas/videos/embed'
import { EmbedPlayer } from './embed-player'
import { FrameLogo } from './frame-panel'
import { GatePanel } from './gate-panel'
import { ClosedPanel, LockedPanel, MissingPanel } from './panels'
import { useEmbed } from './use-embed'

/** Renders the whole document: the player, or the panel shown in its place. */
export function EmbedPage({ boot }: { boot: EmbedBoot }) {
  const { state, video, confirmed, busy, failure, confirm, renew, lookAgain } = useEmbed(boot)
  const { siteName, id } = boot
  if (state === 'ready' && video) {
    return (
      <EmbedPlayer
        video={video}
        linkKey={boot.key}
        siteName={siteName}
        autoPlay={confirmed}
        onRenew={renew}
        onReported={lookAgain}
      />
    )
  }
  if (state === 'ready') return null
  return <FrameLogo value={boot.logo}>{panel()}</FrameLogo>

  function panel() {
    if (state === 'gate')
      return <GatePanel siteName={siteName} busy={busy} failure={failure} onConfirm={confirm} />
    if (state === 'locked' && id !== null)
      return <LockedPanel siteName={siteName} id={id} linkKey={boot.key} />
    return state === 'closed' ? <ClosedPanel siteName={siteName} /> : <MissingPanel siteName={siteName} />
  }
}
