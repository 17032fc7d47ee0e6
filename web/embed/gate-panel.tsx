import { useState } from 'react'
import { minimumAge } from '#contract/values/shared/limits'
import { gateWords } from '#contract/values/site/gate-words'
import { Button } from '../ui/button'
import { FieldError } from '../ui/form/field'
import { FramePanel } from './frame-panel'

export interface GatePanelProps {
  siteName: string
  busy: boolean
  failure: string | null
  onConfirm: () => void
}

/**
 * Renders the frame's own age gate. It can't see confirmations made elsewhere, and reveals nothing about the
 * video.
 */
export function GatePanel({ siteName, busy, failure, onConfirm }: GatePanelProps) {
  const [denied, setDenied] = useState(false)
  if (denied) {
    return (
      <FramePanel
        takesFocus
        siteName={siteName}
        title="Access Denied"
        text={`You must be at least ${minimumAge} and have reached the age of majority where you live.`}
      />
    )
  }
  return (
    <FramePanel siteName={siteName} title="This video is for adults only" text={gateWords.claim}>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <Button variant="primary" busy={busy} onClick={onConfirm}>
          {gateWords.yes}
        </Button>
        <Button onClick={() => setDenied(true)}>{gateWords.no}</Button>
      </div>
      <div role="alert">
        <FieldError id="gate-error">{failure ?? undefined}</FieldError>
      </div>
    </FramePanel>
  )
}
