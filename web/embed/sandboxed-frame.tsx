import { useEffect } from 'react'
import type { EmbedBoot } from '#contract/schemas/videos/embed'
import { minimumAge } from '#contract/values/shared/limits'
import { paths } from '../lib/navigation/paths'
import { Button } from '../ui/button'
import { FramePanel } from './frame-panel'
import { ClosedPanel, MissingPanel } from './panels'
import { secretOf, tellParent } from './tell-parent'

/**
 * Replaces the player where the surrounding page took the frame's origin away, as blogs do with a discovered embed.
 * Nothing plays there: see docs/decisions/020-grants-for-frames.md. Without `allow-popups` no link opens either, so the
 * URL is text to copy, and WordPress is asked to follow it.
 */
export function SandboxedFrame({ boot: { siteName, state, id, key } }: { boot: EmbedBoot }) {
  useEffect(() => {
    // WordPress shortens the frame to what it holds, which must not be cut off.
    const tell = () => tellParent('height', document.documentElement.scrollHeight)
    tell()
    window.addEventListener('resize', tell)
    return () => window.removeEventListener('resize', tell)
  }, [])

  if (id === null)
    return state === 'closed' ? (
      <ClosedPanel siteName={siteName} />
    ) : (
      <MissingPanel siteName={siteName} linkless />
    )
  const address = location.origin + paths.video(id, key)
  return (
    <FramePanel
      siteName={siteName}
      title={`Watch this video on ${siteName}`}
      text={`This page doesn't allow playback. To watch (${minimumAge}+), copy the URL:`}
    >
      <p className="select-all break-all rounded-badge bg-surface-3 px-3 py-1.5 text-meta">{address}</p>
      {secretOf(location.hash) === null ? null : (
        <Button variant="primary" onClick={() => tellParent('link', address)}>
          Open on {siteName}
        </Button>
      )}
    </FramePanel>
  )
}
